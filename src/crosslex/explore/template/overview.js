// The first view: the verdict, the words that change, and the words that distinguish domains.

import { timeline } from "./data.js";
import { showDistinctive } from "./distinctive.js";
import { byId } from "./dom.js";
import { showMap } from "./map.js";
import { showRanking } from "./ranking.js";
import { drawTurns, showPeriods } from "./turns.js";

const LISTED = ["pair", "sort", "text", "least", "significant", "unmarked", "phrases", "rows"];

// The state of the lists that are on the page: hidden, they need no drawing.
let listed = null;

export function showOverview(state) {
  byId("verdict").textContent = timeline ? timeline.verdict : state.pair.verdict;
  if (!listed || LISTED.some((part) => listed[part] !== state[part])) {
    if (timeline) showPeriods(state);
    else {
      showRanking(state);
      showDistinctive(state);
    }
  }
  listed = state;
}

export function drawOverview(state, choose) {
  if (timeline) drawTurns(state);
  else showMap(state, byId("map").clientWidth, choose);
}
