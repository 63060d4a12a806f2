// From values to places on the screen, and round numbers to label them with.

export function linear(from, to, start, end) {
  const size = to - from || 1;
  return (value) => start + ((value - from) / size) * (end - start);
}

export function ticks(from, to, wanted) {
  const rough = (to - from || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((each) => each * power >= rough) ?? 10);
  const found = [];
  for (let at = Math.ceil(from / step); at * step <= to; at += 1) found.push(at * step);
  return found;
}

export function extent(values) {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least <= most ? [least, most] : [0, 1];
}

// Whole powers of ten between two logarithms.
export function powers(from, to) {
  const found = [];
  for (let power = Math.ceil(from); power <= to; power += 1) found.push(power);
  return found;
}
