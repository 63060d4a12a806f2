// The second view: the words that distinguish each domain from the others.

import { distinctionOf, domains, isPhrase, kindOf, words } from "./data.js";
import { byId, make } from "./dom.js";
import { count, figure, listed } from "./format.js";
import { drawRates } from "./rates.js";
import { wordLink } from "./link.js";
import { plot } from "./plot.js";
import { nameOfDomain } from "./story.js";

const LISTED = 25;
const BEYOND_CHANCE = 1.96;

export function startViews(change) {
  for (const button of document.querySelectorAll("[data-view]")) {
    button.addEventListener("click", () => change({ view: button.dataset.view }));
  }
}

export function showView({ view }) {
  byId("word-view").hidden = view !== "word";
  byId("distinctive-view").hidden = view !== "distinctive";
  for (const button of document.querySelectorAll("[data-view]")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
}

export function showDistinctive(state) {
  byId("distinctive-headline").textContent = `What ${listed(domains.map(({ name }) => name))} talk about`;
  byId("distinctive").replaceChildren(...domains.map((_, domain) => column(state, domain)));
}

export function drawDistinctive(state, choose) {
  const width = byId("rates").clientWidth;
  const height = Math.round(Math.min(620, Math.max(340, width * 0.62)));
  const drawing = drawRates(state, width, height);
  byId("rates-caption").replaceChildren(...drawing.caption);
  plot("rates", drawing, width, height, choose);
}

function column(state, domain) {
  const found = [];
  words.forEach((_, word) => {
    const score = distinctionOf(domain, word);
    if (score > BEYOND_CHANCE && (state.phrases || !isPhrase(word))) found.push({ word, score });
  });
  found.sort((one, other) => other.score - one.score || one.word - other.word);
  const most = found[0]?.score ?? 1;
  const rows = found.slice(0, LISTED).map(({ word, score }) => {
    const bar = make("span", { class: `length ${kindOf(domain)}`, "aria-hidden": "true" });
    bar.style.setProperty("width", `${(100 * score) / most}%`);
    return make(
      "li",
      {},
      wordLink({ ...state, view: "word" }, word),
      make("small", {}, figure(score)),
      make("span", { class: "track" }, bar),
    );
  });
  const none = rows.length ? null : make("p", { class: "absent" }, "No word is typical of it alone.");
  const used = `${count(found.length)} words`;
  return make(
    "div",
    { class: "column" },
    make("h3", {}, nameOfDomain(domain), make("span", {}, ` ${used}`)),
    make("ol", { "aria-label": `Most distinctive of ${domains[domain].name}` }, ...rows),
    none,
  );
}
