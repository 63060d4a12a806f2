// Neighbors side by side, with lines between the words that both columns have.

import { domains, domainWeightOf, kindOf, kindOfSide, neighborsIn, neighborStabilityOf, shiftOf } from "./data.js";
import { byId, draw, make } from "./dom.js";
import { uses } from "./format.js";
import { wordLink } from "./link.js";
import { domainName, nameOfDomain } from "./story.js";

const ROW = 30;
const MOST_COLUMNS = 4;

export function showNeighbors(state) {
  const { pair, word } = state;
  // More columns than four are not read; of more domains, the two that are compared are shown.
  const shown = domains.length > MOST_COLUMNS ? pair.domains : domains.map((_, domain) => domain);
  const columns = shown.map((domain) => neighborsIn(domain, word));
  const held = columns.map((column) => (column ?? []).map(({ word: each }) => each));
  const common = new Set(held.flat().filter((each, at, all) => all.indexOf(each) !== at));
  const drawn = shown.map((domain, at) => drawColumn(state, domain, columns[at], common));
  if (shown.length === 2) drawn.splice(1, 0, joins(columns));
  const kind = shown.length === 2 ? "side-by-side two" : "side-by-side many";
  byId("neighbors").replaceChildren(
    ...contrasts(state),
    make("div", { class: kind }, ...drawn),
    make("p", { class: "note" }, columns.filter((column) => column).length < 2 ? "" : sharing(common.size), make("span", { class: "cosines" }, "Figures are cosines.")),
  );
}

// What is nearer to it in one of the two domains than in the other.
function contrasts(state) {
  const { pair } = state;
  const found = shiftOf(pair, state.word)?.contrasts ?? [];
  return found.flatMap((near, side) => near.length ? [make(
    "p",
    { class: "contrast-line" },
    make("span", {}, "Nearer in ", domainName(pair, side), " than in ", domainName(pair, 1 - side), ": "),
    ...near.flatMap((word, at) => [at ? ", " : "", wordLink(state, word, { class: kindOfSide(pair, side) })]),
  )] : []);
}

function sharing(common) {
  if (!common) return "No word is near it in two domains. ";
  const which = common === 1 ? "One word, in bold, is" : `${common} words, in bold, are`;
  return `${which} near it in more than one domain. `;
}

function drawColumn(state, domain, neighbors, common) {
  const { name, counts } = domains[domain];
  const head = make("h4", {}, nameOfDomain(domain), " ", make("small", {}, uses(counts[state.word])));
  if (!neighbors) return make("div", { class: "column" }, head, make("p", { class: "absent" }, "It has no vector here."));
  const rows = neighbors.map((neighbor) => {
    const also = common.has(neighbor.word);
    return make(
      "li",
      { class: also ? "common" : kindOf(domain) },
      wordLink(state, neighbor.word),
      also ? make("span", { class: "visually-hidden" }, "in more than one column") : null,
      make("small", {}, neighbor.cosine.toFixed(2)),
    );
  });
  return make("div", { class: "column" }, head, make("ol", { "aria-label": `Nearest in ${name}` }, ...rows), ...cautions(domain, state.word));
}

// Where a word's own text says little, its neighbors are those of all domains, or of chance.
function cautions(domain, word) {
  const own = domainWeightOf(domain, word);
  const steady = neighborStabilityOf(domain, word);
  const says = [];
  if (own <= 50) says.push(`${100 - own}% of its vector here is borrowed from all domains.`);
  if (steady < 30) says.push(`With other texts about ${Math.round(steady / 10)} of 10 neighbors would be the same.`);
  return says.map((text) => make("p", { class: "caution" }, text));
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
