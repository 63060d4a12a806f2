// The page: a state from the address, shown by modules that each know one thing.

import { showChange } from "./change.js";
import { domains, nameOf, pairs, version, words } from "./data.js";
import { drawDistinctive, showDistinctive, showView, startViews } from "./distinctive.js";
import { byId, make } from "./dom.js";
import { showExamples } from "./examples.js";
import { count, listed } from "./format.js";
import { followLinks } from "./link.js";
import { showMap, startMap } from "./map.js";
import { showMatrix, startMatrix } from "./matrix.js";
import { showNeighbors } from "./neighbors.js";
import { markCurrent, showRanking, startRanking } from "./ranking.js";
import { startSearch } from "./search.js";
import { showSenses, startSenses } from "./senses.js";
import { readState, writeState } from "./state.js";
import { showStandfirst, showStory } from "./story.js";
import { startTheme } from "./theme.js";

const LISTED = ["pair", "sort", "text", "least", "significant", "phrases", "rows"];

let state = null;

function show(next) {
  const before = state;
  state = next;
  if (!before || before.pair !== state.pair) showStandfirst(state);
  showView(state);
  showStory(state);
  showSenses(state);
  showMatrix(state);
  showNeighbors(state);
  showExamples(state);
  if (!before || before.phrases !== state.phrases || state.view !== "word") showDistinctive(state);
  if (!before || LISTED.some((part) => before[part] !== state[part])) showRanking(state);
  markCurrent(state);
  byId("pair").value = String(pairs.indexOf(state.pair));
  drawAll();
}

function drawAll() {
  if (state.view === "distinctive") {
    drawDistinctive(state, choose);
    return;
  }
  const width = byId("map").clientWidth;
  showChange(state, width);
  showMap(state, width, choose);
}

function change(parts, { replace = false } = {}) {
  const next = { ...state, unknown: "", ...parts };
  const hash = writeState(next);
  if (replace) history.replaceState(null, "", hash);
  else if (hash !== location.hash) history.pushState(null, "", hash);
  show(next);
}

function choose(word) {
  change({ word, sense: -1, view: "word" });
  const { top, bottom } = byId("headline").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    byId("headline").scrollIntoView({ block: "start", behavior: still ? "instant" : "smooth" });
  }
}

function start() {
  startTheme();
  startMap(change);
  startViews(change);
  startSenses(() => state, change);
  startMatrix(change);
  startSearch(() => state, choose);
  startRanking(() => state, change);
  followLinks(document.body, ({ word }) => choose(word));
  byId("skip").addEventListener("click", () => byId("headline").focus());
  byId("pair-field").hidden = pairs.length < 2;
  byId("pair").append(...pairs.map((pair, place) => make("option", { value: place }, `${nameOf(pair, 0)} and ${nameOf(pair, 1)}`)));
  byId("pair").addEventListener("change", (event) => change({ pair: pairs[Number(event.target.value)] }));
  byId("imprint").textContent =
    `${count(words.length)} words of ${listed(domains.map(({ name }) => name))}. Made by crosslex ${version}, explore.`;
  addEventListener("popstate", () => show(readState(location.hash)));
  show(readState(location.hash));
  let width = innerWidth;
  addEventListener("resize", () => {
    // Phones also resize when their address bar goes away.
    if (innerWidth !== width) drawAll();
    width = innerWidth;
  });
}

start();
