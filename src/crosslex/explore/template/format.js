// Numbers and lists as people write them.

// What a group of uses is called that no word is typical of.
export const NO_CONTEXTS = "no typical contexts";

export function count(number) {
  return number.toLocaleString("en-US");
}

export function uses(number) {
  return number === 1 ? "1 use" : `${count(number)} uses`;
}

export function times(number) {
  return number === 1 ? "once" : `${count(number)} times`;
}

// A true minus sign, so that figures stand in line.
export function figure(number, digits = 1) {
  if (number === null) return "?";
  const text = number.toFixed(digits);
  return text.startsWith("-") ? (Number(text) === 0 ? text.slice(1) : `−${text.slice(1)}`) : text;
}

export function probability(q) {
  if (q === null) return "q unknown";
  if (q < 0.001) return "q < .001";
  return `q = ${q.toFixed(q < 0.1 ? 3 : 2).replace(/^0/, "")}`;
}

export function listed(items) {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
