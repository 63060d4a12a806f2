// The map: one of two drawings, with the pointer or the arrow keys going from point to point.

import { words } from "./data.js";
import { byId, draw } from "./dom.js";
import { drawPlane } from "./plane.js";
import { drawScatter } from "./scatter.js";

const REACH = 28;

export function startMap(change) {
  for (const button of document.querySelectorAll("[data-map]")) {
    button.addEventListener("click", () => change({ map: button.dataset.map }));
  }
}

export function showMap(state, width, choose) {
  const height = Math.round(Math.min(480, Math.max(340, width * 0.64)));
  const { points, marks, caption, summary } = (state.map === "all" ? drawScatter : drawPlane)(state, width, height);
  for (const button of document.querySelectorAll("[data-map]")) {
    button.setAttribute("aria-pressed", String(button.dataset.map === state.map));
  }
  byId("map-caption").replaceChildren(...(points.length ? caption : ["There is nothing to draw."]));
  const pointed = draw("g", { "aria-hidden": "true" });
  const svg = draw(
    "svg",
    {
      class: "plot", width, height, tabindex: "0", role: "application", "aria-roledescription": "map",
      "aria-label": `${summary}. Arrow keys step through the points, Enter opens the word.`,
    },
    ...marks,
    pointed,
  );
  let at = -1;

  function point(place, spoken) {
    at = place;
    pointed.replaceChildren(...(at < 0 ? [] : highlight(points[at], width)));
    byId("map-spoken").textContent = spoken && at >= 0 ? points[at].spoken : "";
  }

  svg.addEventListener("pointermove", (event) => point(nearest(points, svg, event), false));
  svg.addEventListener("pointerleave", () => point(-1, false));
  svg.addEventListener("click", (event) => {
    const hit = nearest(points, svg, event);
    if (hit >= 0) choose(points[hit].word);
  });
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step && points.length) {
      event.preventDefault();
      point(at < 0 ? 0 : (at + step + points.length) % points.length, true);
    } else if (event.key === "Enter" && at >= 0) {
      choose(points[at].word);
    }
  });
  const focused = byId("map").contains(document.activeElement);
  byId("map").replaceChildren(svg);
  if (focused) svg.focus({ preventScroll: true });
}

function nearest(points, svg, event) {
  const box = svg.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  let [best, distance] = [-1, REACH];
  points.forEach((point, place) => {
    const far = Math.hypot(point.x - x, point.y - y);
    if (far < distance) [best, distance] = [place, far];
  });
  return best;
}

function highlight(point, width) {
  const right = point.x < width * 0.7;
  return [
    draw("circle", { class: "ring", cx: point.x, cy: point.y, r: 9 }),
    draw(
      "text",
      { class: `label halo strong ${point.kind}`, x: point.x + (right ? 14 : -14), y: point.y - 10, "text-anchor": right ? "start" : "end" },
      words[point.word],
    ),
  ];
}
