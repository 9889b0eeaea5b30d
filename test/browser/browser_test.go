// Package browser opens the report page in a real browser.
package browser

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"image/png"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/report"
	"github.com/manyclass/bench/test/scoretest"
)

// browsers are the names of executables that are looked for.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// wholeLimit bounds everything that is asked of the browser.
const wholeLimit = 30 * time.Minute

// start returns the context of a headless browser, which ends with the test.
func start(t *testing.T) context.Context {
	t.Helper()
	for _, name := range browsers {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)
		whole, cancel := context.WithTimeout(context.Background(), wholeLimit)
		t.Cleanup(cancel)
		allocator, stop := chromedp.NewExecAllocator(whole, options...)
		t.Cleanup(stop)
		ctx, closeTab := chromedp.NewContext(allocator)
		t.Cleanup(closeTab)
		if err := chromedp.Do(ctx); err != nil {
			t.Fatalf("starting %s: %v", path, err)
		}
		return ctx
	}
	t.Skipf("none of %s is on the PATH", strings.Join(browsers, ", "))
	return nil
}

// A report is written once; each part of the test has a tab of its own.
func TestReportPage(t *testing.T) {
	browser := start(t)
	page := written(t)
	for name, test := range map[string]func(t *testing.T, tab context.Context, page string){
		"sort": sorts, "filter": filters, "columns and swap": choosesAndSwaps, "network": loadsNothing, "phone": fitsPhone,
		"media":                suitsMedia,
		"swapped as it stands": keepsOnSwapping, "paper": fitsPaper, "legible": legible, "night": dark,
		"missing elements": misses, "folded": unfolds,
		"tests": tests, "accessible": accessible, "comparison": compares, "cells": opensCells, "downloads": downloads, "harmless": harmless, "seen": isSeen,
	} {
		t.Run(name, func(t *testing.T) {
			tab, closeTab := chromedp.NewContext(browser)
			defer closeTab()
			if err := chromedp.Do(tab); err != nil {
				t.Fatal(err)
			}
			limited, cancel := context.WithTimeout(tab, 10*time.Minute)
			defer cancel()
			test(t, limited, page)
		})
	}
}

// written is the address of the report page of an invented experiment.
func written(t *testing.T) string {
	t.Helper()
	in := scoretest.Experiment()
	in.Plan.Metrics = append(in.Plan.Metrics, metric.Spec{Name: "confusion", Type: "confusion",
		Config: contract.NewConfig(nil)})
	s, err := report.WriteAll(t.TempDir(), report.Input{Input: in,
		Manifest: store.Manifest{Asked: store.Asked{Resolved: []byte(`{"name":"fixture"}`)}}})
	if err != nil {
		t.Fatal(err)
	}
	return "file://" + filepath.ToSlash(s.Page)
}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// value is what an expression gives in the page.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// rows joins the labels of the rows of the first table that can be seen.
func rows(t *testing.T, ctx context.Context) string {
	t.Helper()
	return value[string](t, ctx, `[...document.querySelectorAll("#table-1 tbody tr")].filter(r => r.offsetHeight > 0).map(r => r.cells[0].textContent).join(" ")`)
}

// header selects the header of a column of the first table, counted from 1.
func header(column string) string { return "#table-1 thead th:nth-child(" + column + ")" }

// seen does something with an element, which must be there and visible: the browser
// would wait for one that is not.
func seen[T any](element string, action chromedp.Action[T]) chromedp.Action[T] {
	return func(ctx context.Context, target *chromedp.Target) (v T, err error) {
		visible := fmt.Sprintf("document.querySelector(%q)?.checkVisibility() ?? false", element)
		there, err := chromedp.Evaluate[bool](visible)(ctx, target)
		if err == nil && !there {
			err = fmt.Errorf("the page shows no %s", element)
		}
		if err != nil {
			return v, err
		}
		return action(ctx, target)
	}
}

func click(element string) chromedp.Action[chromedp.Void] {
	return seen(element, chromedp.Click(chromedp.CSS(element)))
}

