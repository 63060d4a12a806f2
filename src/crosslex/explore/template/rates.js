// How often two domains use each word: off the diagonal, one of them uses it more.

import { countOf, distinctionOf, isPhrase, kindOfSide, nameOf, words } from "./data.js";
import { draw, make } from "./dom.js";
import { count } from "./format.js";
import { around, placeLabels, textBox } from "./labels.js";
import { dots } from "./plot.js";
import { extent, linear, powers } from "./scale.js";

const MARGIN = { left: 52, right: 14, top: 24, bottom: 44 };
const LABELLED = 30;
const PER = 100_000;

export function drawRates({ pair, phrases }, width, height) {
  const sides = [0, 1];
  const shown = words.map((_, each) => each).filter((each) => phrases || !isPhrase(each));
  const totals = sides.map((side) => shown.reduce((sum, each) => sum + (isPhrase(each) ? 0 : countOf(pair, side, each)), 0) || 1);
  // Half a use where there is none, so that every word has its place.
  const rate = (side, each) => Math.log10((Math.max(countOf(pair, side, each), 0.5) * PER) / totals[side]);
  const used = shown.filter((each) => sides.some((side) => countOf(pair, side, each)));
  const [x, y] = sides.map((side) => {
    const [least, most] = extent(used.map((each) => rate(side, each)));
    return side ? linear(least, most, height - MARGIN.bottom, MARGIN.top) : linear(least, most, MARGIN.left, width - MARGIN.right);
  });
  const ends = sides.map((side) => extent(used.map((each) => rate(side, each))));
  const points = used.map((each) => point(pair, each, x(rate(0, each)), y(rate(1, each))));
  points.sort((one, other) => other.weight - one.weight);
  const important = sides.flatMap((side) => points.filter(({ side: of }) => of === side).slice(0, LABELLED));
  const axes = [
    { label: `↑ uses in ${nameOf(pair, 1)} per ${count(PER)} words`, x: 0, y: 10, anchor: "start" },
    { label: `uses in ${nameOf(pair, 0)} per ${count(PER)} words →`, x: width, y: height - 4, anchor: "end" },
    ...powers(...ends[1]).map((power) => ({ label: count(10 ** power), x: MARGIN.left - 8, y: y(power) + 4, anchor: "end" })),
    ...powers(...ends[0]).map((power) => ({ label: count(10 ** power), x: x(power), y: height - MARGIN.bottom + 20, anchor: "middle" })),
  ];
  const obstacles = [...important.map((each) => around(each, 2)), ...axes.map((text) => textBox(text))];
  const labels = placeLabels(important, width, height, { gap: 6, obstacles });
  const marks = [
    ...powers(...ends[1]).map((power) => draw("line", { class: "grid", x1: MARGIN.left, x2: width, y1: y(power), y2: y(power) })),
    ...powers(...ends[0]).map((power) => draw("line", { class: "grid", x1: x(power), x2: x(power), y1: MARGIN.top, y2: height - MARGIN.bottom })),
    ...axes.map((text) => draw("text", { class: "axis-label", x: text.x, y: text.y, "text-anchor": text.anchor }, text.label)),
    dots(points.filter(({ side }) => side < 0), "dots"),
    ...sides.map((side) => dots(points.filter(({ side: of }) => of === side), `dots typical ${kindOfSide(pair, side)}`)),
    ...labels.map((label) => draw("text", { class: `label halo ${label.kind}`, x: label.left, y: label.base }, label.label)),
  ];
  const caption = [
    "Each dot is a word. Colored ones are typical of ",
    ...sides.flatMap((side) => [side ? " or " : "", make("span", { class: kindOfSide(pair, side) }, nameOf(pair, side))]),
    ".",
  ];
  return { points, marks, caption, summary: `Map of ${count(points.length)} words by how often the two domains use them` };
}

function point(pair, word, x, y) {
  const scores = [0, 1].map((side) => distinctionOf(pair.domains[side], word));
  const more = scores[1] > scores[0] ? 1 : 0;
  const side = scores[more] > 1.96 ? more : -1;
  const where = side < 0 ? "of neither more than of the other" : `typical of ${nameOf(pair, side)}`;
  return {
    word, x, y, side,
    weight: scores[more],
    label: words[word],
    spoken: `${words[word]}, ${where}`,
    kind: side < 0 ? "" : kindOfSide(pair, side),
  };
}
