// A word's way through ordered domains: similarity and frequency, and its neighbors in each.

import { domains, kindIn, neighborsIn, perMillion, similarityOf, turnOf, words } from "./data.js";
import { columns, drawCurve, leastOf } from "./curve.js";
import { byId, draw, make } from "./dom.js";
import { count, figure } from "./format.js";
import { wordLink } from "./link.js";
import { linear, ticks } from "./scale.js";

const CURVE = { top: 38, bottom: 200 };
const BARS = { top: 250, bottom: 310 };
const HEIGHT = 332;
const ROOM = 74;

export function drawTimeline({ word }) {
  const width = byId("timeline").clientWidth;
  const size = domains.length;
  const x = columns(size, width);
  const least = Math.max(-1, leastOf([word]) - 0.03);
  const y = Object.assign(linear(least, 1, CURVE.bottom, CURVE.top), { least });
  const rates = domains.map((_, period) => perMillion(period, word));
  const tall = linear(0, Math.max(...rates, 1e-9), 0, BARS.bottom - BARS.top);
  const { turn } = turnOf(word);
  const far = (period) => turn < 0 || (Math.abs(turn - period) * width) / size > ROOM;
  const said = (period) => width / size > ROOM || period === turn || ([0, size - 1].includes(period) && far(period));
  const marks = [
    draw("text", { class: "title", x: 0, y: 12 }, "Similarity to its last period"),
    ...ticks(least, 1, 4).flatMap((tick) => [
      draw("line", { class: "grid", x1: 0, x2: width, y1: y(tick), y2: y(tick) }),
      draw("text", { x: 0, y: y(tick) - 3 }, figure(tick, 1)),
    ]),
    ...drawCurve(word, x, y),
    draw("text", { class: "title", x: 0, y: BARS.top - 24 }, "Uses per million words"),
    draw("line", { class: "grid", x1: 0, x2: width, y1: BARS.bottom, y2: BARS.bottom }),
    ...rates.flatMap((rate, period) => [
      draw("rect", { class: `uses ${kindIn(period, word)}`, x: x(period) - Math.min(18, width / size / 3), width: Math.min(36, (2 * width) / size / 3), y: BARS.bottom - tall(rate), height: tall(rate) }),
      said(period) ? draw("text", { x: x(period), y: BARS.bottom - tall(rate) - 4, "text-anchor": "middle" }, rate ? count(Math.round(rate)) : "absent") : null,
      said(period) ? draw("text", { class: `name ${kindIn(period, word)}`, x: x(period), y: HEIGHT - 4, "text-anchor": anchor(period, size, width) }, domains[period].name) : null,
    ]),
  ];
  const spoken = domains.map(({ name }, period) => `${name}: ${similarityOf(word)[period] ? figure(similarityOf(word)[period].value, 2) : "absent"}`).join(", ");
  byId("timeline").replaceChildren(
    draw("svg", { class: "timeline", width, height: HEIGHT, role: "img", "aria-label": `Similarity of ${words[word]} to its last period. ${spoken}` }, ...marks),
  );
}

function anchor(period, size, width) {
  if (width / size > ROOM) return "middle";
  return period === 0 ? "start" : period === size - 1 ? "end" : "middle";
}

export function showPeriodNeighbors(state) {
  const { turn } = turnOf(state.word);
  let before = null;
  const found = domains.map(({ name, counts }, period) => {
    const near = neighborsIn(period, state.word);
    const known = before;
    if (near) before = new Set(near.map(({ word }) => word));
    const rows = (near ?? []).map(({ word }) => make("li", { class: known && !known.has(word) ? "new" : null }, wordLink(state, word)));
    return make(
      "li",
      { class: period === turn ? "period turns" : "period" },
      make("h4", {}, make("span", { class: kindIn(period, state.word) }, name), " ", make("small", {}, `${count(counts[state.word])} uses`)),
      near ? make("ol", { "aria-label": `Nearest in ${name}` }, ...rows) : make("p", { class: "absent" }, counts[state.word] ? "too rare" : "absent"),
    );
  });
  const list = make("ol", { class: domains.length > 10 ? "periods" : "periods columns" }, ...found);
  list.style.setProperty("--size", domains.length);
  byId("neighbors").replaceChildren(list, make("p", { class: "note" }, "In bold: not among its nearest words in the period before."));
}
