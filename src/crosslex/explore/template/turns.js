// The overview of ordered domains: words that turn as small multiples, and the periods one by one.

import { domains, timeline, turnOf, words } from "./data.js";
import { distinctiveOf } from "./distinctive.js";
import { byId, draw, make } from "./dom.js";
import { columns, drawCurve, leastOf } from "./curve.js";
import { count, listed } from "./format.js";
import { wordLink } from "./link.js";
import { linear } from "./scale.js";

const HEIGHT = 72;
const LISTED = 12;

export function startTurns(getState, change, step) {
  byId("more-turns").addEventListener("click", () => change({ rows: getState().rows + step }, { replace: true }));
}

export function drawTurns(state) {
  const shown = timeline.turns.slice(0, state.rows);
  // One scale for all, so that they can be compared.
  const least = leastOf(shown.map(([word]) => word));
  byId("turns").replaceChildren(...shown.map((turn) => card(state, turn)));
  const width = byId("turns").querySelector(".figure")?.clientWidth ?? 0;
  for (const figureBox of byId("turns").querySelectorAll(".figure")) {
    figureBox.replaceChildren(multiple(Number(figureBox.dataset.of), width, least));
  }
  byId("more-turns").hidden = timeline.turns.length <= state.rows;
  byId("turns-note").textContent = shown.length ? "" : "No word turns by more than chance.";
}

function card(state, [word, before, after]) {
  const { turn } = turnOf(word);
  const near = (numbers) => listed(numbers.slice(0, 3).map((each) => words[each]));
  return make(
    "li",
    { class: "turn-card" },
    make("h4", {}, wordLink(state, word), make("small", {}, ` ${domains[turn].name}`)),
    make("div", { class: "figure", "data-of": word }),
    make("p", {}, make("span", { class: "a" }, near(before) || "–"), " → ", make("span", { class: "b" }, near(after) || "–")),
  );
}

function multiple(word, width, least) {
  const x = columns(domains.length, width);
  const y = Object.assign(linear(least, 1, HEIGHT - 4, 4), { least });
  const name = `Similarity of ${words[word]} to its last period, by period; it turns in ${domains[turnOf(word).turn].name}`;
  return draw("svg", { class: "multiple", width, height: HEIGHT, role: "img", "aria-label": name }, ...drawCurve(word, x, y));
}

export function showPeriods(state) {
  const most = Math.max(...timeline.turned, 1);
  byId("by-period").replaceChildren(
    ...domains.map(({ name }, period) => {
      const came = timeline.came.filter(([, when]) => when === period).map(([word]) => word);
      const went = timeline.went.filter(([, when]) => when === period).map(([word]) => word);
      const typical = distinctiveOf(period, state.phrases).map(({ word }) => word);
      const bar = make("span", { class: "length b" });
      bar.style.setProperty("width", `${(100 * timeline.turned[period]) / most}%`);
      return make(
        "tr",
        {},
        make("th", { scope: "row" }, name),
        make("td", { class: "bar-cell" }, make("span", { class: "track" }, bar), make("small", {}, period ? count(timeline.turned[period]) : "")),
        ...[["typical", typical], ["came", came], ["gone", went]].map(([head, found]) => make("td", { "data-head": head }, ...linked(state, found))),
      );
    }),
  );
}

function linked(state, found) {
  return found.slice(0, LISTED).flatMap((word, at) => (at ? [", ", wordLink(state, word)] : [wordLink(state, word)]));
}
