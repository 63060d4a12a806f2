// The change of one word, drawn with its interval before the changes of all words.

import { countOf, domains, isLeftOut, isSignificant, nameOf, shiftOf, testedWords, words } from "./data.js";
import { byId, draw, make } from "./dom.js";
import { count, figure, probability } from "./format.js";
import { extent, linear, ticks } from "./scale.js";

const BINS = 48;
const HEIGHT = 128;
const GROUND = 96;

export function showChange({ pair, word }, width) {
  const shift = shiftOf(pair, word);
  const box = byId("change");
  if (!shift || shift.change.value === null) {
    box.replaceChildren(make("p", { class: "absent" }, ...whyUntested(pair, word)));
    return;
  }
  box.replaceChildren(chart(pair, shift.change, Math.min(width, 672)), says(shift, pair));
}

function whyUntested(pair, word) {
  if (!pair.tested) return [`It was not tested: ${pair.verdict}`];
  const used = [0, 1].every((side) => countOf(pair, side, word));
  if (!used || !isLeftOut(word)) return ["It was not tested: words are left out that one of the two uses rarely, or not at all."];
  const named = domains.length > 2 ? ` --domains "${nameOf(pair, 0)},${nameOf(pair, 1)}"` : "";
  return ["It was not tested; ", make("code", {}, `crosslex shifts MODEL${named} --words "${words[word]}"`), " tests it."];
}

function says({ rank, change }, { tested, typical }) {
  const sure = isSignificant(change) ? "more" : "not surely more";
  return make(
    "p",
    { class: "says" },
    make("strong", {}, "Change"),
    ` ${range(change, 2)}; a typical word has ${figure(typical, 2)}. Its uses differ ${sure} than those of words do within one domain (${probability(change.q).replaceAll(" ", "\u00a0")}). Place ${count(rank)} of ${count(tested)} words tested.`,
  );
}

function range({ value, low, high }, digits) {
  return `${figure(value, digits)} (${figure(low, digits)} to ${figure(high, digits)})`;
}

function chart(pair, change, width) {
  const values = testedWords(pair).map((word) => pair.shifts[word][1][0]).filter((value) => value !== null);
  const [least, most] = extent([...values, change.low ?? change.value, change.high ?? change.value]);
  const x = linear(least, most, 6, width - 6);
  const heights = new Array(BINS).fill(0);
  for (const value of values) heights[Math.min(BINS - 1, Math.floor(((value - least) / (most - least || 1)) * BINS))] += 1;
  const tallest = Math.max(...heights);
  const step = (width - 12) / BINS;
  const bars = heights.map((height, bin) => {
    const tall = (height / tallest) * 56;
    return draw("rect", { class: "bar", x: 6 + bin * step, width: Math.max(1, step - 1), y: GROUND - tall, height: tall });
  });
  const labels = ticks(least, most, 6).map((tick) =>
    draw("text", { x: x(tick), y: GROUND + 16, "text-anchor": "middle" }, figure(tick, Number.isInteger(tick) ? 0 : 2)),
  );
  const at = x(change.value);
  const anchor = at < 60 ? "start" : at > width - 60 ? "end" : "middle";
  return draw(
    "svg",
    {
      class: "strip", width, height: HEIGHT, role: "img",
      "aria-label": `Change ${range(change, 2)} among those of ${count(values.length)} words, which go from ${figure(least, 2)} to ${figure(most, 2)}`,
    },
    ...bars,
    draw("line", { class: "axis", x1: 0, x2: width, y1: GROUND + 0.5, y2: GROUND + 0.5 }),
    ...labels,
    draw("text", { x: 0, y: HEIGHT - 1 }, "← the same neighbors"),
    draw("text", { x: width, y: HEIGHT - 1, "text-anchor": "end" }, "other neighbors →"),
    draw("line", { class: "whisker", x1: x(change.low ?? least), x2: x(change.high ?? most), y1: 26, y2: 26 }),
    draw("circle", { class: isSignificant(change) ? "point" : "point open", cx: at, cy: 26, r: 6 }),
    draw("text", { class: "value", x: at, y: 13, "text-anchor": anchor }, figure(change.value, 2)),
  );
}
