package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/test/scoretest"
)

// The page's tests of two methods are those of framework/evaluation/stats.
func tests(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.Navigate(page))
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 120 {
		d := make([]float64, 2+n%60)
		for i := range d {
			switch n % 4 {
			case 0:
				d[i] = rng.NormFloat64() * 0.01
			case 1:
				d[i] = float64(rng.IntN(7)-3) / 150 // ties and zeros
			case 2:
				d[i] = 0.02 + rng.NormFloat64()*0.01
			default:
				d[i] = 0.25 * float64(n%8/4) // constant
			}
		}
		list, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		got := value[[]float64](t, ctx, fmt.Sprintf(`(d => [correctedT(d, 30, 270), wilcoxonP(d), signP(d)].map((p) => Number.isNaN(p) ? -1 : p))(%s)`, list))
		want := []float64{stats.CorrectedResampled(d, 30, 270).P, stats.Wilcoxon(d).P, stats.SignTest(d).P}
		for i, name := range []string{"corrected t", "Wilcoxon", "sign"} {
			if math.IsNaN(want[i]) {
				want[i] = -1 // JSON has no NaN
			}
			if math.Abs(got[i]-want[i]) > 1e-10*math.Max(math.Abs(want[i]), 1e-6) {
				t.Errorf("%s of %s: p = %v, framework/evaluation/stats has %v", name, list, got[i], want[i])
			}
		}
	}
}

// Two methods that are picked in a table are compared.
func compares(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	pick := func(number int) string { return fmt.Sprintf("#table-1 .pick[data-method='%d']", number) }
	do(t, ctx, click(pick(1)))
	if got := value[string](t, ctx, `document.querySelector(".picked").textContent`); !strings.HasPrefix(got,
		"lr[C=0.1,tol=1]/ovo is picked. Pick another") {
		t.Errorf("after the first pick: %q", got)
	}
	do(t, ctx, focus(pick(2)), chromedp.KeyEvent("\r"))
	waitFor(t, ctx, `document.querySelector("#versus td") !== null`)
	line := value[string](t, ctx, `[...document.querySelectorAll("#versus tbody tr")].map(r => [...r.cells].map(c => c.textContent).join(" ")).join("; ")`)
	all := value[string](t, ctx, `document.querySelector("#versus p").textContent`)
	p := stats.CorrectedResampled(irisDifferences(t), 3*20, 3*100).P
	if want := fmt.Sprintf("iris 0.983 0.717 0.267 %.3f 3; glass 1.000 — — — 0", p); line != want {
		t.Errorf("the table says %q, want %q", line, want)
	}
	if !strings.HasPrefix(all, "Of 1 dataset with all values of both, lr[C=0.1,tol=1]/ovo is better on 1, svm/ova on 0") ||
		!strings.Contains(all, "no test over datasets is meaningful") {
		t.Errorf("the sentence says %q", all)
	}
	if got := value[string](t, ctx, `document.querySelector("#versus circle title").textContent`); got !=
		"iris: lr[C=0.1,tol=1]/ovo 0.983, svm/ova 0.717" {
		t.Errorf("a point of the picture says %q", got)
	}
	if words := value[string](t, ctx, namedPoints("#versus")); words != "iris" {
		t.Errorf("beside points stands %q", words)
	}
	if why := value[string](t, ctx, fullWidth("#versus")); why != "" {
		t.Error(why)
	}
	crowded(t, ctx)
	do(t, ctx, click("#versus .exchange"))
	waitFor(t, ctx, `document.querySelector("#versus tbody").textContent.includes("-0.267")`)
}

// crowded draws points that are close together: each has its name, none on another.
func crowded(t *testing.T, ctx context.Context) {
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`{
		const rows = [...Array(mostNamed).keys()].map((i) =>
			({ name: "dataset " + i, a: .9 + .002 * (i % 4), b: .9 + .002 * (i % 3) }));
		rows[0] = { name: "a name that is long ".repeat(9), a: .5, b: .6 };
		document.querySelector("#versus figure svg").replaceWith(scatter(rows, "one", "two", "accuracy", false));
	}`))
	if n := value[int](t, ctx, `document.querySelectorAll("#versus svg .name").length`); n != 20 {
		t.Errorf("of 20 points %d are named", n)
	}
	if why := value[string](t, ctx, fullWidth("#versus")); why != "" {
		t.Error(why)
	}
}

