// A number of a table opens to what it is made of: the values of the folds, the
// confusion table, and rows that were predicted wrong.
const look = document.getElementById("look");

// numbersOf are the numbers of what a list of the page offers, by their names.
function numbersOf(name) {
  return new Map([...look?.querySelector(`[name=${name}]`).options ?? []].map((o) => [o.textContent, Number(o.value)]));
}
const datasetNumbers = numbersOf("dataset"), methodNumbers = numbersOf("method");

// placeOf is the dataset and method of a cell of a table, null if it is of neither.
function placeOf(cell) {
  const table = cell.closest("table.means");
  if (!table || cell.tagName !== "TD") return null;
  const names = [cell.parentElement.cells[0].textContent, headOf(table).cells[cell.cellIndex].textContent];
  for (const [d, m] of [names, names.toReversed()]) {
    if (datasetNumbers.has(d) && methodNumbers.has(m)) return [datasetNumbers.get(d), methodNumbers.get(m)];
  }
  return null;
}

// makeOpenable puts the first cell of a table that opens among what the tab key reaches;
// from there arrows lead to the others.
function makeOpenable(table) {
  if (!look) return;
  const first = [...table.querySelectorAll("td")].slice(0, 200).find(placeOf);
  if (!first) return;
  table.classList.add("opens");
  first.tabIndex = 0;
}

function go(cell, key) {
  const rows = [...cell.closest("table").rows].filter((row) => !row.hidden), row = rows.indexOf(cell.parentElement);
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  let next = step ? rows[row + step]?.cells[cell.cellIndex] : cell;
  while (next && (next === cell || next.hidden) && !step) {
    next = key === "ArrowLeft" ? next.previousElementSibling : next.nextElementSibling;
    if (!next || !next.hidden) break;
  }
  if (!next || !placeOf(next)) return;
  for (const other of cell.closest("table").querySelectorAll("[tabindex]")) other.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

if (look) {
  look.hidden = false;
  look.querySelector("button").addEventListener("click", () => {
    openCell(...["dataset", "method"].map((name) => Number(look.querySelector(`[name=${name}]`).value)));
  });
  document.addEventListener("click", (event) => {
    const cell = event.target.closest("td"), place = cell && !event.target.closest("a, button") && placeOf(cell);
    if (!place) return;
    cell.tabIndex = 0;
    cell.focus();
    openCell(...place);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName !== "TD") return;
    if (event.key.startsWith("Arrow")) go(event.target, event.key);
    else if (event.key === "Enter" || event.key === " ") openCell(...placeOf(event.target));
    else return;
    event.preventDefault();
  });
}

// dialog is made when it is first asked for.
let dialog;
function cellDialog() {
  if (dialog) return dialog;
  const close = element("button", { type: "button" }, "Close");
  close.addEventListener("click", () => dialog.close());
  const heading = element("h2", { id: "cell", tabIndex: -1, autofocus: true });
  dialog = element("dialog", {}, element("header", { className: "tools" }, heading, close),
    element("div", { className: "body" }));
  dialog.setAttribute("aria-labelledby", "cell");
  document.body.append(dialog);
  return dialog;
}

async function openCell(d, m) {
  const all = await data(), box = cellDialog();
  box.querySelector("h2").textContent = `${all.methods[m]} on ${all.datasets[d].name}`;
  box.querySelector(".body").replaceChildren(foldsOf(all, d, m), ...predicted(all, d, m));
  if (!box.open) box.showModal();
  box.scrollTop = 0;
}

// foldsOf is the table of the values of folds.
function foldsOf(all, d, m) {
  const { repeat, fold, status, seconds } = all.cells;
  const lines = cellsOf(all, d, m).map((i) => [String(repeat[i]), number(fold[i]),
    status[i].replaceAll("_", " ") || "not run", ...all.metrics.map(({ values }) => [fixed(values[i]), values[i]]),
    [seconds[i].toPrecision(3), seconds[i]]]);
  return gridBox("folds", "Values of each fold.",
    ["repeat", "fold", "status", ...all.metrics.map((x) => x.name), "train seconds"], lines);
}

// predicted are the tables of what was predicted.
function predicted(all, d, m) {
  const at = d * all.methods.length + m, entry = all.entries[at], { names, labels } = all.datasets[d];
  if (at >= all.entries.length) {
    return [element("p", {}, "For its size the page has no predictions of this cell; predictions.csv.gz has them.")];
  }
  if (!entry) return [element("p", {}, "There are no predictions.")];
  const cells = cellsOf(all, d, m), repeats = new Set(cells.map((i) => all.cells.repeat[i])).size;
  const share = shareWrong(entry, repeats, cells.every((i) => all.cells.status[i] === "ok"));
  const wrong = entry.wrong ?? [];
  const words = (x) => Array.isArray(x) ? x.map((k) => names[k]).join(", ") || "none" : names[x];
  const rows = wrong.map(([repeat, fold, row, is, got]) =>
    [String(row), words(is), words(got), number(repeat), number(fold)]);
  const sampled = wrong.length < entry.of ? `; ${wrong.length} of them, a random sample with a fixed seed` : "";
  const list = gridBox("wrong", `${share}${sampled}. Rows count from 0, as in predictions.csv.gz.`,
    ["row", "true", "predicted", "repeat", "fold"], rows);
  return [confusionOf(entry, names, labels, repeats), ...(rows.length ? [list] : [element("p", {}, share + ".")])];
}

// shareWrong says how many predictions were wrong. Of several repeats, which test a row
// more than once, it says how many rows each has, if they are whole.
function shareWrong({ of, tested }, repeats, whole) {
  if (repeats < 2) return `${of} of ${tested} rows were predicted wrongly`;
  const rows = whole && tested % repeats === 0 ? ` of ${tested / repeats} rows` : "";
  return `${of} of ${tested} predictions (${repeats} repeats${rows}) were wrong`;
}

// number is a whole number as a cell of a table.
function number(n) { return [String(n), n]; }

// confusionOf is the table of true and predicted classes, of labels, or of the most
// frequent confusions.
function confusionOf({ counts, pairs, confused }, names, labels, repeats) {
  const [counted, over] = repeats > 1 ? ["Predictions", "folds and repeats"] : ["Rows", "folds"];
  if (labels) {
    return gridBox("labels", `Rows that have a label and get it, only get it, and only have it, over ${over}.`,
      ["label", "both", "only predicted", "only true"],
      names.map((name, k) => [name, ...counts.slice(3 * k, 3 * k + 3).map(number)]));
  }
  if (counts) {
    const k = names.length;
    return gridBox("confusion", `${counted} by true class (down) and predicted class (across), over ${over}.`,
      ["true class", ...names], names.map((name, i) => [name, ...counts.slice(k * i, k * (i + 1)).map(number)]));
  }
  const list = pairs ?? [];
  return gridBox("confusion", `The ${list.length} most frequent of ${confused ?? 0} confusions.`,
    ["true", "predicted", counted.toLowerCase()], list.map(([is, got, n]) => [names[is], names[got], number(n)]));
}