func enter(element, text string) chromedp.Action[chromedp.Void] {
	return seen(element, chromedp.SendKeys(chromedp.CSS(element), text))
}

func focus(element string) chromedp.Action[chromedp.Void] {
	return seen(element, chromedp.Focus(chromedp.CSS(element)))
}

// What the page lacks ends a test with its name.
func misses(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	for element, step := range map[string]chromedp.Action[chromedp.Void]{
		"#none": click("#none"), "#none input": enter("#none input", "x"),
		"#table-1 fieldset input": focus("#table-1 fieldset input"), // it is folded away
	} {
		if err := chromedp.Do(ctx, step); err == nil || err.Error() != "the page shows no "+element {
			t.Errorf("%s: %v", element, err)
		}
	}
}

// A link to what is folded opens it, also when it was followed before; and so does an
// address.
func unfolds(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	const link = `nav a[href="#costs"]`
	open := func() bool { return value[bool](t, ctx, `document.querySelector("#costs").parentElement.open`) }
	if open() || value[bool](t, ctx, `document.querySelector("#costs table").checkVisibility({contentVisibilityAuto: true})`) {
		t.Fatal("the costs are not folded")
	}
	for range 2 {
		do(t, ctx, click(link))
		waitFor(t, ctx, `document.querySelector("#costs").parentElement.open`)
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("#costs").parentElement.open = false`))
	}
	// So it does in a browser that leaves that to the script.
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`{
		history.replaceState(null, "", "#datasets");
		dispatchEvent(new HashChangeEvent("hashchange"));
	}`))
	waitFor(t, ctx, `document.querySelector("#datasets").parentElement.open`)
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(page+"#costs"))
	if top := value[float64](t, ctx, `document.querySelector("#costs").getBoundingClientRect().top`); top < 0 || top > 900 {
		t.Errorf("the costs begin %v below the top of the window", top)
	}
}

const waitLimit = 2 * time.Minute

// waitFor waits until an expression is true in the page; a limit ends what hangs.
func waitFor(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, waitLimit)
	defer cancel()
	for !value[bool](t, ctx, expression) {
		select {
		case <-ctx.Done():
			t.Fatalf("waiting for %s: %v", expression, ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func sorts(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	if got := rows(t, ctx); got != "iris glass" {
		t.Fatalf("rows %q", got)
	}
	// Larger is better. The last column but one has no value for glass.
	for _, step := range []struct{ column, sort, rows string }{
		{"1", "ascending", "glass iris"},
		{"1", "descending", "iris glass"},
		{"2", "descending", "glass iris"},
		{"2", "ascending", "iris glass"},
		{"4", "descending", "iris glass"},
		{"4", "ascending", "iris glass"},
	} {
		do(t, ctx, click(header(step.column)))
		if got := rows(t, ctx); got != step.rows {
			t.Errorf("column %s %s: rows %q, want %q", step.column, step.sort, got, step.rows)
		}
		sorted := value[string](t, ctx,
			`[...document.querySelectorAll("#table-1 [aria-sort]")].map(h => h.cellIndex + 1 + " " + h.ariaSort).join()`)
		if sorted != step.column+" "+step.sort {
			t.Errorf("sorted: %q", sorted)
		}
	}
	do(t, ctx, focus(header("1")+" button"), chromedp.KeyEvent("\r"))
	if got := rows(t, ctx); got != "glass iris" {
		t.Errorf("the return key gives rows %q", got)
	}
}

func filters(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	do(t, ctx, enter("#table-1 input[type=search]", "GLA"))
	if got := rows(t, ctx); got != "glass" {
		t.Errorf("filtered rows %q", got)
	}
	if got := value[string](t, ctx,
		`document.querySelector("#table-1 output").textContent`); got != "1 of 2 rows; the foot counts all" {
		t.Errorf("the filter says %q", got)
	}
}

func choosesAndSwaps(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	do(t, ctx, click("#table-1 .tools summary"), click("#table-1 fieldset label:nth-child(2) input"))
	if got := value[string](t, ctx,
		`[...document.querySelectorAll("#table-1 tr")].map(r => [...r.cells].filter(c => c.offsetWidth > 0).length).join()`); got != "4,4,4,4,4" {
		t.Errorf("columns that can be seen in each row: %s", got)
	}
	do(t, ctx, click("#table-1 fieldset label:nth-child(2) input"), click("#table-1 .swap"))
	if got := rows(t, ctx); got != "lr[C=0.1,tol=1]/ovo lr[C=0.1,tol=1]/ova svm/ova svm/ovo" {
		t.Errorf("swapped rows, in order of mean rank: %q", got)
	}
	if got := value[string](t, ctx, columns); got != "learner/reduction mean average rank iris glass" {
		t.Errorf("swapped columns, means and ranks first: %q", got)
	}
	do(t, ctx, click(header("3")))
	if got := rows(t, ctx); got != "lr[C=0.1,tol=1]/ovo lr[C=0.1,tol=1]/ova svm/ova svm/ovo" {
		t.Errorf("by rank: %q", got)
	}
	do(t, ctx, click(header("5")))
	if got := rows(t, ctx); got != "lr[C=0.1,tol=1]/ovo lr[C=0.1,tol=1]/ova svm/ova svm/ovo" {
		t.Errorf("by a column with holes: %q", got)
	}
	do(t, ctx, click("#table-1 .swap"))
	if got := rows(t, ctx); got != "iris glass" {
		t.Errorf("swapped back: %q", got)
	}
	if got := value[int](t, ctx, `document.querySelectorAll("#table-1 .pick").length`); got != 4 {
		t.Errorf("swapped back: %d buttons to pick 4 methods", got)
	}
}

// Pictures and tables can be looked at: the first picture has the full width, numbers stand
// flush right on a ground that says how good they are, and what goes on beyond the edge fades.
func isSeen(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	const cell = `getComputedStyle(document.querySelector("#table-1 tbody .best"))`
	for expression, want := range map[string]bool{
		`document.querySelector("#answer svg").getBoundingClientRect().width > 0.97 * document.querySelector("#answer").clientWidth`: true,
		cell + `.textAlign === "end"`: true,
		cell + `.backgroundColor !== getComputedStyle(document.querySelector("#table-1 .hole")).backgroundColor`: true,
		`document.querySelector("#table-1 .scroll").classList.contains("goes-on")`:                               false,
	} {
		if got := value[bool](t, ctx, expression); got != want {
			t.Errorf("%s is %v", expression, got)
		}
	}
	do(t, ctx, chromedp.EmulateViewport(380, 700))
	waitFor(t, ctx, `document.querySelector("#table-1 .scroll").classList.contains("goes-on")`)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("#table-1 .scroll").scrollTo(9999, 0)`))
	waitFor(t, ctx, `!document.querySelector("#table-1 .scroll").classList.contains("goes-on")`)
}

