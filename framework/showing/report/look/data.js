// data are what the page holds for its reader to ask for: unpacked when first asked
// for, null in a page without any. The members are those of Data in
// framework/showing/report/explore.
let unpacked;
function data() {
  return unpacked ??= unpack(document.getElementById("data"));
}

async function unpack(holder) {
  if (!holder) return null;
  const bytes = Uint8Array.from(atob(holder.textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const all = await new Response(stream).json();
  for (const metric of all.metrics) metric.values = metric.values.map((v) => v === null ? NaN : Number(v));
  all.of = new Map(); // numbers of the cells of a dataset and method
  all.cells.dataset.forEach((d, i) => {
    const key = d * all.methods.length + all.cells.method[i];
    if (!all.of.has(key)) all.of.set(key, []);
    all.of.get(key).push(i);
  });
  return all;
}

// cellsOf are the numbers of the cells of a dataset and a method.
function cellsOf(all, dataset, method) { return all.of.get(dataset * all.methods.length + method) ?? []; }
