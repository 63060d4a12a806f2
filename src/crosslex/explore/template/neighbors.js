// Neighbors side by side, with lines between the words that both columns have.

import { countOf, nameOf, neighborsOf } from "./data.js";
import { byId, draw, make } from "./dom.js";
import { count } from "./format.js";
import { wordLink } from "./link.js";

const ROW = 30;

export function showNeighbors(state) {
  const columns = [0, 1].map((side) => neighborsOf(state.pair, side, state.word));
  const held = columns.map((column) => new Set((column ?? []).map(({ word }) => word)));
  const common = [...held[0]].filter((word) => held[1].has(word));
  byId("neighbors").replaceChildren(
    make("div", { class: "side-by-side" }, column(state, 0, columns[0], held[1]), joins(columns), column(state, 1, columns[1], held[0])),
    make("p", { class: "note" }, columns.includes(null) ? "" : sharing(common.length)),
  );
}

function sharing(common) {
  if (!common) return "No word stands near it in both. Figures are cosines.";
  const which = common === 1 ? "One word, in bold, stands" : `${common} words, in bold and joined by a line, stand`;
  return `${which} near it in both. Figures are cosines.`;
}

function column(state, side, neighbors, others) {
  const { pair, word } = state;
  const name = nameOf(pair, side);
  const head = make("h4", { class: "ab"[side] }, name, make("span", {}, ` ${count(countOf(pair, side, word))} uses`));
  const kind = side ? "right" : "left";
  if (!neighbors) return make("div", { class: kind }, head, make("p", { class: "absent" }, "It has no vector here."));
  const rows = neighbors.map((neighbor) => {
    const also = others.has(neighbor.word);
    return make(
      "li",
      { class: also ? "common" : "ab"[side] },
      wordLink(state, neighbor.word),
      also ? make("span", { class: "visually-hidden" }, "in both columns") : null,
      make("small", {}, neighbor.cosine.toFixed(2)),
    );
  });
  return make("div", { class: kind }, head, make("ol", { "aria-label": `Nearest in ${name}` }, ...rows));
}

function joins([left, right]) {
  const rows = Math.max(left?.length ?? 0, right?.length ?? 0);
  const svg = draw("svg", { width: "100%", height: rows * ROW, viewBox: `0 0 100 ${rows * ROW}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  (left ?? []).forEach(({ word }, from) => {
    const to = (right ?? []).findIndex((other) => other.word === word);
    if (to >= 0) {
      svg.append(draw("line", { x1: 8, y1: (from + 0.5) * ROW, x2: 92, y2: (to + 0.5) * ROW, "vector-effect": "non-scaling-stroke" }));
    }
  });
  return svg;
}
