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
  const heads = [...headOf(table).cells].slice(1);
  const summary = element("summary", {});
  const tell = () => {
    const shown = heads.filter((head) => !head.hidden).length;
    summary.textContent = shown === heads.length ? "Columns" : `Columns: ${shown} of ${heads.length}`;
  };
  const choices = heads.map((head) => {
    const box = element("input", { type: "checkbox", checked: !head.hidden });
    box.addEventListener("change", () => {
      withoutHeadings(table);
      for (const row of table.rows) row.cells[head.cellIndex].hidden = !box.checked;
      tell();
    });
    return element("label", {}, box, " " + head.textContent);
  });
  tell();
  return element("details", {}, summary, element("fieldset", {}, ...choices));
}