// corner is the text over the labels of rows.
const corner = `document.querySelector("#table-1 thead th").textContent`

// columns joins the heads of the first table that can be seen.
const columns = `[...document.querySelectorAll("#table-1 thead th")].filter(h => h.offsetWidth > 0).map(h => h.textContent).join(" ")`

// What is filtered, chosen and sorted stays so when rows and columns change places.
func keepsOnSwapping(t *testing.T, ctx context.Context, page string) {
	swap := click("#table-1 .swap")
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page), swap)
	if got := value[string](t, ctx, corner); got != "learner/reduction" {
		t.Errorf("over combinations stands %q", got)
	}
	do(t, ctx, enter("#table-1 input[type=search]", "ov"))
	do(t, ctx, click(header("4")), click(header("4")))
	do(t, ctx, click("#table-1 .tools summary"))
	do(t, ctx, click("#table-1 fieldset label:nth-child(4) input"))
	sorted := rows(t, ctx)
	if sorted == "" || strings.HasPrefix(sorted, "lr[C=0.1,tol=1]/ova lr[C=0.1,tol=1]/ovo") {
		t.Fatalf("sorted rows %q", sorted)
	}
	do(t, ctx, enter("#table-1 input[type=search]", "a"))
	shown := rows(t, ctx)
	do(t, ctx, swap)
	if got := value[string](t, ctx, columns); got != "dataset "+shown {
		t.Errorf("of rows %q come columns %q", shown, got)
	}
	if got := rows(t, ctx); got != "iris" {
		t.Errorf("of the columns come rows %q", got)
	}
	do(t, ctx, swap)
	if got := rows(t, ctx); got != shown {
		t.Errorf("swapped back: rows %q, were %q", got, shown)
	}
	if got := value[string](t, ctx, `document.querySelector("#table-1 input[type=search]").value`); got != "ova" {
		t.Errorf("swapped back: the filter is %q", got)
	}
	if got := value[string](t, ctx,
		`[...document.querySelectorAll("#table-1 [aria-sort]")].map(h => h.cellIndex + 1 + " " + h.ariaSort).join()`); got != "4 ascending" {
		t.Errorf("swapped back: sorted %q", got)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("#table-1 output + button")?.click()`))
	if got := rows(t, ctx); got != sorted {
		t.Errorf("all again: rows %q, were %q", got, sorted)
	}
}

// fitsPaper makes the first table long and wide, prints, and looks at what is on A4.
func fitsPaper(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`{
		const table = document.querySelector("#table-1 table");
		for (const row of table.rows) for (let i = 0; i < 15; i++) row.append(row.cells[1].cloneNode(true));
		const row = table.tBodies[0].rows[0];
		for (let i = 0; i < 25; i++) row.after(row.cloneNode(true));
	}`))
	const heads = `[...document.querySelectorAll("#table-1 thead th:not(:first-child)")].length`
	before := value[int](t, ctx, heads)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("beforeprint"))`))
	do(t, ctx, media("print", "light"), chromedp.EmulateViewport(680, 900))
	const widest = `Math.max(...[...document.querySelectorAll("table")].map(table => table.offsetWidth))`
	if got := value[int](t, ctx, widest); got > 681 {
		t.Errorf("a table is %d pixels wide on paper of 680", got)
	}
	tables := value[int](t, ctx, `document.querySelectorAll("#table-1 table").length`)
	if got := value[int](t, ctx, heads); got != before || tables < 2 {
		t.Errorf("%d tables of together %d columns, where one had %d", tables, got, before)
	}
	// Chromium leaves a button blank where it repeats the head of a table.
	if got := value[string](t, ctx, `getComputedStyle(document.querySelector("thead .sort")).display`); got != "contents" {
		t.Errorf("a head that sorts is printed as %s", got)
	}
	if value[bool](t, ctx, `document.querySelector("#versus").checkVisibility()`) {
		t.Error("a comparison that nobody asked for is printed")
	}
	const over = `[...document.querySelectorAll(".dataset > :not(figure, details, div)")]`
	if !value[bool](t, ctx, over+`.every(e => getComputedStyle(e).breakAfter === "avoid")`) {
		t.Error("what stands over a picture can be parted from it")
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("afterprint"))`))
	if got := value[int](t, ctx, `document.querySelectorAll("#table-1 table").length`); got != 1 {
		t.Errorf("after printing there are %d tables", got)
	}
}

// The page works without a network, and its script and policy without
// complaints of the browser.
func loadsNothing(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
		return v, err
	})
	var mutex sync.Mutex
	var requests, complaints []string
	err := chromedp.Listen(ctx, func(event any) {
		mutex.Lock()
		defer mutex.Unlock()
		if e, ok := event.(*network.EventRequestWillBeSent); ok {
			requests = append(requests, e.Request.URL)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	messages := chromedp.Console(ctx)
	do(t, ctx, chromedp.Navigate(page), chromedp.Evaluate[chromedp.Void](`console.log("end")`))
	for m, err := range messages {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(m.String(), "end") {
			break
		}
		complaints = append(complaints, m.String())
	}
	mutex.Lock()
	defer mutex.Unlock()
	own := 0
	for _, url := range requests {
		switch {
		case url == page:
			own++
		case !strings.HasPrefix(url, "data:"):
			t.Errorf("the page asks for %s", url)
		}
	}
	if own != 1 || len(complaints) > 0 {
		t.Errorf("the page was asked for %d times; the browser says %q", own, complaints)
	}
}

func fitsPhone(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile), chromedp.Navigate(page))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll("details")) d.open = true`))
	if width := value[int](t, ctx, `document.scrollingElement.scrollWidth`); width > 360 {
		t.Errorf("the page is %d pixels wide", width)
	}
	if height := value[int](t, ctx,
		`Math.max(...[...document.querySelectorAll("#table-1 tr")].map(r => r.offsetHeight))`); height > 70 {
		t.Errorf("a row of the table is %d pixels high", height)
	}
	if !value[bool](t, ctx, `(s => s.scrollWidth > s.clientWidth)(document.querySelector("#table-1 .scroll"))`) {
		t.Error("the table fits a phone; the test wants a wider one")
	}
}

