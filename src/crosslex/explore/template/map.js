// The map of one word or of all: which drawing is shown, and its caption.

import { byId } from "./dom.js";
import { drawPlane } from "./plane.js";
import { plot } from "./plot.js";
import { drawScatter } from "./scatter.js";

export function startMap(change) {
  for (const button of document.querySelectorAll("[data-map]")) {
    button.addEventListener("click", () => change({ map: button.dataset.map }));
  }
}

export function showMap(state, width, choose) {
  const height = Math.round(Math.min(480, Math.max(340, width * 0.64)));
  const drawing = (state.map === "all" ? drawScatter : drawPlane)(state, width, height);
  for (const button of document.querySelectorAll("[data-map]")) {
    button.setAttribute("aria-pressed", String(button.dataset.map === state.map));
  }
  byId("map-caption").replaceChildren(...(drawing.points.length ? drawing.caption : ["There is nothing to draw."]));
  plot("map", drawing, width, height, choose);
}
