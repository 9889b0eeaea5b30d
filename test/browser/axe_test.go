package browser

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// violation is what axe-core finds: a rule, how bad it is, and where.
type violation struct{ ID, Impact, Help, Where string }

// accessible asks axe-core (Deque Systems) for what is serious or critical on the page:
// with all that folds open, two methods compared and a cell opened by day; of its colours
// by night; and as it is opened on a phone.
func accessible(t *testing.T, ctx context.Context, page string) {
	path := os.Getenv("BENCH_AXE")
	if path == "" {
		t.Skip("set BENCH_AXE to the file axe.min.js of axe-core")
	}
	axe, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const find = `window.found = null; axe.run(document, {resultTypes: ["violations"], ...%s}).then(found => found.violations
		.filter(v => v.impact === "serious" || v.impact === "critical")
		.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Where: v.nodes.slice(0, 5).map(n => n.html).join("\n")}))).then(list => { found = list; }); 0`
	open := func() {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll("details")) d.open = true`))
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
		{"dark", 1200, `{runOnly: ["color-contrast"]}`, []func(){open}},
		{"light", 390, "{}", []func(){func() {}}},
	} {
		do(t, ctx, chromedp.EmulateViewport(c.width, 800), media("screen", c.scheme), chromedp.Navigate(page),
			chromedp.Evaluate[chromedp.Void](string(axe)))
		for i, step := range c.steps {
			step()
			do(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(find, c.asked)))
			waitFor(t, ctx, `found !== null`)
			for _, v := range value[[]violation](t, ctx, `found`) {
				t.Errorf("%s, %d wide, step %d: %s (%s): %s\n%s", c.scheme, c.width, i, v.ID, v.Impact, v.Help, v.Where)
			}
		}
	}
}