// No text of a picture is smaller than 9 pixels, on a phone or in a gallery; what is
// wider than the phone scrolls by itself.
func legible(t *testing.T, ctx context.Context, page string) {
	const smallest = `Math.min(...[...document.querySelectorAll("figure svg")].map(svg =>
		Math.min(...[...svg.querySelectorAll("text")].map(text => parseFloat(getComputedStyle(text).fontSize))) *
		svg.getBoundingClientRect().width / svg.viewBox.baseVal.width))`
	for _, width := range []int{360, 800, 1200} {
		do(t, ctx, chromedp.EmulateViewport(int64(width), 740), chromedp.Navigate(page))
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll("details")) d.open = true`))
		if got := value[float64](t, ctx, smallest); got < 9 {
			t.Errorf("at a width of %d: text of %g pixels", width, got)
		}
		if got := value[int](t, ctx, `document.scrollingElement.scrollWidth`); got > width {
			t.Errorf("at a width of %d the page is %d wide", width, got)
		}
	}
}

// dark looks at the pixels of the first picture by night.
func dark(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page), media("screen", "dark"))
	shot, err := chromedp.Run(ctx, seen("figure svg", chromedp.Screenshot(chromedp.CSS("figure svg"))))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	bright, all := 0, 0
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			grey := color.GrayModel.Convert(picture.At(picture.Bounds().Min.X+x, picture.Bounds().Min.Y+y)).(color.Gray)
			all++
			if grey.Y > 128 {
				bright++
			}
		}
	}
	if all == 0 || bright == 0 || bright > all/4 {
		t.Errorf("%d of %d pixels of a picture are bright by night", bright, all)
	}
}

// media emulates a medium, and a preferred colour scheme.
func media(medium, scheme string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return v, err
	}
}

func suitsMedia(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	const ground = `getComputedStyle(document.body).backgroundColor`
	const tools = `document.querySelector(".tools").offsetHeight`
	const closed = `Math.max(...[...document.querySelectorAll("main details:not([open]) figure")].map(f => f.checkVisibility({contentVisibilityAuto: true}) ? f.offsetHeight : 0))`
	do(t, ctx, media("screen", "light"))
	if value[string](t, ctx, ground) != "rgb(255, 255, 255)" || value[int](t, ctx, tools) == 0 ||
		value[float64](t, ctx, closed) != 0 {
		t.Error("by day: the ground is not white, or the tools are hidden, or details are open")
	}
	do(t, ctx, media("screen", "dark"))
	if got := value[string](t, ctx, ground); got == "rgb(255, 255, 255)" {
		t.Error("by night the ground is", got)
	}
	do(t, ctx, media("print", "dark"))
	if value[string](t, ctx, ground) != "rgb(255, 255, 255)" || value[int](t, ctx, tools) != 0 ||
		value[float64](t, ctx, closed) < 100 {
		t.Errorf("on paper: ground %s, tools %d high, details %v high", value[string](t, ctx, ground),
			value[int](t, ctx, tools), value[float64](t, ctx, closed))
	}
	if high := value[int](t, ctx, `document.querySelector(".source").offsetHeight`); high != 0 {
		t.Errorf("the source of the experiment is printed, %d high", high)
	}
}
