// mostNamed is up to how many points of a picture each has its name; widestName is the room
// of names at its right side.
const mostNamed = 20, widestName = 400;

// widthOf is about how long a text of the size 10 is, in whatever font it is shown.
function widthOf(text) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = "10px sans-serif";
  return 1.1 * pen.measureText(text).width;
}

// besides are the places of the names of points, where they touch no point, no other name,
// and none of some boxes; null where there is no such place.
function besides(points, inside, boxes) {
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const taken = [...boxes, ...points.map(({ x, y }) => ({ left: x - 5, top: y - 5, right: x + 5, bottom: y + 5 }))];
  return points.map(({ name, x, y, above }) => {
    const width = widthOf(name);
    const box = (left, top) => ({ left, top, right: left + width, bottom: top + 13 });
    const right = box(x + 7, y - 6.5), left = box(x - 7 - width, y - 6.5);
    const over = box(x - width / 2, y - 19), under = box(x - width / 2, y + 6);
    const place = (above ? [left, over, right, under] : [right, under, left, over]).find((b) => b.left > inside.left &&
      b.right < inside.right && b.top > inside.top && b.bottom < inside.bottom && !taken.some((t) => meets(b, t)));
    if (place) taken.push(place);
    return place ?? null;
  });
}

// shortened is as much of a name as has room at the right side.
function shortened(name) {
  if (widthOf(name) <= widestName) return name;
  const letters = [...name];
  while (widthOf(letters.join("") + "…") > widestName) letters.pop();
  return letters.join("") + "…";
}

// columnOf gives each point the height of its name in a column at the right side, as near
// to its own as the names above let it be.
function columnOf(points, bottom) {
  const row = 13, order = points.toSorted((a, b) => a.y - b.y || b.x - a.x), heights = [];
  for (const point of order) heights.push(Math.max(point.y, (heights.at(-1) ?? -row) + row));
  for (let i = 0; i < heights.length; i++) heights[i] = Math.min(heights[i], bottom - row * (heights.length - i - 0.5));
  return order.map((point, i) => [point, heights[i]]);
}

// besideNames writes names at the places that besides found.
function besideNames(points, names, text) {
  return names.flatMap((at, i) => at ? [text({ x: at.left, y: at.top + 10, class: "name" }, points[i].name)] : []);
}

// columnNames writes the names of all points in a column, with lines to the points.
function columnNames(points, x, bottom, text) {
  return columnOf(points, bottom).flatMap(([point, y]) => [
    drawn("path", { d: `M${point.x} ${point.y}L${x - 3} ${y}`, stroke: "#888", "stroke-width": 0.5 }),
    text({ x, y: y + 3.5, class: "name" }, shortened(point.name))]);
}
