// fixed writes a number as tables do, with three decimals.
function fixed(x) {
  if (Number.isNaN(x)) return "—";
  return Number.isFinite(x) ? x.toFixed(3).replace(/^-(0\.0+)$/, "$1") : x < 0 ? "-∞" : "∞";
}

// probability writes a p-value with three digits.
function probability(p) { return Number.isNaN(p) ? "—" : p < 0.0001 ? "< 0.0001" : p.toPrecision(3); }

// gridBox is a table with its tools: heads are texts, and of the lines the first cell is
// a label and each other a text or [text, number].
function gridBox(name, caption, heads, lines) {
  const cell = (c, i) => {
    if (!i) return element("th", { scope: "row" }, c);
    if (!Array.isArray(c)) return element("td", { className: "word" }, c);
    const td = element("td", {}, c[0]);
    td.dataset.value = Number.isNaN(c[1]) ? "" : c[1];
    return td;
  };
  const table = element("table", { className: "grid" }, element("caption", {}, element("span", {}, caption)),
    element("thead", {}, element("tr", {}, ...heads.map((h) => element("th", { scope: "col" }, h)))),
    element("tbody", {}, ...lines.map((line) => element("tr", {}, ...line.map(cell)))));
  const box = element("section", { className: "table" }, element("div", { className: "scroll" }, table));
  box.dataset.name = name;
  equip(box);
  return box;
}
