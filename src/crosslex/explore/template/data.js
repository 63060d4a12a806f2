// What the page was given, by name instead of by place.

import { byId } from "./dom.js";

const given = JSON.parse(byId("data").textContent);

// A name may hold letters that run from right to left, or marks that reverse what follows: isolated,
// it leaves the order of the text around it as it is.
const REVERSING = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/;

function isolated(name) {
  return REVERSING.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, "")}\u2069` : name;
}

for (const domain of given.domains) {
  for (const part of [...given.pairs, given.timeline ?? {}]) part.verdict = part.verdict?.replaceAll(domain.name, () => isolated(domain.name));
  domain.name = isolated(domain.name);
}
if (given.timeline?.groups) given.timeline.groups.names = given.timeline.groups.names.map(isolated);

// Ordered domains have a timeline and no pairs, others pairs and no timeline.
export const { words, domains, pairs, timeline, version } = given;

// The words of the page by number, and then others that are near them.
export const names = [...words, ...given.others];

// Groups that divide the periods, null without any; the names of the periods.
export const groups = timeline?.groups ?? null;
export const periods = groups ? groups.periods : domains.map(({ name }) => name);

// The lines of a timeline, with their domains: one per group, or a single one.
const numbered = domains.map((_, domain) => domain);
export const lines = groups
  ? groups.names.map((name, group) => ({ name, kind: letter(group), domains: numbered.filter((domain) => groups.domains[domain][0] === group) }))
  : [{ name: "", kind: "", domains: numbered }];

// For whoever types without minding capitals or spaces.
export function normal(text) {
  return text.toLowerCase().trim().replace(/\s+/g, " ");
}

export const lowered = words.map(normal);

const numbers = new Map(words.map((word, number) => [word, number]));

// The number of a word as it is, in other capitals, or in another form; undefined if there is none.
export function numberOf(text) {
  const typed = normal(text);
  const same = lowered.indexOf(typed);
  return numbers.get(text) ?? (same < 0 ? wordForms().get(typed) : same);
}

function letter(number) {
  return "abcdef"[number % 6];
}

// A letter for the color of a domain, the same in every pair, or of its group; periods have none.
export function kindOf(domain) {
  if (groups) return letter(groups.domains[domain][0]);
  return timeline ? "" : letter(domain);
}

export function periodOf(domain) {
  return groups ? groups.domains[domain][1] : domain;
}

// The comparisons of a word between two groups in a period.
export function differencesOf(word) {
  return groups.words[word].map(([period, one, other, q, differs]) => ({ period, groups: [one, other], q, differs }));
}

export function kindOfSide(pair, side) {
  return kindOf(pair.domains[side]);
}

export function nameOf(pair, side) {
  return domains[pair.domains[side]].name;
}

export function countOf(pair, side, word) {
  return domains[pair.domains[side]].counts[word];
}

export function neighborsOf(pair, side, word) {
  return neighborsIn(pair.domains[side], word);
}

export function neighborsIn(domain, word) {
  const found = domains[domain].neighborhoods[word];
  if (!found) return null;
  return found[0].map((neighbor, place) => ({ word: neighbor, cosine: found[1][place] / 100 }));
}

// Two words that stand side by side, as against a single one.
export function isPhrase(word) {
  return words[word].includes(" ");
}

// Phrases, numbers and single letters, which are compared only if they are asked for.
export function isLeftOut(word) {
  return isPhrase(word) || /^(<.*>|\P{L}*|[^\u2e80-\u{10ffff}])$/u.test(words[word]);
}

export function shiftOf(pair, word) {
  const found = pair.shifts[word];
  if (!found) return null;
  const [rank, [value, low, high, q], contrasts, mark] = found;
  return { rank, change: { value, low, high, q }, contrasts, mark };
}

export function examplesIn(domain, word) {
  return quoted(domains[domain].examples[word]);
}

// The period with which the word turns, -1 for none; its change and q, null if not tested; words
// near it only before and only after.
export function turnOf(word) {
  const [, turn, change, q, near] = timeline.words[word];
  return { turn, change, q, near };
}

// The color of a domain where one word is shown: of periods, one before its turn, another after.
export function kindIn(domain, word) {
  if (groups || !timeline) return kindOf(domain);
  const { turn } = turnOf(word);
  return turn < 0 ? "" : domain < turn ? "a" : "b";
}

// How similar the word is, in each period, to itself in the last one with enough uses; null where
// it has too few.
export function similarityOf(word) {
  return timeline.words[word][0].map((found) => found && { value: found[0] / 100, low: found[1] / 100, high: found[2] / 100 });
}

export function perMillion(period, word) {
  return (1e6 * domains[period].counts[word]) / (timeline.totals[period] || 1);
}

export function totalOf(word) {
  return domains.reduce((sum, { counts }) => sum + counts[word], 0);
}

// Groups of the word's uses, with the domains that were looked at; null where there are none.
export function sensesOf(word) {
  const found = given.senses[word];
  if (!found) return null;
  const senses = found[1].map(([contexts, shares, examples]) => ({
    contexts,
    shares: shares.map(([value, low, high]) => ({ value, low, high })),
    examples: examples.map(quoted),
  }));
  return { domains: found[0], senses, note: found[2] };
}

function quoted(examples) {
  return examples.map(([number, places]) => ({ text: given.sentences[number], places }));
}

// How much of its vector is the word's own in a domain, in percent; undefined if nobody knows.
export function domainWeightOf(domain, word) {
  return domains[domain].domain_weights[word] ?? undefined;
}

// How many of its neighbors there would stay with other texts of the domain, in percent.
export function neighborStabilityOf(domain, word) {
  return domains[domain].neighbor_stability[word] ?? undefined;
}

// How much more a domain uses the word than the others do, in standard errors.
export function distinctionOf(domain, word) {
  return domains[domain].distinctive[word] ?? 0;
}

// Points of the word's plane: in both domains, if they have it, itself first and then its neighbors.
export function planeOf(pair, word) {
  return pair.domains.flatMap((domain, side) => {
    const [near, , points] = domains[domain].neighborhoods[word] ?? [[], [], []];
    return points.length ? [word, ...near].map((other, at) => ({ word: other, side, itself: at === 0, x: points[2 * at], y: points[2 * at + 1] })) : [];
  });
}

// Forms in which words stand in the sentences: "knives" leads to "knife".
let forms = null;

export function wordForms() {
  if (forms) return forms;
  forms = new Map();
  for (const { examples } of domains) {
    examples.forEach((shown, word) => {
      for (const [number, places] of shown) {
        if (places.length !== 2) continue;
        const form = given.sentences[number].slice(places[0], places[1]).toLowerCase();
        if (!numbers.has(form) && !forms.has(form)) forms.set(form, word);
      }
    });
  }
  return forms;
}

export function testedWords(pair) {
  return words.map((_, word) => word).filter((word) => pair.shifts[word]);
}

// By more than words differ within one domain.
export function isSignificant(change) {
  return change.q !== null && change.q < 0.05;
}
