"use strict";

// Tables sort by a click on a header; rows are filtered by words, columns are
// chosen, and rows and columns change places. Without this script the page shows
// all, in the order of the experiment.
for (const box of document.querySelectorAll(".table")) {
  const table = box.querySelector("table.grid");
  if (table) equip(box, table);
}

function element(name, properties, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

// equip gives the table of a box its tools. A table of means that is too wide is
// shown with rows and columns swapped if that makes it narrower.
function equip(box, first) {
  const scroll = box.querySelector(".scroll");
  const place = element("div", {});
  scroll.before(place);
  const show = (table) => {
    makeSortable(table, box.dataset.best === "largest");
    const bar = element("div", { className: "tools" }, ...filter(table), chooser(table));
    if (table.classList.contains("means")) {
      const swap = element("button", { type: "button", className: "swap" }, "Swap rows and columns");
      swap.addEventListener("click", () => {
        show(turned(table));
        place.querySelector(".swap").focus();
      });
      bar.append(swap);
    }
    scroll.replaceChildren(table);
    place.replaceChildren(bar);
  };
  const tooWide = first.offsetWidth > scroll.clientWidth && first.tHead.rows[0].cells.length > first.rows.length;
  show(tooWide && first.classList.contains("means") ? turned(first) : first);
}

// turned is a copy of a table with rows and columns swapped, as it stands: in its
// order, and without what is hidden. The foot becomes columns, and those columns
// the foot again. An attribute of the other axis waits under another name:
// data-sort for aria-sort, data-across for the text of the corner, data-words-across
// for data-words.
function turned(table) {
  const rows = [...table.rows];
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

// contents are copies of what a cell holds, without the button around it.
function contents(cell) {
  return (cell.querySelector(":scope > .sort") ?? cell).cloneNode(true).childNodes;
}

// makeSortable lets a click on a header sort: first the best on top, the second
// click turns that round. Words, ranks and costs begin with the smallest, scores
// with the largest if those are the best.
function makeSortable(table, largestIsBest) {
  const heads = [...table.tHead.rows[0].cells];
  for (const head of heads) {
    const numbers = [...table.tBodies[0].rows].some((row) => "value" in row.cells[head.cellIndex].dataset);
    const first = largestIsBest && numbers && head.textContent.trim() !== "average rank" ? "descending" : "ascending";
    const second = first === "ascending" ? "descending" : "ascending";
    head.replaceChildren(element("button", { type: "button", className: "sort" }, ...head.childNodes));
    head.addEventListener("click", () => {
      const order = head.getAttribute("aria-sort") === first ? second : first;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      sortRows(table.tBodies[0], head.cellIndex, order === "descending" ? -1 : 1);
    });
  }
}

// sortRows orders rows by the numbers of a column, or by its words where a cell
// is not a number. Rows without a value come last in either direction.
function sortRows(body, column, direction) {
  const keyed = [...body.rows].map((row) => {
    const cell = row.cells[column];
    const number = "value" in cell.dataset;
    const text = number ? cell.dataset.value : cell.textContent.trim();
    return { row, number, hole: text === "", key: number ? Number(text.replace("Inf", "Infinity")) : text };
  });
  keyed.sort((a, b) => {
    if (a.hole || b.hole) return a.hole - b.hole;
    if (a.number && b.number) return direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    return direction * String(a.key).localeCompare(String(b.key), "en", { numeric: true });
  });
  body.append(...keyed.map((k) => k.row));
}

// filter returns a box that hides the rows without its words, a line that counts
// those left, and a button that shows all again.
function filter(table) {
  const rows = [...table.tBodies[0].rows];
  const search = element("input", { type: "search", placeholder: "Filter rows", value: table.dataset.words ?? "" });
  search.setAttribute("aria-label", "Filter rows");
  const count = element("output", {});
  const all = element("button", { type: "button" }, "Show all");
  const hides = (row) => {
    const text = row.textContent.toLowerCase();
    return !search.value.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  };
  const tell = () => {
    const shown = rows.filter((row) => !row.hidden).length;
    all.hidden = shown === rows.length;
    count.textContent = all.hidden ? "" : `${shown} of ${rows.length} rows` + (table.tFoot ? "; the foot counts all" : "");
    table.dataset.words = search.value;
  };
  const apply = () => {
    for (const row of rows) row.hidden = hides(row);
    tell();
  };
  search.addEventListener("input", apply);
  all.addEventListener("click", () => {
    search.value = "";
    apply();
  });
  // Rows may have been hidden as columns: then the words do not say which.
  if (rows.some((row) => row.hidden !== hides(row))) search.value = "";
  tell();
  return [search, count, all];
}

// chooser returns a list that shows and hides columns, but for the first.
function chooser(table) {
  const heads = [...table.tHead.rows[0].cells].slice(1);
  const summary = element("summary", {});
  const tell = () => {
    const shown = heads.filter((head) => !head.hidden).length;
    summary.textContent = shown === heads.length ? "Columns" : `Columns: ${shown} of ${heads.length}`;
  };
  const choices = heads.map((head) => {
    const box = element("input", { type: "checkbox", checked: !head.hidden });
    box.addEventListener("change", () => {
      for (const row of table.rows) row.cells[head.cellIndex].hidden = !box.checked;
      tell();
    });
    return element("label", {}, box, " " + head.textContent);
  });
  tell();
  return element("details", {}, summary, element("fieldset", {}, ...choices));
}

// On paper everything is open but the source of the experiment, and tables wider
// than the paper are turned, or divided into blocks of columns.
let undo = [];
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("main details:not([open], .source)")) {
    details.open = true;
    undo.push(() => { details.open = false; });
  }
  document.documentElement.classList.add("paper"); // tables as they will be, to be measured
  for (const scroll of document.querySelectorAll(".scroll")) fitPaper(scroll);
  document.documentElement.classList.remove("paper");
});
addEventListener("afterprint", () => {
  for (const step of undo) step();
  undo = [];
});

