// A drawing of words as points, with the pointer or the arrow keys going from one to the next.

import { names } from "./data.js";
import { byId, draw } from "./dom.js";

const REACH = 28;

// Into the element of that id; what is pointed at is told to the one with `-spoken` after it.
export function plot(id, { points, marks, summary }, width, height, choose) {
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
    byId(`${id}-spoken`).textContent = spoken && at >= 0 ? points[at].spoken : "";
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
  const focused = byId(id).contains(document.activeElement);
  byId(id).replaceChildren(svg);
  if (focused) svg.focus({ preventScroll: true });
}

// Thousands of dots in one element: strokes of no length with round ends.
export function dots(points, kind) {
  return draw("path", { class: kind, d: points.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join("") });
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
      names[point.word],
    ),
  ];
}
