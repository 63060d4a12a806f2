// A word's similarity to its last period, drawn with its band: one line per group, or one line whose
// color changes where the word turns. Periods in which groups differ are shaded.

import { differencesOf, groups, lines, periodOf, similarityOf, turnOf } from "./data.js";
import { draw, make } from "./dom.js";

// Places of the periods from left to right: the middles of columns of the same width.
export function columns(size, width) {
  return (period) => ((period + 0.5) * width) / size;
}

export function drawCurve(word, x, y) {
  const different = groups ? differencesOf(word).filter(({ differs }) => differs) : [];
  const width = x(1) - x(0);
  const shades = [...new Set(different.map(({ period }) => period))].map((period) =>
    draw("rect", { class: "differs", x: x(period) - width / 2, width, y: y(1), height: y(y.least) - y(1) }),
  );
  return [...shades, ...lines.flatMap((line) => drawLine(word, line, x, y))];
}

function drawLine(word, line, x, y) {
  const similarity = similarityOf(word);
  const points = line.domains.flatMap((domain) => (similarity[domain] ? [{ period: periodOf(domain), ...similarity[domain] }] : []));
  const { turn } = turnOf(word);
  // A turn may lie in a period with too few uses to be drawn; -1 comes before all points.
  const at = points.findIndex(({ period }) => period >= turn);
  const parts = at > 0 ? [points.slice(0, at), points.slice(at)] : [points];
  const marks = [];
  if (at > 0) {
    const [one, other] = [points[at - 1], points[at]];
    const begin = (x(turn - 1) + x(turn)) / 2;
    marks.push(draw("line", { class: "turn", x1: begin, x2: begin, y1: y(1), y2: y(y.least) }));
    marks.push(draw("line", { class: "step", x1: x(one.period), y1: y(one.value), x2: x(other.period), y2: y(other.value) }));
  }
  parts.forEach((part, place) => {
    const kind = at > 0 ? "ab"[place] : line.kind;
    const upper = part.map(({ period, high }) => `${x(period).toFixed(1)} ${y(high).toFixed(1)}`);
    const lower = part.map(({ period, low }) => `${x(period).toFixed(1)} ${y(low).toFixed(1)}`).reverse();
    if (part.length > 1) {
      marks.push(draw("path", { class: `band ${kind}`, d: `M${[...upper, ...lower].join("L")}Z` }));
      marks.push(draw("path", { class: `curve ${kind}`, d: `M${part.map(({ period, value }) => `${x(period).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}` }));
    }
    for (const { period, value, low, high } of part) {
      marks.push(draw("line", { class: `whisker ${kind}`, x1: x(period), x2: x(period), y1: y(low), y2: y(high) }));
      marks.push(draw("circle", { class: `point ${kind}`, cx: x(period), cy: y(value), r: 3 }));
    }
  });
  return marks;
}

// Which color is which group.
export function groupKeys() {
  return [...lines.flatMap(({ name, kind }) => [make("bdi", { class: kind }, name), " · "]), "shaded: they differ"];
}

// The least similarity that a drawing of some words must have room for.
export function leastOf(shown) {
  return Math.min(...shown.flatMap((word) => similarityOf(word).flatMap((found) => (found ? [found.low] : []))), 0.9);
}
