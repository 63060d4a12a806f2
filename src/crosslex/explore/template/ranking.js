// The list of the words that change most: sorted by any column, filtered, as long as one likes.

import { countOf, isPhrase, isSignificant, kindOfSide, lowered, nameOf, names, shiftOf, testedWords, words } from "./data.js";
import { byId, draw, make } from "./dom.js";
import { count, figure, probability } from "./format.js";
import { wordLink } from "./link.js";
import { extent, linear } from "./scale.js";
import { COLUMNS, ROWS } from "./state.js";

const MORE = 50;
const CONTRASTS = ["contrast-first", "contrast-second"];

export function startRanking(getState, change) {
  const fields = ["text", "min", "significant", "unmarked", "phrases"].map((name) => byId(`filter-${name}`));
  const [text, least, significant, unmarked, phrases] = fields;
  const filter = () => {
    const filters = {
      text: text.value,
      least: Math.max(0, Math.floor(least.valueAsNumber || 0)),
      significant: significant.checked,
      unmarked: unmarked.checked,
      phrases: phrases.checked,
    };
    change({ ...filters, rows: ROWS }, { replace: true });
  };
  for (const field of fields) field.addEventListener("input", filter);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("more").addEventListener("click", () => change({ rows: getState().rows + MORE }, { replace: true }));
  byId("ranking-head").addEventListener("click", (event) => {
    const column = event.target.closest("button")?.dataset.sort;
    if (!column) return;
    const { sort } = getState();
    const natural = column === "word" || column === "q" ? column : `-${column}`;
    const other = natural.startsWith("-") ? column : `-${column}`;
    change({ sort: sort === natural ? other : natural });
    byId("ranking-head").querySelector(`[data-sort=${column}]`).focus();
  });
}

export function showRanking(state) {
  const { pair } = state;
  const tested = testedWords(pair);
  byId("ranking-title").closest("section").hidden = !tested.length;
  const found = sorted(filtered(tested, state), state);
  const shown = found.slice(0, state.rows);
  const width = 92;
  const changes = shown.map((word) => shiftOf(pair, word).change);
  const ends = changes.flatMap(({ value, low, high }) => [value, low, high]).filter((end) => end !== null);
  const x = linear(...extent([0, 1, ...ends]), 4, width - 4);
  const whisker = drawWhisker(x, width);
  byId("ranking-head").replaceChildren(...head(state, drawScale(x, width)));
  const rows = shown.map((word) => row(state, word, whisker));
  // By change, words that are known to differ come first, and the others under their own heading.
  const doubtful = shown.findIndex((word) => !isSignificant(shiftOf(pair, word).change));
  if (state.sort === "-change" && doubtful >= 0) rows.splice(doubtful, 0, make("tr", {}, make("th", { class: "doubtful", scope: "colgroup", colspan: COLUMNS.length }, "Not certain (q above .05)")));
  byId("ranking-body").replaceChildren(...rows);
  const among = tested.filter((word) => state.phrases || !isPhrase(word));
  byId("ranking-note").textContent = `${count(found.length)} of ${count(among.length)} words${leftOut(tested.length - among.length)}`;
  byId("more").hidden = found.length <= state.rows;
  const fields = { "filter-text": state.text, "filter-min": state.least || "" };
  for (const [id, value] of Object.entries(fields)) {
    // Not while it is typed in: "007" must not become 7 under one's fingers.
    if (document.activeElement !== byId(id)) byId(id).value = value;
  }
  byId("filter-significant").checked = state.significant;
  byId("filter-unmarked").checked = state.unmarked;
  byId("filter-unmarked").closest("label").hidden = !tested.some((word) => shiftOf(pair, word).mark);
  byId("filter-phrases").checked = state.phrases;
  byId("filter-phrases").closest("label").hidden = !tested.some(isPhrase);
}

function leftOut(phrases) {
  return phrases ? `, ${count(phrases)} ${phrases === 1 ? "phrase" : "phrases"} left out` : "";
}

