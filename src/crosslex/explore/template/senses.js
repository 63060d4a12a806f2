// The senses of a word: one bar per domain, cut by the share of each, and what they are.

import { domains, sensesOf, timeline, words } from "./data.js";
import { byId, make } from "./dom.js";
import { NO_CONTEXTS } from "./format.js";
import { nameOfDomain } from "./story.js";

// Percent that a figure needs to stand in a bar, which is shorter on a phone.
const wideEnough = () => (innerWidth < 480 ? 16 : 9);

export function startSenses(getState, change) {
  byId("senses").addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-sense]")?.dataset.sense;
    if (chosen === undefined) return;
    const sense = Number(chosen);
    change({ sense: getState().sense === sense ? -1 : sense });
    byId("senses").querySelector(`button[data-sense="${sense}"]`).focus({ preventScroll: true });
  });
}

export function showSenses({ word, sense: chosen }) {
  const found = sensesOf(word);
  byId("senses-title").textContent = found?.note ? "Groups of its uses" : "Its senses";
  if (!found) {
    byId("senses").replaceChildren(make("p", { class: "note" }, "Senses were not computed for this word; ", make("code", {}, `crosslex senses MODEL ${words[word].includes(" ") ? `"${words[word]}"` : words[word]}`), " shows them."));
    return;
  }
  const { domains: compared, senses, note } = found;
  if (senses.length < 2) {
    byId("senses").replaceChildren(make("p", { class: "note" }, "No senses could be told apart: its uses form one group."));
    return;
  }
  byId("senses").replaceChildren(
    make("p", { class: "note" }, `Its uses form ${senses.length} groups. ${note && `${note} `}Choose one to read its sentences.`),
    bars(compared, senses, chosen),
    make("ol", { class: "senses" }, ...senses.map((sense, place) => legend(sense, place, compared, chosen))),
  );
}

function bars(compared, senses, chosen) {
  const rows = compared.map((domain, at) => {
    const cuts = senses.map(({ shares, contexts }, place) => {
      const { value } = shares[at];
      const text = value >= wideEnough() ? `${value}%` : "";
      const dim = chosen >= 0 && chosen !== place ? " dim" : "";
      const cut = make("span", { class: `cut s${place % 6}${dim}`, "data-sense": place, title: `${value}% ${contexts.slice(0, 3).join(", ")}` }, text);
      cut.style.setProperty("flex-grow", value);
      return value ? cut : null;
    });
    const spoken = senses.map(({ shares, contexts }) => `${shares[at].value}% ${contexts[0] ?? ""}`).join(", ");
    return make(
      "div",
      { class: "bar-row" },
      make("span", { class: "bar-name" }, nameOfDomain(domain)),
      make("span", { class: "stack", role: "img", "aria-label": `${domains[domain].name}: ${spoken}` }, ...cuts),
    );
  });
  return make("div", { class: "bars" }, ...rows);
}

function legend({ contexts, shares }, place, compared, chosen) {
  const figures = compared.map((domain, at) => {
    const { value, low, high } = shares[at];
    return make("span", { class: "share" }, nameOfDomain(domain), ` ${value}% `, make("small", {}, `(${low}–${high})`));
  });
  return make(
    "li",
    {},
    make(
      "button",
      { type: "button", class: "sense", "data-sense": place, "aria-pressed": String(place === chosen) },
      make("span", { class: `swatch s${place % 6}`, "aria-hidden": "true" }),
      contexts.join(", ") || NO_CONTEXTS,
    ),
    // Of many periods, the bars show enough.
    timeline ? null : make("span", { class: "shares" }, ...figures),
  );
}
