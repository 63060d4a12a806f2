// Sentences of both domains, with the word marked where it stands.

import { examplesOf } from "./data.js";
import { byId, make } from "./dom.js";
import { domainName } from "./story.js";

export function showExamples({ pair, word }) {
  const columns = [0, 1].map((side) => {
    const quotes = examplesOf(pair, side, word).map((example) => make("blockquote", {}, make("p", {}, ...marked(example))));
    const none = quotes.length ? [] : [make("p", { class: "absent" }, "No sentence with it was kept.")];
    return make("div", { class: "ab"[side] }, make("h4", {}, domainName(pair, side)), ...quotes, ...none);
  });
  byId("examples").replaceChildren(make("div", { class: "quotes" }, ...columns));
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
