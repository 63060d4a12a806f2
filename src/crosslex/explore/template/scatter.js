// All words by frequency and change.

import { countOf, isPhrase, isSignificant, nameOf, shiftOf, testedWords, words } from "./data.js";
import { draw } from "./dom.js";
import { count, figure } from "./format.js";
import { around, placeLabels, textBox } from "./labels.js";
import { dots } from "./plot.js";
import { extent, linear, powers, ticks } from "./scale.js";

const MARGIN = { left: 34, right: 12, top: 22, bottom: 44 };
const LABELLED = 40;

export function drawScatter({ pair, phrases }, width, height) {
  const used = (each) => Math.log10(countOf(pair, 0, each) + countOf(pair, 1, each) || 1);
  const shown = (each) => phrases || !isPhrase(each);
  const tested = testedWords(pair).filter((each) => shown(each) && shiftOf(pair, each).change.value !== null);
  const changes = tested.map((each) => shiftOf(pair, each).change.value);
  const [rare, frequent] = extent(tested.map(used));
  const [least, most] = extent(changes);
  const x = linear(rare, frequent, MARGIN.left, width - MARGIN.right);
  const y = linear(least, most, height - MARGIN.bottom, MARGIN.top);
  const points = tested.map((each, place) => ({
    word: each,
    x: x(used(each)),
    y: y(changes[place]),
    label: words[each],
    spoken: `${words[each]}, change ${figure(changes[place], 2)}`,
    significant: isSignificant(shiftOf(pair, each).change),
    rank: shiftOf(pair, each).rank,
    kind: "",
  }));
  // By change, so that arrow keys go down the list.
  points.sort((one, other) => one.rank - other.rank);
  const important = points.slice(0, LABELLED);
  const axes = [
    { label: "↑ more change", x: 0, y: 10, anchor: "start" },
    { label: `times used, ${nameOf(pair, 0)} and ${nameOf(pair, 1)} together →`, x: width, y: height - 4, anchor: "end" },
    ...ticks(least, most, 5).map((tick) => ({
      label: figure(tick, Number.isInteger(tick) ? 0 : 1), x: MARGIN.left - 8, y: y(tick) + 4, anchor: "end",
    })),
    ...powers(rare, frequent).map((power) => ({
      label: count(10 ** power), x: x(power), y: height - MARGIN.bottom + 22, anchor: "middle",
    })),
  ];
  // The dots far from the crowd: a label on one of them would hide a word worth finding.
  const obstacles = [...points.slice(0, 4 * LABELLED).map((point) => around(point, 2)), ...axes.map((text) => textBox(text))];
  const labels = placeLabels(important, width, height, { gap: 6, obstacles });
  const marks = [
    ...ticks(least, most, 5).map((tick) => draw("line", { class: "grid", x1: MARGIN.left, x2: width, y1: y(tick), y2: y(tick) })),
    ...axes.map((text) => draw("text", { class: "axis-label", x: text.x, y: text.y, "text-anchor": text.anchor }, text.label)),
    dots(points.filter(({ significant }) => !significant), "dots"),
    dots(points.filter(({ significant }) => significant), "dots significant"),
    ...labels.map((label) =>
      draw("text", { class: "label halo", x: label.left, y: label.base }, label.label),
    ),
  ];
  const caption = ["Each dot is a word; dark dots differ by more than is usual within one domain (q < .05)."];
  return { points, marks, caption, summary: `Map of ${count(points.length)} words by frequency and change` };
}
