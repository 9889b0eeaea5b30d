// makeSortable lets a click on a header sort: first the best on top, the second
// click turns that round. Words, ranks and costs begin with the smallest, scores
// with the largest if those are the best.
function makeSortable(table, largestIsBest) {
  const heads = [...headOf(table).cells];
  for (const head of heads) {
    const numbers = [...table.tBodies[0].rows].some((row) => "value" in row.cells[head.cellIndex].dataset);
    const first = largestIsBest && numbers && head.textContent.trim() !== "average rank" ? "descending" : "ascending";
    const second = first === "ascending" ? "descending" : "ascending";
    head.replaceChildren(element("button", { type: "button", className: "sort" }, ...head.childNodes));
    head.addEventListener("click", (event) => {
      if (event.target.closest(".pick")) return;
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
