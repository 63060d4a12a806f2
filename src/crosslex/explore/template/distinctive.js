// The words that distinguish a domain from the others.

import { distinctionOf, domains, isPhrase, kindOf, words } from "./data.js";
import { byId, make } from "./dom.js";
import { count, figure } from "./format.js";
import { wordLink } from "./link.js";
import { nameOfDomain } from "./story.js";

const LISTED = 15;
const BEYOND_CHANCE = 1.96;
const NUMBER = /^(<number>|[^\p{L}]*)$/u;

// The most distinctive first, with their z-scores; numbers say little of a domain.
export function distinctiveOf(domain, phrases) {
  const found = [];
  words.forEach((_, word) => {
    const score = distinctionOf(domain, word);
    if (score > BEYOND_CHANCE && !NUMBER.test(words[word]) && (phrases || !isPhrase(word))) found.push({ word, score });
  });
  return found.sort((one, other) => other.score - one.score || one.word - other.word);
}

export function showDistinctive(state) {
  const found = domains.map((_, domain) => distinctiveOf(domain, state.phrases));
  byId("distinctive").closest("section").hidden = !found.some((each) => each.length);
  byId("distinctive").replaceChildren(...found.map((each, domain) => column(state, domain, each)));
}

function column(state, domain, found) {
  const most = found[0]?.score ?? 1;
  const rows = found.slice(0, LISTED).map(({ word, score }) => {
    const bar = make("span", { class: `length ${kindOf(domain)}`, "aria-hidden": "true" });
    bar.style.setProperty("width", `${(100 * score) / most}%`);
    return make("li", {}, wordLink(state, word), make("small", {}, figure(score)), make("span", { class: "track" }, bar));
  });
  const none = rows.length ? null : make("p", { class: "absent" }, "No word is typical of it alone.");
  return make(
    "div",
    { class: "column" },
    make("h4", {}, nameOfDomain(domain), make("small", {}, sizeOf(found.length))),
    make("ol", { "aria-label": `Most distinctive of ${domains[domain].name}` }, ...rows),
    none,
  );
}

function sizeOf(number) {
  if (!number) return "";
  return number === 1 ? " 1 word" : ` ${count(number)} words`;
}
