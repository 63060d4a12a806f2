// All words in one drawing, by change or by frequency: which is shown, and its caption.

import { byId } from "./dom.js";
import { plot } from "./plot.js";
import { drawRates } from "./rates.js";
import { drawScatter } from "./scatter.js";

export function startMap(change) {
  for (const button of document.querySelectorAll("[data-map]")) {
    button.addEventListener("click", () => change({ map: button.dataset.map }));
  }
}

export function showMap(state, width, choose) {
  const height = Math.round(Math.min(620, Math.max(340, width * 0.56)));
  const drawing = (state.map === "rates" ? drawRates : drawScatter)(state, width, height);
  for (const button of document.querySelectorAll("[data-map]")) {
    button.setAttribute("aria-pressed", String(button.dataset.map === state.map));
  }
  byId("map-caption").replaceChildren(...(drawing.points.length ? drawing.caption : ["There is nothing to draw."]));
  plot("map", drawing, width, height, choose);
}
