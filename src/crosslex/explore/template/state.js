// What is shown, all of it in the address after the #, so that it can be shared and gone back to.

import { isPhrase, nameOf, numberOf, pairs, testedWords, words } from "./data.js";

export const COLUMNS = ["word", "change", "first", "second", "q"];
export const ROWS = 30;
const MAPS = ["word", "all"];
const VIEWS = ["word", "distinctive"];

export function readState(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const pair = pairs.find((each) => nameOf(each, 0) === given.get("a") && nameOf(each, 1) === given.get("b")) ?? pairs[0];
  const sort = given.get("sort") ?? "-change";
  const phrases = given.get("phrases") === "1";
  return {
    word: numberOf(given.get("word")) ?? mostChanged(pair, phrases),
    unknown: given.has("word") && numberOf(given.get("word")) === undefined ? given.get("word") : "",
    pair,
    sort: COLUMNS.includes(sort.replace("-", "")) ? sort : "-change",
    text: given.get("text") ?? "",
    least: wholeNumber(given.get("min"), 0),
    significant: given.get("significant") === "1",
    phrases,
    rows: Math.max(ROWS, wholeNumber(given.get("rows"), ROWS)),
    map: MAPS.includes(given.get("map")) ? given.get("map") : "word",
    view: VIEWS.includes(given.get("view")) ? given.get("view") : "word",
    sense: wholeNumber(given.get("sense"), 0) - 1,
  };
}

export function writeState(state) {
  const given = new URLSearchParams({ word: words[state.word] });
  if (pairs.length > 1) {
    given.set("a", nameOf(state.pair, 0));
    given.set("b", nameOf(state.pair, 1));
  }
  if (state.sort !== "-change") given.set("sort", state.sort);
  if (state.text) given.set("text", state.text);
  if (state.least) given.set("min", state.least);
  if (state.significant) given.set("significant", "1");
  if (state.phrases) given.set("phrases", "1");
  if (state.rows > ROWS) given.set("rows", state.rows);
  if (state.map !== "word") given.set("map", state.map);
  if (state.view !== "word") given.set("view", state.view);
  if (state.sense >= 0) given.set("sense", state.sense + 1);
  return `#${given}`;
}

function mostChanged(pair, phrases) {
  const tested = testedWords(pair).filter((word) => phrases || !isPhrase(word));
  return tested.reduce((best, word) => (pair.shifts[word][0] < pair.shifts[best][0] ? word : best), tested[0] ?? 0);
}

function wholeNumber(text, otherwise) {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : otherwise;
}
