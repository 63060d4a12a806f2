// The overview of ordered domains: words that turn as small multiples, and the periods one by one.

import { domains, groups, kindOf, lines, periodOf, periods, timeline, turnOf, words } from "./data.js";
import { distinctiveOf } from "./distinctive.js";
import { byId, draw, make } from "./dom.js";
import { columns, drawCurve, groupKeys, leastOf } from "./curve.js";
import { count, listed } from "./format.js";
import { wordLink } from "./link.js";
import { linear } from "./scale.js";

const HEIGHT = 72;
const LISTED = 12;

export function startTurns(getState, change, step) {
  byId("more-turns").addEventListener("click", () => change({ rows: getState().rows + step }, { replace: true }));
}

export function drawTurns(state) {
  const found = timeline.turns;
  const shown = found.slice(0, state.rows);
  // One scale for all, so that they can be compared.
  const least = leastOf(shown.map(([word]) => word));
  byId("turns").replaceChildren(...shown.map((each) => card(state, each)));
  const width = byId("turns").querySelector(".figure")?.clientWidth ?? 0;
  for (const figureBox of byId("turns").querySelectorAll(".figure")) {
    figureBox.replaceChildren(multiple(Number(figureBox.dataset.of), width, least));
  }
  byId("more-turns").hidden = found.length <= state.rows;
  const none = groups ? "No word differs by more than chance." : "No word turns by more than chance.";
  byId("turns-note").replaceChildren(...(shown.length ? (groups ? groupKeys() : []) : [none]));
}

function card(state, [word, period, near, two]) {
  const kinds = groups ? two.map((group) => lines[group].kind) : ["a", "b"];
  return make(
    "li",
    { class: "turn-card" },
    make("h4", {}, wordLink(state, word), make("small", {}, " ", make("bdi", {}, periods[period]))),
    make("div", { class: "figure", "data-of": word }),
    make("p", {}, make("span", { class: kinds[0] }, listed(near[0]) || "–"), groups ? " | " : " → ", make("span", { class: kinds[1] }, listed(near[1]) || "–")),
  );
}

function multiple(word, width, least) {
  const x = columns(periods.length, width);
  const y = Object.assign(linear(least, 1, HEIGHT - 4, 4), { least });
  const { turn } = turnOf(word);
  const name = `Similarity of ${words[word]} to its last period with ten uses, by period${turn < 0 ? "" : `; it turns in ${domains[turn].name}`}`;
  return draw("svg", { class: "multiple", width, height: HEIGHT, role: "img", "aria-label": name }, ...drawCurve(word, x, y));
}

export function showPeriods(state) {
  const most = Math.max(...timeline.turned, 1);
  byId("by-period").replaceChildren(
    ...domains.map(({ name }, domain) => {
      const period = periodOf(domain);
      const first = !domain || periodOf(domain - 1) !== period;
      const came = timeline.came.filter(([, when]) => when === domain).map(([word]) => word);
      const went = timeline.went.filter(([, when]) => when === domain).map(([word]) => word);
      const typical = distinctiveOf(domain, state.phrases).map(({ word }) => word);
      // One bar per period: its groups share the cell, and no word turns with the first.
      const rowspan = groups && domains.filter((_, each) => periodOf(each) === period).length;
      const known = groups || period > 0;
      const bar = make("span", { class: "length" });
      bar.style.setProperty("width", `${(100 * timeline.turned[period]) / most}%`);
      const lists = groups ? [["typical", typical]] : [["typical", typical], ["came", came], ["gone", went]];
      return make(
        "tr",
        {},
        make("th", { scope: "row" }, make("bdi", { class: kindOf(domain) }, name)),
        first && make("td", { class: "bar-cell", rowspan }, ...(known ? [make("span", { class: "track" }, bar), make("small", {}, count(timeline.turned[period]))] : [])),
        ...lists.map(([head, found]) => make("td", { "data-head": head }, ...linked(state, found))),
      );
    }),
  );
}

function linked(state, found) {
  return found.slice(0, LISTED).flatMap((word, at) => (at ? [", ", wordLink(state, word)] : [wordLink(state, word)]));
}
