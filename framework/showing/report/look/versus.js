// Two methods that the reader picks are compared: on each dataset over the folds, and
// over the datasets.
const versus = document.getElementById("versus");

// comparison is what two methods reach by a metric: for each dataset where one of them
// has a value their means, the difference, and the p-value of the corrected resampled
// t-test over the folds that both have.
function comparison(all, a, b, metric) {
  const { values, pooled } = all.metrics[metric], { repeat, fold, test, train } = all.cells;
  return all.datasets.map((set, d) => {
    const own = cellsOf(all, d, a).filter((i) => !Number.isNaN(values[i]));
    const other = cellsOf(all, d, b).filter((i) => !Number.isNaN(values[i]));
    const at = new Map(other.map((i) => [repeat[i] + " " + fold[i], i]));
    const pairs = own.map((i) => [i, at.get(repeat[i] + " " + fold[i])]).filter(([, j]) => j !== undefined);
    const d2 = pairs.map(([i, j]) => values[i] - values[j]);
    const sum = (of) => pairs.reduce((s, [i]) => s + of[i], 0);
    const means = [own, other].map((cells) => mean(cells.map((i) => values[i])));
    return { name: set.name, a: means[0], b: means[1], difference: means[0] - means[1], folds: pairs.length,
      p: pooled ? NaN : correctedT(d2, sum(test), sum(train)), whole: own.length > 0 && own.length === other.length };
  }).filter((row) => !Number.isNaN(row.a) || !Number.isNaN(row.b));
}

// fewDatasets are too few for tests over datasets to mean something.
const fewDatasets = 5;

// verdict says in words what the datasets say of two methods.
function verdict(rows, a, b, smaller) {
  const whole = rows.filter((row) => row.whole), n = whole.length;
  if (!n) return "No dataset has values of both.";
  const d = whole.map((row) => row.difference), { plus, minus, none } = signs(smaller ? d.map((v) => -v) : d);
  const datasets = n === 1 ? "1 dataset" : `${n} datasets`;
  let text = `Of ${datasets} with all values of both, ${a} is better on ${plus}, ${b} on ${minus}, and ` +
    `${none} are tied. The mean difference is ${fixed(mean(d))}.`;
  if (n >= fewDatasets) {
    text += ` Over the datasets: Wilcoxon's signed-rank test p = ${probability(wilcoxonP(d))}, sign test p = ` +
      `${probability(signP(d))}, both two-sided.`;
  } else {
    text += ` With fewer than ${fewDatasets} datasets, no test over datasets is meaningful.`;
  }
  return text.replace("p = <", "p <");
}

async function showVersus() {
  const all = await data();
  const [a, b, metric] = ["a", "b", "metric"].map((name) => Number(versus.querySelector(`[name=${name}]`).value));
  const rows = comparison(all, a, b, metric), { name, smaller } = all.metrics[metric];
  const [first, second] = [all.methods[a], all.methods[b]];
  const caption = `${name}: means over the values of each, their difference, and the p-value of the corrected ` +
    "resampled t-test over the folds that both have. A difference that is the same on every fold has none.";
  const lines = rows.map((row) => [row.name, [fixed(row.a), row.a], [fixed(row.b), row.b],
    [fixed(row.difference), row.difference], [probability(row.p), row.p], [String(row.folds), row.folds]]);
  const outcome = versus.querySelector(".outcome");
  const figure = element("figure", {}, scatter(rows.filter((row) => row.whole), first, second, name, smaller));
  figure.dataset.name = "scatter";
  outcome.replaceChildren(element("p", { role: "status" }, verdict(rows, first, second, smaller)), figure,
    gridBox("comparison", caption, ["dataset", first, second, "difference", "p", "folds"], lines));
  equipFigure(figure);
}

if (versus) {
  versus.parentElement.hidden = false;
  document.querySelector("nav [href='#versus']").parentElement.hidden = false;
  versus.querySelector("[name=b]").selectedIndex = 1;
  versus.addEventListener("change", (event) => { if (event.target.closest("select")) showVersus(); });
  versus.parentElement.addEventListener("toggle", () => { if (versus.parentElement.open) showVersus(); });
  versus.querySelector(".exchange").addEventListener("click", () => {
    const [a, b] = ["a", "b"].map((name) => versus.querySelector(`[name=${name}]`));
    [a.value, b.value] = [b.value, a.value];
    showVersus();
  });
}
