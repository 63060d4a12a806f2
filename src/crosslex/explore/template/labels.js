// Labels beside points, as many as fit without lying on each other.

const pen = document.createElement("canvas").getContext("2d");

// Points come with x, y and label, the most important first; those that fit come back placed.
export function placeLabels(points, width, height, { size = 12, gap = 8, obstacles = [] } = {}) {
  const taken = [...obstacles];
  const placed = [];
  for (const point of points) {
    const large = point.strong ? size + 2 : size;
    pen.font = `${point.strong ? "bold " : ""}${large}px sans-serif`;
    const wide = pen.measureText(point.label).width + 4;
    const far = point.strong ? gap + 4 : gap;
    const places = [
      { left: point.x + far, top: point.y - large / 2 },
      { left: point.x - far - wide, top: point.y - large / 2 },
      { left: point.x - wide / 2, top: point.y - far - large - 2 },
      { left: point.x - wide / 2, top: point.y + far },
    ];
    for (const { left, top } of places) {
      const box = { left, top, right: left + wide, bottom: top + large + 2 };
      const inside = left >= 0 && box.right <= width && top >= 0 && box.bottom <= height;
      if (inside && !taken.some((other) => overlap(box, other))) {
        taken.push(box);
        placed.push({ ...point, left: left + 2, base: top + large - 1 });
        break;
      }
    }
  }
  return placed;
}

// The room that a text of the drawing takes, which no label may.
export function textBox({ label, x, y, anchor }, size = 12) {
  pen.font = `${size}px sans-serif`;
  const wide = pen.measureText(label).width;
  const left = x - { start: 0, middle: wide / 2, end: wide }[anchor];
  return { left: left - 4, right: left + wide + 4, top: y - size, bottom: y + 4 };
}

export function around(point, radius) {
  return { left: point.x - radius, right: point.x + radius, top: point.y - radius, bottom: point.y + radius };
}

function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
