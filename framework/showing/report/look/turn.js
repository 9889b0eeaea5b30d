// turned is a copy of a table with rows and columns swapped, as it stands: in its
// order, and without what is hidden. The foot becomes columns, and those columns
// the foot again. An attribute of the other axis waits under another name:
// data-sort for aria-sort, data-across for the text of the corner, data-words-across
// for data-words.
function turned(table) {
  const all = rowsOf(table), last = new Set(table.tFoot?.rows ?? []);
  const rows = [all[0], ...last, ...all.slice(1).filter((row) => !last.has(row))]; // means and ranks first
  const lines = [...rows[0].cells].map((_, j) => element("tr", { hidden: rows[0].cells[j].hidden },
    ...rows.map((row, i) => turnedCell(row.cells[j], i, j, row))));
  const corner = lines[0].cells[0], across = corner.textContent;
  corner.replaceChildren(table.dataset.across);
  const caption = table.caption ? [table.caption.cloneNode(true)] : [];
  const isFoot = (line) => "foot" in line.cells[0].dataset;
  const foot = lines.filter(isFoot);
  const body = lines.slice(1).filter((line) => !isFoot(line));
  const other = element("table", { className: table.className }, ...caption, element("thead", {}, lines[0]),
    element("tbody", {}, ...body), ...(foot.length ? [element("tfoot", {}, ...foot)] : []));
  other.classList.toggle("turned");
  for (const line of foot) delete line.cells[0].dataset.foot;
  const { words, wordsAcross } = table.dataset;
  Object.assign(other.dataset, { across }, wordsAcross && { words: wordsAcross }, words && { wordsAcross: words });
  return other;
}

// turnedCell is the cell of row i and column j for row j and column i.
function turnedCell(from, i, j, row) {
  const cell = element(i && j ? "td" : "th", { className: from.className, hidden: row.hidden }, ...contents(from));
  Object.assign(cell.dataset, from.dataset);
  if (cell.tagName !== "TH") return cell;
  cell.scope = j ? "row" : "col";
  delete cell.dataset.sort;
  if (from.ariaSort) cell.dataset.sort = from.ariaSort;
  if (from.dataset.sort) cell.ariaSort = from.dataset.sort;
  if (row.parentNode.tagName === "TFOOT") cell.dataset.foot = "";
  return cell;
}

// contents are copies of what a cell holds, without the buttons around and after it.
function contents(cell) {
  const copy = (cell.querySelector(":scope > .sort") ?? cell).cloneNode(true);
  for (const button of copy.querySelectorAll(".pick")) button.remove();
  for (const above of copy.querySelectorAll(".above")) above.hidden = false;
  return copy.childNodes;
}
