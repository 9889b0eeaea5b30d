// Downloads come out of the page itself, so that they are there when it was sent alone.
function save(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Files of tables are kept among the data of the page; a link leads to what is not.
addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-kept]");
  if (!link) return;
  event.preventDefault();
  const { stem, kept } = link.dataset, file = (await data())?.files[stem];
  if (file) save(stem.split("/").at(-1) + "." + kept, file[kept], kept === "csv" ? "text/csv" : "text/plain");
  else location.assign(link.href);
});

// tableText is what a table shows, line by line: as it is filtered, sorted and chosen.
function tableText(table, cell) {
  return rowsOf(table).filter((row) => !row.hidden)
    .map((row) => [...row.cells].filter((c) => !c.hidden).map(cell));
}

// shownText is the text of a cell in one line, without its footnotes.
function shownText(cell) {
  const copy = cell.cloneNode(true);
  for (const note of copy.querySelectorAll("sup")) note.remove();
  return copy.textContent.trim().replace(/\s+/g, " ");
}

// harmless has an apostrophe before a text that a spreadsheet would take for a formula, as
// Cell of framework/base/wording has.
function harmless(text) {
  const bare = text.replace(/^'+/, "");
  const number = !Number.isNaN(Number(bare.replace(/inf(inity)?$/i, "Infinity")));
  const formula = /^[=+\-@\t\r]/.test(bare) && !number && (bare[0] === "=" || /[^-+.0-9]/.test(bare));
  return formula ? "'" + text : text;
}

function csvOf(table) {
  const field = (cell) => {
    const text = cell.dataset.value ?? harmless(shownText(cell));
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return tableText(table, field).map((line) => line.join(",") + "\n").join("");
}

const latexSigns = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "±": "$\\pm$",
  "—": "---", "–": "--", "−": "$-$", "∞": "$\\infty$", "<": "$<$", ">": "$>$" };

function latexOf(table) {
  const lines = tableText(table, (cell) =>
    shownText(cell).replace(/^-(?=\d)/, "−").replace(/[\\~^±—–−∞<>]|[#$%&_{}]/g, (sign) => latexSigns[sign] ?? "\\" + sign));
  const line = (cells) => "  " + cells.join(" & ") + " \\\\\n";
  return "% \\usepackage{booktabs}\n\\begin{tabular}{l" + "r".repeat(lines[0].length - 1) + "}\n  \\toprule\n" +
    line(lines[0]) + "  \\midrule\n" + lines.slice(1).map(line).join("") + "  \\bottomrule\n\\end{tabular}\n";
}

// tableDownloads are buttons that save a table as it is shown.
function tableDownloads(name, table) {
  const forms = [["CSV", csvOf, ".csv", "text/csv"], ["LaTeX", latexOf, ".tex", "text/plain"]];
  return forms.map(([label, of, ending, type]) => {
    const button = element("button", { type: "button", className: "save" }, label);
    button.title = `Save as ${label} what the table shows`;
    button.addEventListener("click", () => save(name + ending, of(table()), type));
    return button;
  });
}

// A picture is saved as it is drawn for paper.
function svgOf(svg) {
  const copy = svg.cloneNode(true);
  copy.removeAttribute("style");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy) + "\n";
}
