// Tables sort by a click on a header; rows are filtered by words, columns are
// chosen, and rows and columns change places. Without this script the page shows
// all, in the order of the experiment.
for (const box of document.querySelectorAll(".table")) {
  const table = box.querySelector("table.grid");
  if (table) equip(box, table);
}

// equip gives the table of a box its tools. A table of means that is too wide is
// shown with rows and columns swapped if that makes it narrower.
function equip(box, first) {
  const scroll = box.querySelector(".scroll");
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
  const tooWide = first.offsetWidth > scroll.clientWidth && first.tHead.rows[0].cells.length > first.rows.length;
  show(tooWide && first.classList.contains("means") ? turned(first) : first);
}

