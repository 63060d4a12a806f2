// Three domains and more: how far the word moves between any two of them.

import { domains, isSignificant, pairs, shiftOf, words } from "./data.js";
import { byId, make } from "./dom.js";
import { figure, probability } from "./format.js";
import { nameOfDomain } from "./story.js";

export function startMatrix(change) {
  byId("matrix").addEventListener("click", (event) => {
    const cell = event.target.closest("[data-pair]");
    if (!cell) return;
    change({ pair: pairs[Number(cell.dataset.pair)] });
    byId("matrix").querySelector(`[data-pair="${cell.dataset.pair}"]`).focus({ preventScroll: true });
  });
}

export function showMatrix({ pair, word }) {
  byId("matrix").closest("section").hidden = domains.length < 3;
  if (domains.length < 3) return;
  const changes = pairs.map((each) => shiftOf(each, word)?.change ?? null);
  const most = Math.max(...changes.map((change) => change?.value ?? 0), 1e-9);
  const last = domains.length - 1;
  const head = make("tr", {}, make("td", {}), ...domains.slice(1).map((_, at) => make("th", { scope: "col" }, nameOfDomain(at + 1))));
  const rows = domains.slice(0, last).map((_, from) => {
    const cells = domains.slice(1).map((_, at) => {
      const place = pairs.findIndex((each) => each.domains[0] === from && each.domains[1] === at + 1);
      return make("td", {}, place < 0 ? null : cell(place, changes[place], most, pairs[place] === pair));
    });
    return make("tr", {}, make("th", { scope: "row" }, nameOfDomain(from)), ...cells);
  });
  const caption = make("caption", { class: "visually-hidden" }, `Change of ${words[word]} between any two domains`);
  byId("matrix").replaceChildren(make("table", { class: "matrix" }, caption, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function cell(place, change, most, current) {
  const names = pairs[place].domains.map((domain) => domains[domain].name).join(" and ");
  const known = change && change.value !== null;
  const says = known ? `${figure(change.value, 2)}, ${probability(change.q)}` : "not tested";
  const button = make(
    "button",
    { type: "button", "data-pair": place, "aria-pressed": String(current), "aria-label": `${names}: ${says}`, title: `${names}: ${says}` },
    known ? figure(change.value, 2) : "–",
    known && isSignificant(change) ? make("span", { class: "dot", "aria-hidden": "true" }, "●") : null,
  );
  const strength = known ? Math.max(0, change.value) / most : 0;
  button.style.setProperty("--strength", `${Math.round(60 * strength)}%`);
  return button;
}
