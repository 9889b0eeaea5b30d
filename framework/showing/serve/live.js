"use strict";

// The page is told what is new while it is open. The part above the report changes in
// place. The report is loaded anew: by itself as long as the reader has only read, else
// when the reader asks for it; then what was sorted, filtered, chosen, opened and
// scrolled is as it was.
{
  const live = document.getElementById("live");
  const parts = document.getElementById("live-parts");
  const news = document.getElementById("live-news");
  const memory = "bench " + location.pathname;
  const sources = new Map([...parts.children].map((part) => [part.id, part.outerHTML]));
  const title = document.title;
  let touched = false;
  let events = null;

  // show replaces the parts that are not as they were told before.
  function show(html) {
    const told = document.createElement("template");
    told.innerHTML = html;
    const fresh = [...told.content.children];
    for (const part of [...parts.children]) if (!fresh.some((f) => f.id === part.id)) part.remove();
    let place = null; // behind which the next part stands
    for (const part of fresh) {
      const old = document.getElementById(part.id), source = part.outerHTML;
      if (!old) {
        if (place) place.after(part);
        else parts.prepend(part);
      } else if (sources.get(part.id) !== source) {
        if (old.tagName === "DETAILS") part.open = old.open;
        const focused = old.contains(document.activeElement);
        old.replaceWith(part);
        if (focused) part.querySelector("summary")?.focus();
      }
      sources.set(part.id, source);
      place = document.getElementById(part.id);
    }
    tellTimes();
    tellTitle();
  }

  function tellTimes() {
    for (const time of live.querySelectorAll("time")) {
      const at = new Date(time.dateTime);
      time.textContent = "ago" in time.dataset ? ago((Date.now() - at) / 1000) : at.toLocaleString();
    }
  }

  function ago(seconds) {
    if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s ago`;
    if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
    return `${Math.floor(seconds / 3600)} h ${Math.round(seconds % 3600 / 60)} min ago`;
  }

  function tellTitle() {
    const { phase, done, all } = document.getElementById("live-head").dataset;
    document.title = phase === "running" ? `${done}/${all} ${title}` : title;
  }

  // judge loads another report, or says that there is one.
  function judge(page, done) {
    if (page === live.dataset.page) {
      news.replaceChildren();
    } else if (!touched && getSelection().isCollapsed) {
      location.reload();
    } else {
      const more = done - Number(live.dataset.shown);
      const what = more > 0 ? `${more} new cell${more > 1 ? "s" : ""}` : "The report has changed";
      const text = `${what} – refresh`;
      if (news.textContent === text) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(text);
      button.addEventListener("click", () => location.reload());
      const focused = news.contains(document.activeElement);
      news.replaceChildren(button);
      if (focused) button.focus();
    }
  }

  // listen hears what is new while the page is seen.
  function listen() {
    if (document.hidden) {
      events?.close();
      events = null;
    } else if (!events) {
      events = new EventSource("events");
      events.addEventListener("message", (message) => {
        const told = JSON.parse(message.data);
        show(told.live);
        judge(told.page, told.done);
      });
    }
  }

  // named gives each element a name that it has in the next page, too.
  function named(elements, name) {
    const count = new Map();
    return elements.map((e) => {
      const own = (e.closest("[id]")?.id ?? "") + " " + name(e), n = count.get(own) ?? 0;
      count.set(own, n + 1);
      return [own + " " + n, e];
    });
  }

  const boxes = () => named(
    [...document.querySelectorAll("main .table")].filter((box) => box.querySelector("table.grid")),
    (box) => box.querySelector("h3, h4")?.textContent ?? "");

  const folded = () => named([...document.querySelectorAll("details")],
    (d) => d.closest(".tools") ? "tools" : d.querySelector("summary").textContent.replace(/[^\p{L} ]/gu, ""));

  const corner = (box) => box.querySelector("table.grid th").textContent;

  // remember keeps what the reader has done to the page.
  function remember() {
    const tables = boxes().map(([name, box]) => {
      const sorted = box.querySelector("thead [aria-sort]");
      return [name, {
        corner: corner(box), left: box.querySelector(".scroll")?.scrollLeft,
        sorted: sorted && [sorted.textContent, sorted.ariaSort],
        words: box.querySelector("input[type=search]")?.value,
        chosen: [...box.querySelectorAll(".tools label")].map((l) => [l.textContent, l.firstElementChild.checked]),
      }];
    });
    const at = [...document.querySelectorAll("main [id]")].find((e) => e.getBoundingClientRect().bottom > 0);
    sessionStorage.setItem(memory, JSON.stringify({
      touched, tables, open: folded().map(([name, details]) => [name, details.open]),
      scroll: { y: scrollY, id: scrollY > 0 && at?.id, top: at?.getBoundingClientRect().top },
    }));
  }

  // restore does to the page what the reader has done to the one before.
  function restore() {
    const text = sessionStorage.getItem(memory);
    sessionStorage.removeItem(memory);
    if (!text || performance.getEntriesByType("navigation")[0]?.type !== "reload") return;
    const before = JSON.parse(text);
    const open = new Map(before.open), tables = new Map(before.tables);
    for (const [name, box] of boxes()) if (tables.has(name)) restoreTable(box, tables.get(name));
    for (const [name, details] of folded()) if (open.has(name)) details.open = open.get(name);
    document.activeElement?.blur(); // from the button that swaps
    touched = before.touched;
    const scroll = () => {
      const at = before.scroll.id && document.getElementById(before.scroll.id);
      const top = at ? scrollY + at.getBoundingClientRect().top - before.scroll.top : before.scroll.y;
      scrollTo({ top, behavior: "instant" });
    };
    scroll();
    addEventListener("load", () => setTimeout(scroll)); // the browser scrolls, too
  }

  function restoreTable(box, was) {
    if (corner(box) !== was.corner) box.querySelector(".swap")?.click();
    const search = box.querySelector("input[type=search]");
    if (search && was.words) {
      search.value = was.words;
      search.dispatchEvent(new Event("input"));
    }
    const chosen = new Map(was.chosen);
    for (const label of box.querySelectorAll(".tools label")) {
      const choice = label.firstElementChild, checked = chosen.get(label.textContent);
      if (checked === undefined || checked === choice.checked) continue;
      choice.checked = checked;
      choice.dispatchEvent(new Event("change"));
    }
    if (was.sorted) {
      const [text, order] = was.sorted;
      const head = [...box.querySelectorAll("thead th")].find((th) => th.textContent === text);
      for (let i = 0; head && i < 2 && head.ariaSort !== order; i++) head.querySelector(".sort")?.click();
    }
    const scroll = box.querySelector(".scroll");
    if (scroll) scroll.scrollLeft = was.left;
  }

  for (const kind of ["click", "input"]) {
    addEventListener(kind, (event) => {
      const used = event.target.closest?.("main :is(button, input, select, textarea, summary, label, th, svg)");
      if (event.isTrusted && used) touched = true;
    }, { capture: true });
  }
  addEventListener("DOMContentLoaded", () => {
    restore();
    tellTimes();
    tellTitle();
    listen();
    document.addEventListener("visibilitychange", listen);
    setInterval(tellTimes, 1000);
  });
  addEventListener("pagehide", remember);
}
