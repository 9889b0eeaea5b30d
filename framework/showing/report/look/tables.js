// Tables sort by a click on a header; rows are filtered by words, columns are
// chosen, and rows and columns change places. Without this script the page shows
// all, in the order of the experiment. All are measured before any is changed: each
// measure of a changed page takes as long as its layout.
const boxes = [...document.querySelectorAll(".table")].filter((box) => box.querySelector("table.grid"));
const wide = boxes.map((box) => isTooWide(box));
boxes.forEach((box, i) => equip(box, wide[i]));

// isTooWide says whether a table of means is wider than its place, and narrower turned.
function isTooWide(box) {
  const table = box.querySelector("table.grid");
  return table.classList.contains("means") && headOf(table).cells.length > table.rows.length &&
    table.offsetWidth > box.querySelector(".scroll").clientWidth;
}

// equip gives the table of a box its tools, and shows it turned if it is too wide.
function equip(box, tooWide = false) {
  const scroll = box.querySelector(".scroll"), first = box.querySelector("table.grid");
  const place = element("div", {});
  scroll.before(place);
  const show = (table) => {
    makeSortable(table, box.dataset.best === "largest");
    makePickable(table);
    makeOpenable(table);
    const bar = element("div", { className: "tools" }, ...filter(table), chooser(table));
    if (table.classList.contains("means")) {
      const swap = element("button", { type: "button", className: "swap" }, "Swap rows and columns");
      swap.addEventListener("click", () => {
        show(turned(table));
        place.querySelector(".swap").focus();
      });
      bar.append(swap);
    }
    bar.append(...tableDownloads(box.dataset.name ?? "table", () => table));
    scroll.replaceChildren(table);
    place.replaceChildren(bar);
  };
  show(tooWide ? turned(first) : first);
}