// namedPoints are the names that a picture of the page's script writes beside points.
func namedPoints(part string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("%s svg .name")].map((e) => e.textContent).join()`, part)
}

// fullWidth says what is wrong with the picture of a part, if its column has not its width, a
// text has less than 11 pixels, leaves the picture, or lies on another.
func fullWidth(part string) string {
	return fmt.Sprintf(`(() => {
		const svg = document.querySelector("%s figure svg"), all = svg.getBoundingClientRect();
		const column = svg.closest("section, .outcome").clientWidth;
		if (Math.abs(all.width - column) > 1) return "the picture has " + all.width + " pixels of " + column;
		const texts = [...svg.querySelectorAll("text")], boxes = texts.map((e) => e.getBoundingClientRect());
		for (const [i, b] of boxes.entries()) {
			const size = parseFloat(texts[i].getAttribute("font-size")) * all.width / svg.viewBox.baseVal.width;
			if (size < 11) return texts[i].textContent + " has " + size + " pixels";
			if (b.left < all.left || b.right > all.right || b.bottom > all.bottom)
				return texts[i].textContent + " leaves the picture";
			const on = boxes.findIndex((o, j) => j < i && o.left < b.right - 1 && b.left < o.right - 1 &&
				o.top < b.bottom - 4 && b.top < o.bottom - 4);
			if (on >= 0) return texts[i].textContent + " lies on " + texts[on].textContent;
		}
		return "";
	})()`, part)
}

// irisDifferences are those of the second method and the third on the folds of iris.
func irisDifferences(t *testing.T) []float64 {
	t.Helper()
	in := scoretest.Experiment()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	d := make([]float64, 3)
	for _, r := range rows {
		if r.Dataset != "iris" || r.Metric != "accuracy" {
			continue
		}
		switch r.Learner + "/" + r.Reduction {
		case "lr[C=0.1,tol=1]/ovo":
			d[r.Fold] += r.Value
		case "svm/ova":
			d[r.Fold] -= r.Value
		}
	}
	return d
}

// A number opens to its folds, its confusion table and rows predicted wrong, with the
// pointer and with the keyboard.
func opensCells(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	const heading = `document.querySelector("dialog[open] h2")?.textContent`
	do(t, ctx, click("#table-1 tbody tr:nth-child(1) td:nth-child(4)"))
	waitFor(t, ctx, heading+` === "svm/ova on iris"`)
	// What the stored predictions hold.
	for table, want := range map[string]string{
		"folds": "0 0 ok ", "confusion": "setosa 1", "wrong": "0 setosa ",
	} {
		got := value[string](t, ctx, fmt.Sprintf(
			`[...document.querySelector("dialog [data-name=%s] tbody tr").cells].map(c => c.textContent).join(" ")`, table))
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", table, got)
		}
	}
	if got := value[string](t, ctx, `document.querySelector("dialog [data-name=wrong] caption").textContent`); !strings.HasPrefix(got,
		"17 of 60 rows were predicted wrongly. Rows count from 0") {
		t.Errorf("of the wrong rows it says %q", got)
	}
	for call, want := range map[string]string{
		`shareWrong({of: 35, tested: 200}, 2, true)`:  "35 of 200 predictions (2 repeats of 100 rows) were wrong",
		`shareWrong({of: 35, tested: 180}, 2, false)`: "35 of 180 predictions (2 repeats) were wrong",
		`confusionOf({counts: [1, 2, 3, 4]}, ["a", "b"], false, 2).querySelector("caption").textContent`: "Predictions by true " +
			"class (down) and predicted class (across), over folds and repeats.",
		`confusionOf({counts: [1, 2, 3, 4]}, ["a", "b"], false, 1).querySelector("caption").textContent`: "Rows by true " +
			"class (down) and predicted class (across), over folds.",
	} {
		if got := value[string](t, ctx, call); !strings.HasPrefix(got, want) {
			t.Errorf("%s says %q", call, got)
		}
	}
	do(t, ctx, chromedp.KeyEvent("\x1b"))
	waitFor(t, ctx, `!document.querySelector("dialog").open`)
	const focused = `document.activeElement.cellIndex`
	if got := value[int](t, ctx, focused); got != 3 {
		t.Errorf("after closing, cell %d has the focus", got)
	}
	do(t, ctx, chromedp.KeyEvent(keys["left"]))
	if got := value[int](t, ctx, focused); got != 2 {
		t.Errorf("the left key leads to cell %d", got)
	}
	do(t, ctx, chromedp.KeyEvent("\r"))
	waitFor(t, ctx, heading+` === "lr[C=0.1,tol=1]/ova on iris"`)
	do(t, ctx, click("dialog header button"), click("#look button"))
	waitFor(t, ctx, heading+` === "lr[C=0.1,tol=1]/ova on iris"`)
}

// What is saved comes out of the page.
func downloads(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(page))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`{
		window.saved = {};
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => {
			blob.text().then((text) => { saved[blob.type] = text; });
			return make.call(URL, blob);
		};
	}`))
	for _, c := range []struct{ element, kind, want string }{
		{`a[href="tables/accuracy.tex"]`, "text/plain", `\begin{tabular}`},
		{`a[href="tables/accuracy.csv"]`, "text/csv", "iris"},
		{`#answer figure .save`, "image/svg+xml", "<svg "},
		{`#table-2 .save`, "text/csv", "dataset,"},
		{`#table-2 .save + .save`, "text/plain", "  \\toprule\n  dataset & "},
	} {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`saved = {}`), click(c.element))
		waitFor(t, ctx, fmt.Sprintf(`saved[%q] !== undefined`, c.kind))
		if got := value[string](t, ctx, fmt.Sprintf(`saved[%q]`, c.kind)); !strings.Contains(got, c.want) {
			t.Errorf("%s saves %.300q", c.element, got)
		}
	}
}

// A text in a CSV file that the page makes is as harmless as in those that bench writes.
func harmless(t *testing.T, ctx context.Context, page string) {
	do(t, ctx, chromedp.Navigate(page))
	for _, text := range []string{"=1+1", "-", "--", "-1.5", "+a", "@x", "'=1", "-1e5", "- 1", "a=1", "", "''", "-Inf", "+-.5"} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := value[string](t, ctx, fmt.Sprintf(`harmless(%s)`, quoted)); got != wording.Cell(text) {
			t.Errorf("%q becomes %q, bench writes %q", text, got, wording.Cell(text))
		}
	}
}

var keys = map[string]string{"left": "\u0302"}