// fitPaper shows the table of a box in smaller type if it then fits the width of
// paper, or else in as few blocks as do.
function fitPaper(scroll) {
  const table = scroll.querySelector("table.grid");
  const fits = () => table.offsetWidth <= paperWidth();
  if (!table || fits()) return;
  undo.push(() => {
    table.classList.remove("tight");
    scroll.replaceChildren(table);
  });
  table.classList.add("tight");
  if (fits()) return;
  table.classList.remove("tight");
  let best = blocks(table);
  if (table.classList.contains("means")) {
    scroll.replaceChildren(turned(table));
    const other = blocks(scroll.firstChild);
    if (other.length < best.length) best = other;
  }
  scroll.replaceChildren(...best);
}

// paperWidth is what A4 leaves between its margins, in pixels.
function paperWidth() { return (210 - 2 * 15) / 25.4 * 96; }

// blocks divides a table that is shown into copies that each fit the paper: the
// first column and as many others as there is room for, at least one.
function blocks(table) {
  const widths = [...table.tHead.rows[0].cells].map((cell) => cell.offsetWidth);
  const parts = [];
  let room = -1;
  for (let j = 1; j < widths.length; j++) {
    if (!widths[j]) continue; // hidden
    if ((room -= widths[j]) < 0) {
      parts.push(new Set([0]));
      room = paperWidth() - widths[0] - widths[j];
    }
    parts.at(-1).add(j);
  }
  return parts.map((columns, i) => block(table, columns, parts.length > 1 ? ` Part ${i + 1} of ${parts.length}.` : ""));
}

// block is a copy of a table with some of its columns.
function block(table, columns, part) {
  const copy = table.cloneNode(true);
  for (const row of copy.rows) [...row.cells].forEach((cell, j) => columns.has(j) || cell.remove());
  if (part) (copy.caption?.firstElementChild ?? copy.createCaption()).append(part);
  return copy;
}
