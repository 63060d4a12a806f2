// Sentences of both domains, with the word marked where it stands.

import { domains, examplesIn, kindIn, sensesOf, timeline } from "./data.js";
import { byId, make } from "./dom.js";
import { listed, NO_CONTEXTS } from "./format.js";
import { nameOfDomain } from "./story.js";

export function showExamples({ pair, word, sense }) {
  const chosen = sensesOf(word)?.senses[sense];
  const columns = chosen ? sensesOf(word).domains.map((domain, at) => ({ domain, examples: chosen.examples[at] })) : ofAll(pair, word);
  byId("examples").replaceChildren(
    chosen ? make("p", { class: "note" }, `Uses with ${listed(chosen.contexts.slice(0, 3)) || NO_CONTEXTS}.`) : "",
    make("div", { class: "quotes" }, ...columns.map((each) => column(each, word))),
  );
}

function ofAll(pair, word) {
  const shown = timeline ? domains.map((_, domain) => domain) : pair.domains;
  return shown.map((domain) => ({ domain, examples: examplesIn(domain, word) }));
}

const SHOWN = 3;

function column({ domain, examples }, word) {
  const all = examples.map((example) => make("blockquote", {}, make("p", {}, ...marked(example))));
  const more = all.slice(SHOWN);
  const rest = more.length ? [make("details", {}, make("summary", {}, `${more.length} more`), ...more)] : [];
  const quotes = [...all.slice(0, SHOWN), ...rest];
  const none = quotes.length ? [] : [make("p", { class: "absent" }, "No sentence with it was kept.")];
  return make("div", { class: kindIn(domain, word) }, make("h4", {}, nameOfDomain(domain)), ...quotes, ...none);
}

function marked({ text, places }) {
  const parts = [];
  let at = 0;
  for (let place = 0; place < places.length; place += 2) {
    parts.push(text.slice(at, places[place]), make("mark", {}, text.slice(places[place], places[place + 1])));
    at = places[place + 1];
  }
  return [...parts, text.slice(at)];
}
