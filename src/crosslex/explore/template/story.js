// The headline: what the figures say of the word, in a sentence.

import { countOf, domains, isSignificant, kindOf, nameOf, neighborsOf, shiftOf, testedWords, words } from "./data.js";
import { byId, make } from "./dom.js";
import { count, listed, times } from "./format.js";

export function showStory({ pair, word, unknown }) {
  const headline = sentence(pair, word);
  byId("headline").replaceChildren(...headline);
  byId("deck").replaceChildren(...deck(pair, word));
  byId("search-note").textContent = unknown ? `“${unknown}” is not on this page.` : "";
  document.title = `${words[word]} · ${document.querySelector("h1").textContent}`;
}

export function showStandfirst({ pair }) {
  byId("standfirst").textContent = pair.verdict;
}

export function domainName(pair, side) {
  return nameOfDomain(pair.domains[side]);
}

export function nameOfDomain(domain) {
  return make("span", { class: kindOf(domain) }, domains[domain].name);
}

function sentence(pair, word) {
  const it = make("em", {}, `“${words[word]}”`);
  const [first, second] = [domainName(pair, 0), domainName(pair, 1)];
  const here = [0, 1].filter((side) => neighborsOf(pair, side, word));
  if (here.length === 0) return ["Neither ", first, " nor ", second, " uses ", it];
  if (here.length === 1) return ["Only ", [first, second][here[0]], " uses ", it, ", not ", [second, first][here[0]]];
  const shift = shiftOf(pair, word);
  if (!shift) return [it, " is too rare to compare ", first, " and ", second];
  if (isSignificant(shift.change)) return [it, " is used differently in ", first, " and ", second];
  return [it, " is not known to be used differently in ", first, " and ", second];
}

function deck(pair, word) {
  const parts = [];
  for (const side of [0, 1]) {
    const near = neighborsOf(pair, side, word);
    if (!near) continue;
    const nearest = listed(near.slice(0, 3).map((neighbor) => words[neighbor.word]));
    const used = times(countOf(pair, side, word));
    parts.push(parts.length ? " In " : "In ", domainName(pair, side), ` (${used}) it is nearest to ${nearest}.`);
  }
  return parts;
}
