// On paper every part is open but the source of the experiment and what the reader has
// not asked for, such as the pictures that are folded within a part; and tables wider than the paper are turned, or divided into blocks of
// columns.
let undo = [];
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("main details:not([open], .source, :has(> #versus), details details)")) {
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
  const widths = [...headOf(table).cells].map((cell) => cell.offsetWidth);
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
  const copy = withoutHeadings(table.cloneNode(true));
  for (const row of copy.rows) [...row.cells].forEach((cell, j) => columns.has(j) || cell.remove());
  if (part) (copy.caption?.firstElementChild ?? copy.createCaption()).append(part);
  return copy;
}
