// All words in one drawing: by frequency and change, or by how often each of two domains uses them.

import { countOf, distinctionOf, isPhrase, isSignificant, kindOfSide, nameOf, shiftOf, testedWords, words } from "./data.js";
import { byId, draw, make } from "./dom.js";
import { count, figure } from "./format.js";
import { around, placeLabels, textBox } from "./labels.js";
import { dots, plot } from "./plot.js";
import { extent, linear, powers, ticks } from "./scale.js";

const BY_CHANGE = { left: 34, right: 12, top: 22, bottom: 44 };
const BY_RATE = { left: 52, right: 14, top: 24, bottom: 44 };
const LABELLED = 40;
const LABELLED_PER_SIDE = 30;
const PER = 100_000;

export function startMap(change) {
  for (const button of document.querySelectorAll("[data-map]")) {
    button.addEventListener("click", () => change({ map: button.dataset.map }));
  }
}

export function showMap(state, width, choose) {
  const height = Math.round(Math.min(620, Math.max(340, width * 0.56)));
  const compared = testedWords(state.pair).length > 0;
  document.querySelector(".switch").hidden = !compared;
  const drawing = (state.map === "rates" || !compared ? byRate : byChange)(state, width, height);
  for (const button of document.querySelectorAll("[data-map]")) {
    button.setAttribute("aria-pressed", String(button.dataset.map === state.map));
  }
  byId("map-caption").replaceChildren(...(drawing.points.length ? drawing.caption : ["There is nothing to draw."]));
  const texts = drawing.axes.map((text) => draw("text", { class: "axis-label", x: text.x, y: text.y, "text-anchor": text.anchor }, text.label));
  const obstacles = [...drawing.obstacles.map((point) => around(point, 2)), ...drawing.axes.map((text) => textBox(text))];
  const labels = placeLabels(drawing.labelled, width, height, { gap: 6, obstacles })
    .map(({ kind, left, base, label }) => draw("text", { class: `label halo ${kind}`, x: left, y: base }, label));
  plot("map", { ...drawing, marks: [...drawing.grid, ...texts, ...drawing.dots, ...labels] }, width, height, choose);
}

function byChange({ pair, phrases }, width, height) {
  const used = (word) => Math.log10(countOf(pair, 0, word) + countOf(pair, 1, word) || 1);
  const tested = testedWords(pair).filter((word) => (phrases || !isPhrase(word)) && shiftOf(pair, word).change.value !== null);
  const [rare, frequent] = extent(tested.map(used));
  const [least, most] = extent(tested.map((word) => shiftOf(pair, word).change.value));
  const x = linear(rare, frequent, BY_CHANGE.left, width - BY_CHANGE.right);
  const y = linear(least, most, height - BY_CHANGE.bottom, BY_CHANGE.top);
  const points = tested.map((word) => {
    const { change, rank } = shiftOf(pair, word);
    const spoken = `${words[word]}, change ${figure(change.value, 2)}`;
    return { word, x: x(used(word)), y: y(change.value), label: words[word], spoken, significant: isSignificant(change), rank, kind: "" };
  });
  // By change, so that arrow keys go down the list.
  points.sort((one, other) => one.rank - other.rank);
  const levels = ticks(least, most, 5);
  return {
    points,
    labelled: points.slice(0, LABELLED),
    // The dots far from the crowd: a label on one of them would hide a word worth finding.
    obstacles: points.slice(0, 4 * LABELLED),
    axes: [
      { label: "↑ more change", x: 0, y: 10, anchor: "start" },
      { label: `times used, ${nameOf(pair, 0)} and ${nameOf(pair, 1)} together →`, x: width, y: height - 4, anchor: "end" },
      ...levels.map((tick) => ({ label: figure(tick, Number.isInteger(tick) ? 0 : 1), x: BY_CHANGE.left - 8, y: y(tick) + 4, anchor: "end" })),
      ...powers(rare, frequent).map((power) => ({ label: count(10 ** power), x: x(power), y: height - BY_CHANGE.bottom + 22, anchor: "middle" })),
    ],
    grid: levels.map((tick) => draw("line", { class: "grid", x1: BY_CHANGE.left, x2: width, y1: y(tick), y2: y(tick) })),
    dots: [dots(points.filter(({ significant }) => !significant), "dots"), dots(points.filter(({ significant }) => significant), "dots significant")],
    caption: ["Each dot is a word; dark dots differ by more than is usual within one domain (q < .05)."],
    summary: `Map of ${count(points.length)} words by frequency and change`,
  };
}

function byRate({ pair, phrases }, width, height) {
  const sides = [0, 1];
  const shown = words.map((_, word) => word).filter((word) => phrases || !isPhrase(word));
  const totals = sides.map((side) => shown.reduce((sum, word) => sum + (isPhrase(word) ? 0 : countOf(pair, side, word)), 0) || 1);
  // Half a use where there is none, so that every word has its place.
  const rate = (side, word) => Math.log10((Math.max(countOf(pair, side, word), 0.5) * PER) / totals[side]);
  const used = shown.filter((word) => sides.some((side) => countOf(pair, side, word)));
  const ends = sides.map((side) => extent(used.map((word) => rate(side, word))));
  const x = linear(...ends[0], BY_RATE.left, width - BY_RATE.right);
  const y = linear(...ends[1], height - BY_RATE.bottom, BY_RATE.top);
  const points = used.map((word) => {
    const scores = sides.map((side) => distinctionOf(pair.domains[side], word));
    const more = scores[1] > scores[0] ? 1 : 0;
    const side = scores[more] > 1.96 ? more : -1;
    const spoken = `${words[word]}, ${side < 0 ? "of neither more than of the other" : `typical of ${nameOf(pair, side)}`}`;
    return { word, x: x(rate(0, word)), y: y(rate(1, word)), side, weight: scores[more], label: words[word], spoken, kind: side < 0 ? "" : kindOfSide(pair, side) };
  });
  points.sort((one, other) => other.weight - one.weight);
  const of = (side) => points.filter((point) => point.side === side);
  const labelled = sides.flatMap((side) => of(side).slice(0, LABELLED_PER_SIDE));
  return {
    points,
    labelled,
    obstacles: labelled,
    axes: [
      { label: `↑ uses in ${nameOf(pair, 1)} per ${count(PER)} words`, x: 0, y: 10, anchor: "start" },
      { label: `uses in ${nameOf(pair, 0)} per ${count(PER)} words →`, x: width, y: height - 4, anchor: "end" },
      ...powers(...ends[1]).map((power) => ({ label: count(10 ** power), x: BY_RATE.left - 8, y: y(power) + 4, anchor: "end" })),
      ...powers(...ends[0]).map((power) => ({ label: count(10 ** power), x: x(power), y: height - BY_RATE.bottom + 20, anchor: "middle" })),
    ],
    grid: [
      ...powers(...ends[1]).map((power) => draw("line", { class: "grid", x1: BY_RATE.left, x2: width, y1: y(power), y2: y(power) })),
      ...powers(...ends[0]).map((power) => draw("line", { class: "grid", x1: x(power), x2: x(power), y1: BY_RATE.top, y2: height - BY_RATE.bottom })),
    ],
    dots: [dots(of(-1), "dots"), ...sides.map((side) => dots(of(side), `dots typical ${kindOfSide(pair, side)}`))],
    caption: ["Each dot is a word. Colored ones are typical of ", make("span", { class: kindOfSide(pair, 0) }, nameOf(pair, 0)), " or ", make("span", { class: kindOfSide(pair, 1) }, nameOf(pair, 1)), "."],
    summary: `Map of ${count(points.length)} words by how often the two domains use them`,
  };
}
