// The page: a state from the address, shown by modules that each know one thing.

import { showChange } from "./change.js";
import { domains, groups, nameOf, pairs, periods, timeline, version, words } from "./data.js";
import { byId, make } from "./dom.js";
import { showExamples } from "./examples.js";
import { count, listed } from "./format.js";
import { followLinks } from "./link.js";
import { startMap } from "./map.js";
import { showMatrix, startMatrix } from "./matrix.js";
import { showNeighbors } from "./neighbors.js";
import { drawOverview, showOverview } from "./overview.js";
import { drawPlane } from "./plane.js";
import { plot } from "./plot.js";
import { startRanking } from "./ranking.js";
import { startSearch } from "./search.js";
import { showSenses, startSenses } from "./senses.js";
import { readState, ROWS, writeState } from "./state.js";
import { showNotes, showStory } from "./story.js";
import { startTheme } from "./theme.js";
import { drawTimeline, showPeriodNeighbors } from "./timeline.js";
import { startTurns } from "./turns.js";

let state = null;

function show(next) {
  state = next;
  const overview = state.word === null;
  byId("overview").hidden = !overview;
  byId("word-view").hidden = overview;
  byId("home").hidden = overview;
  byId("pair").value = String(pairs.indexOf(state.pair));
  showNotes(state);
  if (overview) showOverview(state);
  else showWord();
  drawAll();
}

function showWord() {
  showStory(state);
  showSenses(state);
  showExamples(state);
  if (timeline) showPeriodNeighbors(state);
  else {
    showMatrix(state);
    showNeighbors(state);
  }
}

function drawAll() {
  if (state.word === null) drawOverview(state, choose);
  else if (timeline) drawTimeline(state);
  else {
    showChange(state, byId("change").clientWidth);
    const width = byId("plane").clientWidth;
    const drawing = drawPlane(state, width, Math.round(Math.min(480, Math.max(320, width * 0.7))));
    byId("plane-caption").replaceChildren(...drawing.caption);
    plot("plane", drawing, width, drawing.height, choose);
  }
}

function change(parts, { replace = false } = {}) {
  const next = { ...state, unknown: "", ...parts };
  const hash = writeState(next);
  if (replace) history.replaceState(null, "", hash);
  else if (hash !== location.hash) history.pushState(null, "", hash);
  show(next);
}

function choose(word) {
  // A neighbor that is not on the page.
  if (word >= words.length) return;
  const typed = document.activeElement === byId("search");
  change({ word, sense: -1 });
  const heading = byId(word === null ? "verdict" : "headline");
  // What was clicked may be gone, and the keyboard would start again at the top.
  if (!typed) heading.focus({ preventScroll: true });
  const { top, bottom } = heading.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    heading.scrollIntoView({ block: "start", behavior: still ? "instant" : "smooth" });
  }
}

function start() {
  const mine = groups ? ["periods", "groups"] : timeline ? ["periods", "turns"] : ["pairs"];
  for (const part of document.querySelectorAll("[data-for]")) if (!mine.includes(part.dataset.for)) part.remove();
  byId("word-view").classList.add(timeline ? "of-periods" : "of-pairs");
  startTheme();
  startSenses(() => state, change);
  startSearch(() => state, choose);
  if (timeline) startTurns(() => state, change, ROWS);
  else {
    startMap(change);
    startMatrix(change);
    startRanking(() => state, change);
  }
  followLinks(document.body, choose);
  byId("skip").addEventListener("click", () => byId(state.word === null ? "verdict" : "headline").focus());
  byId("home").addEventListener("click", () => choose(null));
  byId("pair-field").hidden = pairs.length < 2;
  byId("pair").append(...pairs.map((pair, place) => make("option", { value: place }, `${nameOf(pair, 0)} and ${nameOf(pair, 1)}`)));
  byId("pair").addEventListener("change", (event) => change({ pair: pairs[Number(event.target.value)] }));
  byId("imprint").textContent =
    `${count(words.length)} words of ${timeline ? `${periods[0]} to ${periods.at(-1)}` : listed(domains.map(({ name }) => name))}. Made by crosslex ${version}, explore.`;
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
