// The search box: a combobox that completes words, and forms of words.

import { countOf, isPhrase, lowered, normal, totalOf, wordForms, words } from "./data.js";
import { byId, make } from "./dom.js";
import { count, uses } from "./format.js";

const SHOWN = 8;

export function startSearch(getState, choose) {
  const input = byId("search");
  const list = byId("completions");
  const note = byId("search-note");
  let found = [];
  let active = -1;

  function complete() {
    const typed = normal(input.value);
    found = typed ? matches(typed) : [];
    show(-1);
    note.textContent = typed && !found.length ? "No word on this page is spelled so." : "";
  }

  function show(place) {
    active = place;
    const { pair } = getState();
    list.replaceChildren(
      ...found.map(({ word, form }, at) =>
        make(
          "li",
          { role: "option", id: `completion-${at}`, "aria-selected": String(at === active), "data-at": at },
          make("span", {}, form ? `${form} → ${words[word]}` : words[word]),
          make("span", {}, pair ? `${count(countOf(pair, 0, word))} · ${count(countOf(pair, 1, word))}` : uses(totalOf(word))),
        ),
      ),
    );
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(found.length > 0));
    if (active >= 0) input.setAttribute("aria-activedescendant", `completion-${active}`);
    else input.removeAttribute("aria-activedescendant");
  }

  function close() {
    found = [];
    show(-1);
  }

  function take(at) {
    if (!found.length) complete();
    const word = found[Math.max(0, at)]?.word;
    if (word === undefined) return;
    input.value = words[word];
    input.select();
    note.textContent = "";
    close();
    choose(word);
  }

  input.addEventListener("input", complete);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!found.length) complete();
      const size = found.length + 1;
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (found.length) show(((active + 1 + step + size) % size) - 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      take(active);
    } else if (event.key === "Escape") {
      if (!found.length) input.value = "";
      close();
    }
  });
  // Before the blur that a click brings.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) take(Number(option.dataset.at));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

// Words are in the order of their frequency, so the first of each kind are the likeliest.
function matches(typed) {
  const exact = lowered.indexOf(typed);
  const ranked = exact < 0 ? [] : [{ word: exact }];
  const formed = wordForms().get(typed);
  if (formed !== undefined) ranked.push({ word: formed, form: typed });
  const taken = new Set(ranked.map(({ word }) => word));
  const begins = (word) => lowered[word].startsWith(typed);
  const kinds = [(word) => begins(word) && !isPhrase(word), begins, (word) => lowered[word].includes(typed)];
  for (const fits of kinds) {
    for (let word = 0; word < words.length && ranked.length < SHOWN; word += 1) {
      if (!taken.has(word) && fits(word)) {
        taken.add(word);
        ranked.push({ word });
      }
    }
  }
  return ranked;
}
