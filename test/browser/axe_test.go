package browser

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// violation is what axe-core finds: a rule, how bad it is, and where.
type violation struct{ ID, Impact, Help, Where string }

// axe is the script of axe-core (Deque Systems).
func axe(t *testing.T) string {
	t.Helper()
	path := os.Getenv("BENCH_AXE")
	if path == "" {
		t.Skip("set BENCH_AXE to the file axe.min.js of axe-core")
	}
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// barriers asks axe-core, which the page has loaded, for what is serious or critical. Asked
// are its options; where says in what state the page is.
func barriers(t *testing.T, ctx context.Context, asked, where string) {
	t.Helper()
	const find = `window.found = null; axe.run(document, {resultTypes: ["violations"], ...%s}).then(found => found.violations
		.filter(v => v.impact === "serious" || v.impact === "critical")
		.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Where: v.nodes.slice(0, 5).map(n => n.html).join("\n")}))).then(list => { found = list; }); 0`
	do(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(find, asked)))
	waitFor(t, ctx, `found !== null`)
	for _, v := range value[[]violation](t, ctx, `found`) {
		t.Errorf("%s: %s (%s): %s\n%s", where, v.ID, v.Impact, v.Help, v.Where)
	}
}

// unfold opens all that folds.
const unfold = `for (const d of document.querySelectorAll("details")) d.open = true`

// accessible asks for barriers of the report page: with all that folds open, two methods
// compared and a cell opened by day; of its colours by night; and as it is opened on a
// phone.
func accessible(t *testing.T, ctx context.Context, page string) {
	script := axe(t)
	open := func() {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](unfold))
		waitFor(t, ctx, `document.querySelector("#versus td") !== null`)
		do(t, ctx, click(".pick"))
	}
	cell := func() {
		do(t, ctx, click("#look button"))
		waitFor(t, ctx, `document.querySelector("dialog[open] td") !== null`)
	}
	for _, c := range []struct {
		scheme string
		width  int64
		asked  string
		steps  []func()
	}{
		{"light", 1200, "{}", []func(){open, cell}},
		{"dark", 1200, coloursOnly, []func(){open}},
		{"light", 390, "{}", []func(){func() {}}},
	} {
		do(t, ctx, chromedp.EmulateViewport(c.width, 800), media("screen", c.scheme), chromedp.Navigate(page),
			chromedp.Evaluate[chromedp.Void](script))
		for i, step := range c.steps {
			step()
			barriers(t, ctx, c.asked, fmt.Sprintf("%s, %d wide, step %d", c.scheme, c.width, i))
		}
	}
}

// coloursOnly asks for the contrast of colours.
const coloursOnly = `{runOnly: ["color-contrast"]}`

// The pages of a difference and of a run that goes on are for everybody too.
func TestOtherPagesHaveNoBarriers(t *testing.T) {
	script := axe(t)
	tab, cancel := context.WithTimeout(start(t), 5*time.Minute)
	defer cancel()
	live, finish := liveRun(t)
	for range 5 {
		finish()
	}
	for name, page := range map[string]string{"difference": difference(t), "live": live} {
		for scheme, asked := range map[string]string{"light": "{}", "dark": coloursOnly} {
			do(t, tab, chromedp.EmulateViewport(1200, 800), media("screen", scheme), chromedp.Navigate(page),
				chromedp.Evaluate[chromedp.Void](script), chromedp.Evaluate[chromedp.Void](unfold))
			barriers(t, tab, asked, name+", "+scheme)
		}
	}
}
