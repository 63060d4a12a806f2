// Light or dark: as the system has it, until someone chooses.

import { byId } from "./dom.js";

const KEY = "crosslex-theme";

export function startTheme() {
  const button = byId("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    button.textContent = dark() ? "Light" : "Dark";
  };
  const chosen = recall();
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    remember(document.documentElement.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}

// A browser may forbid a page of a file to remember anything.
function recall() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It is then forgotten, which harms nobody.
  }
}
