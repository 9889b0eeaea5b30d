// drawn makes an element of a picture.
function drawn(name, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

// ticks are three to six round numbers from low to high.
function ticks(low, high) {
  const rough = (high - low) / 6, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((s) => s * power >= rough);
  const list = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) list.push(Number((i * step).toPrecision(12)));
  return list;
}

// scatter draws one method against another, a point for each dataset: below the diagonal
// the first has the larger value, which is better unless smaller ones are. It is drawn for paper, as all pictures are,
// and as wide as the page; names that have no room beside their points stand at the right side.
function scatter(rows, a, b, metric, smaller) {
  const width = 860, height = 440, left = 64, bottom = height - 48, top = 12;
  const finite = rows.filter((row) => Number.isFinite(row.a) && Number.isFinite(row.b));
  const all = finite.flatMap((row) => [row.a, row.b]);
  const least = Math.min(...all), most = Math.max(...all), room = (most - least) * 0.06 || Math.abs(most) * 0.06 || 1;
  const low = least - room, high = most + room;
  const share = (v) => (v - low) / (high - low), y = (v) => bottom - share(v) * (bottom - top);
  const pointsTo = (right) => finite.map((row) => ({ ...row, x: left + share(row.a) * (right - left), y: y(row.b),
    above: row.b > row.a }));
  let right = width - 16, points = pointsTo(right);
  const [below, above] = (smaller ? [b, a] : [a, b]).map((name) => `${name} is better`);
  const names = besides(points, { left, top, right, bottom }, [
    { left, top, right: left + 12 + widthOf(above), bottom: top + 14 },
    { left: right - 4 - widthOf(below), top: bottom - 18, right, bottom }]);
  const column = points.length <= mostNamed && names.includes(null);
  if (column) {
    right -= 16 + Math.min(widestName, Math.max(...points.map((point) => widthOf(point.name))));
    points = pointsTo(right);
  }
  const text = (properties, ...words) => drawn("text", { "font-size": 10, fill: "#333", ...properties }, ...words);
  const title = `${metric}: ${b} against ${a}`;
  const parts = [drawn("rect", { width, height, fill: "#fff" })];
  if (!finite.length) {
    parts.push(text({ x: width / 2, y: height / 2, "text-anchor": "middle" }, "no values"));
  } else {
    parts.push(drawn("path", { d: `M${left} ${top}V${bottom}H${right}`, stroke: "#333", fill: "none" }),
      drawn("path", { d: `M${left} ${bottom}L${right} ${top}`, stroke: "#999", "stroke-dasharray": "4 3" }));
    for (const v of ticks(low, high)) {
      parts.push(text({ x: left + share(v) * (right - left), y: bottom + 14, "text-anchor": "middle" }, String(v)),
        text({ x: left - 6, y: y(v) + 4, "text-anchor": "end" }, String(v)));
    }
    parts.push(...(column ? columnNames(points, right + 16, bottom, text) : besideNames(points, names, text)));
    for (const row of points) {
      const at = { cx: row.x.toFixed(1), cy: row.y.toFixed(1), r: 4.5, fill: "#0072b2", "fill-opacity": 0.75 };
      parts.push(drawn("circle", at, drawn("title", {}, `${row.name}: ${a} ${fixed(row.a)}, ${b} ${fixed(row.b)}`)));
    }
    parts.push(text({ x: right, y: bottom - 6, "text-anchor": "end", fill: "#666" }, below),
      text({ x: left + 8, y: top + 9, fill: "#666" }, above));
  }
  parts.push(text({ x: (left + right) / 2, y: bottom + 32, "text-anchor": "middle" }, a),
    text({ transform: `translate(16 ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, b));
  return drawn("svg", { viewBox: `0 0 ${width} ${height}`, width: `${width}pt`, height: `${height}pt`, role: "img",
    "font-family": "sans-serif", "aria-label": title, style: `--width: ${width}pt` }, drawn("title", {}, title),
    drawn("g", {}, ...parts));
}
