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
// the first has the larger value, which is better unless smaller ones are. It is drawn for paper, as all pictures are.
function scatter(rows, a, b, metric, smaller) {
  const side = 400, from = 64, to = 384;
  const finite = rows.filter((row) => Number.isFinite(row.a) && Number.isFinite(row.b));
  const all = finite.flatMap((row) => [row.a, row.b]);
  const least = Math.min(...all), most = Math.max(...all), room = (most - least) * 0.06 || Math.abs(most) * 0.06 || 1;
  const low = least - room, high = most + room;
  const x = (v) => from + (v - low) / (high - low) * (to - from), y = (v) => side - x(v);
  const text = (properties, ...words) => drawn("text", { "font-size": 11, fill: "#333", ...properties }, ...words);
  const title = `${metric}: ${b} against ${a}`;
  const parts = [drawn("title", {}, title), drawn("rect", { width: side, height: side + 24, fill: "#fff" })];
  if (!finite.length) {
    parts.push(text({ x: side / 2, y: side / 2, "text-anchor": "middle" }, "no values"));
  } else {
    const origin = `M${from} ${side - from}`;
    parts.push(drawn("path", { d: `${origin}H${to}${origin}V${side - to}`, stroke: "#333" }),
      drawn("path", { d: `${origin}L${to} ${side - to}`, stroke: "#999", "stroke-dasharray": "4 3" }));
    for (const v of ticks(low, high)) {
      parts.push(text({ x: x(v), y: side - from + 16, "text-anchor": "middle" }, String(v)),
        text({ x: from - 6, y: y(v) + 4, "text-anchor": "end" }, String(v)));
    }
    for (const row of finite) {
      const at = { cx: x(row.a).toFixed(1), cy: y(row.b).toFixed(1), r: 4.5, fill: "#0072b2", "fill-opacity": 0.75 };
      parts.push(drawn("circle", at, drawn("title", {}, `${row.name}: ${a} ${fixed(row.a)}, ${b} ${fixed(row.b)}`)));
    }
  }
  const below = smaller ? b : a, above = smaller ? a : b;
  if (finite.length) {
    parts.push(text({ x: to, y: side - from - 8, "text-anchor": "end", fill: "#777" }, `${below} is better`),
      text({ x: from + 8, y: side - to + 12, fill: "#777" }, `${above} is better`));
  }
  parts.push(text({ x: (from + to) / 2, y: side - from + 36, "text-anchor": "middle" }, a),
    text({ transform: `translate(14 ${side - (from + to) / 2}) rotate(-90)`, "text-anchor": "middle" }, b));
  const svg = drawn("svg", { viewBox: `0 0 ${side} ${side}`, width: side, height: side, role: "img",
    "font-family": "sans-serif", "aria-label": title, style: `--width: ${side}px` }, drawn("g", {}, ...parts.slice(1)));
  svg.prepend(parts[0]);
  return svg;
}
