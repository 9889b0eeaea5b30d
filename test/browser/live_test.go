package browser

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/serve"
	"github.com/manyclass/bench/test/scoretest"
)

// liveRun is a run whose page is open: finish ends the next cell.
func liveRun(t *testing.T) (url string, finish func()) {
	t.Helper()
	dir, in := t.TempDir(), scoretest.Experiment()
	for i := range in.Plan.Cells {
		in.Plan.Cells[i].Key = fmt.Sprintf("%032x", i+1)
	}
	m := store.Manifest{Started: time.Now()}
	if err := folder.Write(dir, &m, folder.Experiment{Name: "fixture"}, in.Plan); err != nil {
		t.Fatal(err)
	}
	journal, err := store.OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- serve.New(serve.Options{Dir: dir, Share: 1e6}).Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		_ = journal.Close()
	})
	next := 0
	return "http://" + l.Addr().String() + "/", func() {
		t.Helper()
		result, output := *in.Cells[next].Result, store.Output{}
		result.Key = in.Plan.Cells[next].Key
		if result.Status == store.OK {
			p, err := in.Cells[next].Predictions()
			if err != nil {
				t.Fatal(err)
			}
			output.Test = &p
		}
		if err := journal.Result(result, output); err != nil {
			t.Fatal(err)
		}
		next++
	}
}

// await waits until an expression is true in the page, which may be loading.
func await(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	for {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		if holds {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("%s: %v, %v", expression, ctx.Err(), err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

const (
	headDone = `document.querySelector("#live-head")?.dataset.done === "%d"`
	shown    = `document.querySelector("#live")?.dataset.shown === "%d" && document.readyState === "complete"`
)

// A cell that is finished is seen in the page. The report below follows by itself until
// the reader has sorted or filtered; then when asked, and stays sorted and filtered.
func TestLivePage(t *testing.T) {
	tab, cancel := context.WithTimeout(start(t), 2*time.Minute)
	defer cancel()
	url, finish := liveRun(t)
	const planned = 3 // cells that the plan skips
	for range 12 {
		finish()
	}
	do(t, tab, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(url))
	await(t, tab, fmt.Sprintf(shown, planned+12))
	finish()
	await(t, tab, fmt.Sprintf(shown, planned+13)) // by itself
	if got := rows(t, tab); got != "iris glass" {
		t.Fatalf("rows %q", got)
	}
	do(t, tab, click(header("1")), enter("#table-1 input[type=search]", "s"))
	if got := rows(t, tab); got != "glass iris" {
		t.Fatalf("sorted rows %q", got)
	}
	do(t, tab, click("#live-learner summary"), click("#table-1 .tools summary"))
	finish()
	await(t, tab, fmt.Sprintf(headDone, planned+14))
	await(t, tab, `document.querySelector("#live-news button")?.textContent === "1 new cell – refresh"`)
	if got := rows(t, tab); got != "glass iris" {
		t.Errorf("a cell was finished, and the sorted rows became %q", got)
	}
	if value[bool](t, tab, `document.querySelector("#live-learner").open`) {
		t.Error("a cell was finished, and what was folded opened")
	}
	do(t, tab, click("#live-news button"))
	await(t, tab, fmt.Sprintf(shown, planned+14))
	if got := rows(t, tab); got != "glass iris" {
		t.Errorf("the page was refreshed, and the sorted rows became %q", got)
	}
	const kept = `[document.querySelector("#table-1 thead th").ariaSort, document.querySelector("#table-1 input").value,
		document.querySelector("#table-1 .tools details").open, document.querySelector("#live-learner").open,
		document.querySelector("#live-news").childElementCount].join()`
	if got := value[string](t, tab, kept); got != "ascending,s,true,false,0" {
		t.Errorf("the page was refreshed, and what was sorted, filtered and opened became %q", got)
	}
	finish() // with a failure
	await(t, tab, `document.querySelector("#live-failures pre")?.textContent.includes("no, never")`)
	if got := value[string](t, tab, `document.title`); !strings.HasPrefix(got, "fixture") {
		t.Errorf("the title is %q", got)
	}
}
