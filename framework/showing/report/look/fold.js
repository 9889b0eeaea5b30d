// What is folded opens when something in it is jumped to. Newer browsers do that by
// themselves.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  target?.scrollIntoView();
}

addEventListener("hashchange", unfold);
if (location.hash) unfold();
