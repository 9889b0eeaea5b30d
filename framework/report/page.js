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
function equip(box, table) {
  const scroll = box.querySelector(".scroll");
  const tables = table.classList.contains("means") ? [table, turned(table)] : [table];
  const tooWide = table.offsetWidth > scroll.clientWidth && table.tHead.rows[0].cells.length > table.rows.length;
  const place = element("div", {});
  scroll.before(place);
  const show = (i) => {
    scroll.replaceChildren(tables[i]);
    place.replaceChildren(bars[i]);
  };
  const bars = tables.map((t, i) => {
    makeSortable(t, box.dataset.best === "largest");
    const bar = element("div", { className: "tools" }, ...filter(t), chooser(t));
    if (tables.length > 1) {
      const swap = element("button", { type: "button", className: "swap" }, "Swap rows and columns");
      swap.addEventListener("click", () => {
        show(1 - i);
        place.querySelector(".swap").focus();
      });
      bar.append(swap);
    }
    return bar;
  });
  show(tooWide && tables.length > 1 ? 1 : 0);
}

// turned is a copy of a table with rows and columns swapped. What was the foot
// becomes columns.
function turned(table) {
  const rows = [...table.rows].map((row) => [...row.cells]);
  const lines = rows[0].map((_, j) => element("tr", {}, ...rows.map((row, i) => {
    const cell = element(i && j ? "td" : "th", { className: row[j].className }, ...row[j].cloneNode(true).childNodes);
    if ("value" in row[j].dataset) cell.dataset.value = row[j].dataset.value;
    if (cell.tagName === "TH") cell.scope = j ? "row" : "col";
    return cell;
  })));
  const caption = table.caption ? [table.caption.cloneNode(true)] : [];
  return element("table", { className: table.className }, ...caption,
    element("thead", {}, lines[0]), element("tbody", {}, ...lines.slice(1)));
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

// filter returns a box that hides the rows without its words, and a line that
// counts those left.
function filter(table) {
  const rows = [...table.tBodies[0].rows];
  const search = element("input", { type: "search", placeholder: "Filter rows" });
  search.setAttribute("aria-label", "Filter rows");
  const count = element("output", {});
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    const all = shown === rows.length;
    count.textContent = all ? "" : `${shown} of ${rows.length} rows` + (table.tFoot ? "; the foot counts all" : "");
  });
  return [search, count];
}

// chooser returns a list that shows and hides columns, but for the first.
function chooser(table) {
  const heads = [...table.tHead.rows[0].cells].slice(1);
  const choices = heads.map((head) => {
    const box = element("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      for (const row of table.rows) row.cells[head.cellIndex].hidden = !box.checked;
    });
    return element("label", {}, box, " " + head.textContent);
  });
  return element("details", {}, element("summary", {}, "Columns"), element("fieldset", {}, ...choices));
}

// On paper everything is open but the source of the experiment.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("main details:not([open], .source)")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
