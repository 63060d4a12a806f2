// What is shown, all of it in the address after the #, so that it can be shared and gone back to.

import { nameOf, numberOf, pairs, words } from "./data.js";

export const COLUMNS = ["word", "change", "contrast-first", "contrast-second", "first", "second", "q"];
export const ROWS = 24;
const MAPS = ["change", "rates"];

// Without a word the overview is shown.
export function readState(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const pair = pairs.find((each) => nameOf(each, 0) === given.get("a") && nameOf(each, 1) === given.get("b")) ?? pairs[0];
  const sort = given.get("sort") ?? "-change";
  // A bare #energy is as good as #word=energy.
  const asked = given.get("word") ?? (hash.includes("=") ? null : [...given.keys()][0] ?? null);
  const word = asked === null ? null : numberOf(asked) ?? null;
  return {
    word,
    unknown: word === null ? asked ?? "" : "",
    pair,
    sort: /^-?(word|change|first|second|q)$/.test(sort) ? sort : "-change",
    text: given.get("text") ?? "",
    least: wholeNumber(given.get("min"), 0),
    significant: given.get("significant") === "1",
    unmarked: given.get("unmarked") === "1",
    phrases: given.get("phrases") === "1",
    rows: Math.max(ROWS, wholeNumber(given.get("rows"), ROWS)),
    map: MAPS.includes(given.get("map")) ? given.get("map") : MAPS[0],
    sense: wholeNumber(given.get("sense"), 0) - 1,
  };
}

export function writeState(state) {
  const given = new URLSearchParams();
  if (state.word !== null) given.set("word", words[state.word]);
  if (pairs.length > 1) {
    given.set("a", nameOf(state.pair, 0));
    given.set("b", nameOf(state.pair, 1));
  }
  if (state.sort !== "-change") given.set("sort", state.sort);
  if (state.text) given.set("text", state.text);
  if (state.least) given.set("min", state.least);
  for (const part of ["significant", "unmarked", "phrases"]) if (state[part]) given.set(part, "1");
  if (state.rows > ROWS) given.set("rows", state.rows);
  if (state.map !== MAPS[0]) given.set("map", state.map);
  if (state.sense >= 0) given.set("sense", state.sense + 1);
  return `#${given}`;
}

function wholeNumber(text, otherwise) {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : otherwise;
}
