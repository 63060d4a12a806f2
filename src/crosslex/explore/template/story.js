// The headline: what the figures say of the word, in a sentence.

import { countOf, differencesOf, domains, groups, isLeftOut, isSignificant, kindOf, lines, names, neighborsIn, neighborsOf, periodOf, periods, shiftOf, similarityOf, timeline, turnOf, words } from "./data.js";
import { byId, make } from "./dom.js";
import { figure, listed, probability, times } from "./format.js";

export function showStory({ pair, word }) {
  const tell = groups ? [groupSentence, groupDeck] : [turnSentence, turnDeck];
  byId("headline").replaceChildren(...(timeline ? tell[0](word) : sentence(pair, word)));
  byId("deck").replaceChildren(...(timeline ? tell[1](word) : deck(pair, word)));
}

// Notes beside the view: the verdict above a word, a word that was not found, the title.
export function showNotes({ pair, word, unknown }) {
  const title = document.querySelector("h1").textContent;
  byId("standfirst").textContent = word === null ? "" : (timeline ?? pair).verdict;
  byId("search-note").textContent = unknown ? `“${unknown}” is not on this page.` : "";
  document.title = word === null ? title : `${words[word]} · ${title}`;
}

export function domainName(pair, side) {
  return nameOfDomain(pair.domains[side]);
}

export function nameOfDomain(domain) {
  return make("bdi", { class: kindOf(domain) }, domains[domain].name);
}

function sentence(pair, word) {
  const it = make("em", {}, `“${words[word]}”`);
  const [first, second] = [domainName(pair, 0), domainName(pair, 1)];
  const here = [0, 1].filter((side) => neighborsOf(pair, side, word));
  if (here.length === 0) return ["Neither ", first, " nor ", second, " uses ", it];
  if (here.length === 1) return ["Only ", [first, second][here[0]], " uses ", it, ", not ", [second, first][here[0]]];
  const shift = shiftOf(pair, word);
  if (!shift) return [it, isLeftOut(word) || !pair.tested ? " is not compared between " : " is too rare to compare ", first, " and ", second];
  if (isSignificant(shift.change)) return [it, " is used differently in ", first, " and ", second];
  return [it, " is not known to be used differently in ", first, " and ", second];
}

function deck(pair, word) {
  const parts = [];
  const shift = shiftOf(pair, word);
  for (const side of [0, 1]) {
    const near = neighborsOf(pair, side, word);
    if (!near) continue;
    const contrast = shift?.contrasts[side] ?? [];
    const nearest = contrast.length ? contrast : near.map((neighbor) => neighbor.word);
    const used = times(countOf(pair, side, word));
    parts.push(parts.length ? " In " : "In ", domainName(pair, side), ` (${used}) it is near ${named(nearest)}.`);
  }
  if (!shift && pair.tested && isLeftOut(word)) parts.push(" Phrases, numbers and single letters are not compared on this page.");
  if (shift?.mark) parts.push(` ${explained(shift.mark)}`);
  return parts;
}

function explained(mark) {
  if (mark.startsWith("name")) return `It is mostly written as a ${mark}, which may be all that differs.`;
  return "No dictionary has it: it may be a name or an error.";
}

function groupSentence(word) {
  const it = make("em", {}, `“${words[word]}”`);
  const found = differencesOf(word);
  const different = [...new Set(found.filter(({ differs }) => differs).map(({ period }) => periods[period]))];
  if (different.length) return [it, " is used differently by the groups in ", make("bdi", {}, listed(different))];
  if (found.length) return [it, " is not known to be used differently by the groups in any period"];
  return [it, isLeftOut(word) ? " is not compared: only single words are" : " is too rare to compare the groups"];
}

// What it is near in each group, in the period in which two of them differ most surely.
function groupDeck(word) {
  const found = differencesOf(word).toSorted((one, other) => other.differs - one.differs || one.q - other.q);
  const last = Math.max(...domains.map((_, domain) => (neighborsIn(domain, word) ? periodOf(domain) : 0)));
  const shown = found.length ? found[0].period : last;
  const parts = lines.flatMap((line) => {
    const domain = line.domains.find((each) => periodOf(each) === shown);
    const near = domain === undefined ? null : neighborsIn(domain, word);
    return near ? [make("bdi", { class: line.kind }, line.name), `: ${named(near.map((each) => each.word))}. `] : [];
  });
  const tested = found.length ? `${probability(found[0].q).replaceAll(" ", "\u00a0")}, over its periods.` : "";
  return [`Near it in ${periods[shown]}: `, ...parts, tested];
}

function turnSentence(word) {
  const it = make("em", {}, `“${words[word]}”`);
  const { turn, change, q } = turnOf(word);
  if (turn >= 0) return [it, " turns in ", make("span", { class: "b" }, domains[turn].name)];
  if (change === null) return [it, words[word].includes(" ") ? " is not tested for a turn: only single words are" : " is not tested for a turn: fewer than three periods have enough uses"];
  return [it, q <= 0.05 ? " changes little at any step" : " does not turn: no step is beyond chance"];
}

function turnDeck(word) {
  const { change, q, near } = turnOf(word);
  const having = domains.map((_, period) => period).filter((period) => neighborsIn(period, word));
  // Where it has few uses, its neighbors are those of all periods.
  const often = having.filter((period) => similarityOf(word)[period]);
  const used = often.length ? often : having;
  const nearIn = (period) => named(neighborsIn(period, word).map((neighbor) => neighbor.word));
  const tested = change === null ? "" : ` Change\u00a0${figure(change, 2)}, ${probability(q).replaceAll(" ", "\u00a0")}.`;
  if (near.length) return ["Near it only before: ", make("span", { class: "a" }, listed(near[0]) || "–"), "; only after: ", make("span", { class: "b" }, listed(near[1]) || "–"), `.${tested}`];
  if (!used.length) return [tested];
  return [...new Set([used[0], used.at(-1)])].flatMap((period, at) => [
    at ? " In " : "In ", make("span", {}, domains[period].name), ` it is near ${nearIn(period)}.`,
  ]).concat(tested);
}

function named(numbers) {
  return listed(numbers.slice(0, 3).map((number) => names[number]));
}
