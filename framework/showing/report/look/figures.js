// Pictures can be saved, and what they show on hovering is in a table below them, for
// keyboards and screen readers.
function equipFigure(figure) {
  const svg = figure.querySelector("svg");
  const name = (figure.dataset.name ?? "picture").split("/").at(-1);
  const button = element("button", { type: "button", className: "save" }, "SVG");
  button.setAttribute("aria-label", `Save the picture ${name} as SVG`);
  button.addEventListener("click", () => save(name + ".svg", svgOf(svg), "image/svg+xml"));
  const bar = element("div", { className: "tools" }, button);
  if (svg.querySelector("g title")) bar.append(shownValues(svg));
  figure.append(bar);
}

// shownValues lists what the parts of a picture say when the pointer is on them; it is
// made when it is opened.
function shownValues(svg) {
  const list = element("ul", { className: "values" });
  const box = element("details", {}, element("summary", {}, "Values"), list);
  box.addEventListener("toggle", () => {
    list.replaceChildren(...[...svg.querySelectorAll("g title")].map((t) => element("li", {}, t.textContent)));
  });
  return box;
}

for (const figure of document.querySelectorAll("figure")) if (figure.querySelector("svg")) equipFigure(figure);
