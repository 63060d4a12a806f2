// A word's way through ordered domains: similarity and frequency, and its neighbors in each.

import { domains, groups, kindIn, lines, neighborsIn, periodOf, periods, perMillion, similarityOf, turnOf, words } from "./data.js";
import { columns, drawCurve, groupKeys, leastOf } from "./curve.js";
import { byId, draw, make } from "./dom.js";
import { count, figure, uses } from "./format.js";
import { wordLink } from "./link.js";
import { linear, ticks } from "./scale.js";

const CURVE = { top: 38, bottom: 200 };
const BARS = { top: 250, bottom: 310 };
const HEIGHT = 332;
const ROOM = 74;
const WIDE = 22;

export function drawTimeline({ word }) {
  const width = byId("timeline").clientWidth;
  const size = periods.length;
  const x = columns(size, width);
  const least = Math.max(-1, leastOf([word]) - 0.03);
  const y = Object.assign(linear(least, 1, CURVE.bottom, CURVE.top), { least });
  const rates = domains.map((_, domain) => perMillion(domain, word));
  const tall = linear(0, Math.max(...rates, 1e-9), 0, BARS.bottom - BARS.top);
  const { turn } = turnOf(word);
  const far = (period) => turn < 0 || (Math.abs(turn - period) * width) / size > ROOM;
  const said = (period) => width / size > ROOM || period === turn || ([0, size - 1].includes(period) && far(period));
  const bar = Math.min(36, (2 * width) / size / 3) / lines.length;
  const similarity = similarityOf(word);
  const last = groups ? "its last use in all groups" : (domains[similarity.findLastIndex((found) => found)]?.name ?? "its last period");
  const marks = [
    draw("text", { class: "title", x: 0, y: 12 }, `Similarity to ${last}`),
    ...ticks(least, 1, 4).flatMap((tick) => [
      draw("line", { class: "grid", x1: 0, x2: width, y1: y(tick), y2: y(tick) }),
      draw("text", { x: 0, y: y(tick) - 3 }, figure(tick, least > 0.8 ? 2 : 1)),
    ]),
    ...drawCurve(word, x, y),
    draw("text", { class: "title", x: 0, y: BARS.top - 24 }, "Uses per million words"),
    draw("line", { class: "grid", x1: 0, x2: width, y1: BARS.bottom, y2: BARS.bottom }),
    ...lines.flatMap((line, at) => line.domains.flatMap((domain) => {
      const middle = x(periodOf(domain)) + bar * (at - (lines.length - 1) / 2);
      const top = BARS.bottom - tall(rates[domain]);
      return [
        draw("rect", { class: `uses ${kindIn(domain, word)}`, x: middle - bar / 2, width: bar, y: top, height: tall(rates[domain]) }),
        said(periodOf(domain)) && (!groups || bar > WIDE) ? draw("text", { x: middle, y: top - 4, "text-anchor": "middle" }, rates[domain] ? count(Math.round(rates[domain])) : groups ? "0" : "absent") : null,
      ];
    })),
    ...periods.map((name, period) => said(period) ? draw("text", { class: `name ${groups ? "" : kindIn(period, word)}`, x: x(period), y: HEIGHT - 4, "text-anchor": anchor(period, size, width) }, name) : null),
  ];
  const spoken = domains.map(({ name, counts }, domain) => `${name}: ${similarity[domain] ? figure(similarity[domain].value, 2) : counts[word] ? "too few uses" : "absent"}`).join(", ");
  const keys = groups ? [make("p", { class: "note" }, ...groupKeys())] : [];
  byId("timeline").replaceChildren(
    ...keys,
    draw("svg", { class: "timeline", width, height: HEIGHT, role: "img", "aria-label": `Similarity of ${words[word]} to ${last}. ${spoken}` }, ...marks),
  );
}

function anchor(period, size, width) {
  if (width / size > ROOM) return "middle";
  return period === 0 ? "start" : period === size - 1 ? "end" : "middle";
}

export function showPeriodNeighbors(state) {
  const found = lines.flatMap((line) => {
    let before = null;
    return periods.map((name, period) => {
      const domain = line.domains.find((each) => periodOf(each) === period);
      const near = domain === undefined ? null : neighborsIn(domain, state.word);
      const item = column(state, domain, line.name ? `${line.name} ${name}` : name, near, before);
      if (near) before = new Set(near.map(({ word }) => word));
      return item;
    });
  });
  const list = make("ol", { class: periods.length > 10 ? "periods" : "periods columns" }, ...found);
  list.style.setProperty("--size", periods.length);
  byId("neighbors").replaceChildren(list, make("p", { class: "note" }, "In bold: not among its nearest words in the period before. With fewer than 10 uses, they are mostly those of all periods."));
}

function column(state, domain, name, near, known) {
  const used = domain === undefined ? 0 : domains[domain].counts[state.word];
  const rows = (near ?? []).map(({ word }) => make("li", { class: known && !known.has(word) ? "new" : null }, wordLink(state, word)));
  return make(
    "li",
    { class: domain !== undefined && domain === turnOf(state.word).turn ? "period turns" : "period" },
    make("h4", {}, make("bdi", { class: domain === undefined ? "" : kindIn(domain, state.word) }, name), " ", make("small", {}, uses(used))),
    near ? make("ol", { "aria-label": `Nearest in ${name}` }, ...rows) : make("p", { class: "absent" }, domain === undefined ? "no text" : "absent"),
  );
}
