package browser

import (
	"context"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/diff"
	"github.com/manyclass/bench/test/scoretest"
)

// The page of a difference sorts, opens what a link leads to, fits a phone, and loads
// nothing.
func TestDiffPage(t *testing.T) {
	tab, cancel := context.WithTimeout(start(t), 5*time.Minute)
	defer cancel()
	page := difference(t)
	loadsNothing(t, tab, page)
	do(t, tab, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	if why := value[string](t, tab, fullWidth("#scores")); why != "" {
		t.Error(why)
	}
	if !value[bool](t, tab, `((names, said) => said.length > 2 &&
		said.every((e) => names.includes(e.textContent.split(":")[0])))(
		[...document.querySelectorAll("#scores figure:first-of-type text")].map((e) => e.textContent),
		[...document.querySelectorAll("#scores figure:first-of-type g > title")])`) {
		t.Error("not all points have their names")
	}
	const firsts = `[...document.querySelectorAll("#scores .table:first-of-type tbody tr")]
		.map(r => r.cells[5].dataset.value).join()`
	const difference = `#scores .table:first-of-type thead th:nth-child(6)`
	for _, step := range []struct{ order, ordered string }{
		{"descending", "v.every((x, i) => !i || v[i-1] >= x)"}, {"ascending", "v.every((x, i) => !i || v[i-1] <= x)"},
	} {
		do(t, tab, click(difference+" button"))
		if !value[bool](t, tab, `(v => v[0] !== v.at(-1) && `+step.ordered+`)(`+firsts+`.split(",").map(Number))`) {
			t.Errorf("differences are not %s: %s", step.order, value[string](t, tab, firsts))
		}
	}
	if value[bool](t, tab, `document.querySelector("#still").checkVisibility()`) {
		t.Error("what is the same is not folded")
	}
	do(t, tab, focus(`nav a[href="#still"]`), chromedp.KeyEvent("\r"))
	await(t, tab, `document.querySelector("#still").checkVisibility()`)
	do(t, tab, chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile), chromedp.Navigate(page))
	if width := value[int](t, tab, `document.scrollingElement.scrollWidth`); width > 360 {
		t.Errorf("on a phone the page is %d pixels wide", width)
	}
}

// difference is the address of the page of a difference.
func difference(t *testing.T) string {
	t.Helper()
	var sides [2]diff.Side
	for i := range sides {
		in := scoretest.Experiment()
		rows, err := score.Compute(in)
		if err != nil {
			t.Fatal(err)
		}
		for j := range rows {
			if rows[j].Metric == "accuracy" && rows[j].Dataset == "iris" {
				rows[j].Value -= float64(i*(j%7)) / 20
			}
		}
		sides[i] = diff.Side{Plan: in.Plan, Scores: rows,
			Manifest: store.Manifest{Asked: store.Asked{Resolved: []byte(`{"name":"fixture"}`), Seed: uint64(i)}}}
	}
	r, err := diff.Compare(sides[0], sides[1])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "diff.html")
	if err := store.WriteFile(path, func(w io.Writer) error { return r.Page(w, "before", "after") }); err != nil {
		t.Fatal(err)
	}
	return "file://" + filepath.ToSlash(path)
}
