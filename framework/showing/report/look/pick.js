// A method is picked at its name in a table; the second that is picked is compared with
// it.
const picks = element("output", { className: "picked", hidden: true });
let picked = null;

// makePickable gives the names of methods in a table their buttons.
function makePickable(table) {
  if (!versus) return;
  for (const head of [...headOf(table).cells, ...[...table.tBodies[0].rows].map((row) => row.cells[0])]) {
    const number = methodNumbers.get(head.textContent);
    if (number === undefined) continue;
    const button = element("button", { type: "button", className: "pick", title: "Compare with another" });
    button.setAttribute("aria-label", "Compare " + head.textContent);
    button.setAttribute("aria-pressed", picked === number);
    button.dataset.method = number;
    head.append(button);
  }
}

function setPicked(number) {
  picked = number;
  for (const button of document.querySelectorAll(".pick")) {
    button.setAttribute("aria-pressed", Number(button.dataset.method) === picked);
  }
  picks.hidden = picked === null;
  if (picked === null) return;
  const cancel = element("button", { type: "button" }, "Cancel");
  cancel.addEventListener("click", () => setPicked(null));
  const name = versus.querySelector("[name=a]").options[picked].text;
  picks.replaceChildren(`${name} is picked. Pick another to compare it with. `, cancel);
}

if (versus) {
  document.body.append(picks);
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".pick");
    if (!button) return;
    const number = Number(button.dataset.method);
    if (picked === null || picked === number) {
      setPicked(picked === number ? null : number);
      return;
    }
    versus.querySelector("[name=a]").value = picked;
    versus.querySelector("[name=b]").value = number;
    setPicked(null);
    const part = versus.parentElement;
    if (part.open) showVersus();
    part.open = true;
    part.scrollIntoView();
    part.querySelector("summary").focus();
  });
}