function filtered(tested, { pair, text, least, significant, unmarked, phrases }) {
  const wanted = text.toLowerCase().trim();
  return tested.filter(
    (word) =>
      lowered[word].includes(wanted) &&
      Math.min(countOf(pair, 0, word), countOf(pair, 1, word)) >= least &&
      (!significant || isSignificant(shiftOf(pair, word).change)) &&
      (!unmarked || !shiftOf(pair, word).mark) &&
      (phrases || !isPhrase(word)),
  );
}

function sorted(found, { pair, sort }) {
  const column = sort.replace("-", "");
  const direction = sort.startsWith("-") ? -1 : 1;
  if (column === "word") return found.sort((one, other) => direction * words[one].localeCompare(words[other]));
  const keys = {
    // Words that are known to differ come first, as in `crosslex shifts`.
    change: (word) => -shiftOf(pair, word).rank,
    q: (word) => shiftOf(pair, word).change.q,
    first: (word) => countOf(pair, 0, word),
    second: (word) => countOf(pair, 1, word),
  };
  const key = keys[column];
  // What is unknown goes last either way.
  const place = (word) => direction * (key(word) ?? direction * Infinity);
  return found.sort((one, other) => place(one) - place(other) || one - other);
}

function head({ pair, sort }, scale) {
  const [first, second] = [nameOf(pair, 0), nameOf(pair, 1)];
  const titles = {
    word: "Word", change: "Change", q: "q", first: `uses in ${first}`, second: `uses in ${second}`,
    "contrast-first": `Nearer in ${first} than in ${second}`, "contrast-second": `Nearer in ${second} than in ${first}`,
  };
  const order = { [sort.replace("-", "")]: sort.startsWith("-") ? "descending" : "ascending" };
  const kinds = Object.fromEntries([0, 1].flatMap((side) => [[["first", "second"][side], kindOfSide(pair, side)], [CONTRASTS[side], kindOfSide(pair, side)]]));
  return COLUMNS.map((column) => {
    if (CONTRASTS.includes(column)) return make("th", { scope: "col", class: `contrast ${kinds[column]}` }, titles[column]);
    const arrow = order[column] ? (sort.startsWith("-") ? " ↓" : " ↑") : "";
    const label = make("button", { type: "button", "data-sort": column, title: `Sort by ${titles[column]}` }, titles[column] + arrow);
    return make("th", { scope: "col", class: kinds[column] ? `count ${kinds[column]}` : column, "aria-sort": order[column] ?? "none" }, label, column === "change" ? scale : null);
  });
}

function row(state, word, whisker) {
  const { pair } = state;
  const { change, contrasts, mark } = shiftOf(pair, word);
  return make(
    "tr",
    {},
    make("td", { class: "word" }, wordLink(state, word), mark ? make("small", {}, ` ${mark}`) : null),
    make("td", { class: "change" }, make("div", { class: "cell" }, whisker(change), figure(change.value, 2))),
    ...contrasts.map((near, side) => make("td", { class: `contrast ${kindOfSide(pair, side)}` }, near.map((each) => names[each]).join(", ") || "–")),
    make("td", { class: "count" }, count(countOf(pair, 0, word))),
    make("td", { class: "count" }, count(countOf(pair, 1, word))),
    make("td", { class: "q" }, probability(change.q).replace(/^q (= )?|unknown/, "").replace("< ", "<")),
  );
}

// The ends of the scale of all changes, above them.
function drawScale(x, width) {
  const ends = [0, 1].map((end) => draw("text", { x: x(end), y: 11, "text-anchor": "middle" }, end));
  return draw("svg", { class: "scale", width, height: 13, "aria-hidden": "true" }, ...ends);
}

function drawWhisker(x, width) {
  return (change) =>
    draw(
      "svg",
      { width, height: 16, "aria-hidden": "true" },
      draw("line", { class: "zero", x1: x(0), x2: x(0), y1: -7, y2: 23 }),
      draw("line", { x1: change.low === null ? 0 : x(change.low), x2: change.high === null ? width : x(change.high), y1: 8, y2: 8 }),
      draw("circle", { class: isSignificant(change) ? "point" : "point open", cx: x(change.value ?? 0), cy: 8, r: 3 }),
    );
}
