// A table or picture that goes on beyond the edge fades there, so that it is seen on a phone.
function fade(box) {
  box.classList.toggle("goes-on", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
}

const sizes = new ResizeObserver((entries) => {
  for (const entry of entries) fade(entry.target.closest(".scroll, figure"));
});
for (const box of document.querySelectorAll(".scroll, figure")) {
  box.addEventListener("scroll", () => fade(box), { passive: true });
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
}
