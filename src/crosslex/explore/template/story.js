// The headline: what the figures say of the word, in a sentence.

import { countOf, isSignificant, nameOf, neighborsOf, shiftOf, testedWords, words } from "./data.js";
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
  const tested = testedWords(pair);
  const changed = tested.filter((word) => isSignificant(shiftOf(pair, word).change)).length;
  const names = `${nameOf(pair, 0)} and ${nameOf(pair, 1)}`;
  const none = changed ? count(changed) : "none";
  byId("standfirst").textContent = tested.length
    ? `Of the ${count(tested.length)} words here that ${names} both use often enough to compare, ${none} ` +
      `${changed === 1 ? "changes" : "change"} more than words like ${changed === 1 ? "it" : "them"} do.`
    : `${count(words.length)} words of ${names}; none was tested for change.`;
}

export function domainName(pair, side) {
  return make("span", { class: "ab"[side] }, nameOf(pair, side));
}

function sentence(pair, word) {
  const it = make("em", {}, `“${words[word]}”`);
  const [first, second] = [domainName(pair, 0), domainName(pair, 1)];
  const here = [0, 1].filter((side) => neighborsOf(pair, side, word));
  if (here.length === 0) return [it, " belongs to neither ", first, " nor ", second];
  if (here.length === 1) return [it, " is at home in ", [first, second][here[0]], " alone"];
  const shift = shiftOf(pair, word);
  if (!shift) return [it, " was not tested for change from ", first, " to ", second];
  if (isSignificant(shift.change)) return [it, " is used in other contexts in ", second, " than in ", first];
  const compared = shift.change.low > 0 ? ", perhaps more than words like it" : ", but no more than words like it";
  if (isSignificant(shift.difference)) return [it, " moves from ", first, " to ", second, compared];
  return ["No sign that ", it, " means one thing in ", first, ", another in ", second];
}

function deck(pair, word) {
  const parts = [];
  for (const side of [0, 1]) {
    const near = neighborsOf(pair, side, word);
    if (!near) continue;
    const nearest = listed(near.slice(0, 3).map((neighbor) => words[neighbor.word]));
    const used = times(countOf(pair, side, word));
    parts.push(parts.length ? " In " : "In ", domainName(pair, side), `, which uses it ${used}, it stands nearest to ${nearest}.`);
  }
  return parts;
}
