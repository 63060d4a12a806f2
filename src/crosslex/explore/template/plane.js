// The word's neighborhoods of both domains, in one plane.

import { kindOfSide, nameOf, names, planeOf, words } from "./data.js";
import { draw, make } from "./dom.js";
import { around, placeLabels } from "./labels.js";
import { extent, linear } from "./scale.js";

const MARGIN = 36;

export function drawPlane({ pair, word }, width, height) {
  const given = planeOf(pair, word);
  const place = fit(given, width, height);
  const points = given.map((point) => ({
    ...point,
    ...place(point),
    label: point.itself ? `${names[point.word]} in ${nameOf(pair, point.side)}` : names[point.word],
    spoken: `${names[point.word]}, ${point.itself ? "the word itself" : "near it"} in ${nameOf(pair, point.side)}`,
    strong: point.itself,
    kind: kindOfSide(pair, point.side),
  }));
  const important = points.toSorted((one, other) => Number(other.itself) - Number(one.itself));
  const labels = placeLabels(important, width, height, { obstacles: points.map((point) => around(point, 4)) });
  const marks = [
    ...joins(points),
    ...points.map(shape),
    ...labels.map((label) =>
      draw("text", { class: `label halo ${label.kind} ${label.strong ? "strong" : ""}`, x: label.left, y: label.base }, label.label),
    ),
  ];
  const caption = [
    ...["● ", " ◆ "].flatMap((sign, side) => [make("span", { class: kindOfSide(pair, side) }, sign, nameOf(pair, side)), " "]),
    "· Nearer is more alike; lines join a word that is in both.",
  ];
  return { points, marks, caption, height, summary: `Map of the neighbors of ${words[word]}` };
}

// One scale for both directions, so that distances can be compared.
function fit(points, width, height) {
  const [left, right] = extent(points.map(({ x }) => x));
  const [low, high] = extent(points.map(({ y }) => y));
  const scale = Math.min((width - 2 * MARGIN - 60) / (right - left || 1), (height - 2 * MARGIN) / (high - low || 1));
  const x = linear(0, 1, width / 2 - (scale * (left + right)) / 2, width / 2 - (scale * (left + right)) / 2 + scale);
  const y = linear(0, 1, height / 2 + (scale * (low + high)) / 2, height / 2 + (scale * (low + high)) / 2 - scale);
  return (point) => ({ x: x(point.x), y: y(point.y) });
}

function joins(points) {
  const second = new Map(points.filter(({ side }) => side === 1).map((point) => [point.word, point]));
  return points
    .filter(({ side, word }) => side === 0 && second.has(word))
    .map((one) => {
      const other = second.get(one.word);
      return draw("line", { class: one.itself && other.itself ? "join itself" : "join", x1: one.x, y1: one.y, x2: other.x, y2: other.y });
    });
}

function shape({ x, y, side, itself, kind }) {
  const size = itself ? 8 : 4.5;
  if (side === 0) return draw("circle", { class: `shape ${kind}`, cx: x, cy: y, r: size });
  const long = size * 1.25;
  return draw("path", { class: `shape ${kind}`, d: `M${x} ${y - long}l${long} ${long}l${-long} ${long}l${-long} ${-long}z` });
}
