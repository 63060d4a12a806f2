// A word that can be followed: a true link, so that it opens in a new tab too.

import { names, words } from "./data.js";
import { make } from "./dom.js";
import { writeState } from "./state.js";

export function wordLink(state, word, attributes = {}) {
  if (word >= words.length) return make("span", { title: "not among the words of this page", ...attributes }, names[word]);
  const href = writeState({ ...state, word, sense: -1 });
  return make("a", { href, "data-word": word, title: words[word], ...attributes }, words[word]);
}

// Follow links without their old address, in which another part of the state may be stale.
export function followLinks(root, choose) {
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-word]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    choose(Number(link.dataset.word));
  });
}
