package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/report"
	"github.com/manyclass/bench/test/scoretest"
)

// limit only ends what hangs.
const limit = 2 * time.Minute

// ran is a run of the invented experiment that goes on as the test says.
type ran struct {
	t        *testing.T
	dir      string
	in       score.Input
	manifest store.Manifest
	journal  *store.Journal
}

// begin writes manifest and plan, and opens a journal.
func begin(t *testing.T, dir string) *ran {
	t.Helper()
	r := &ran{t: t, dir: dir, in: scoretest.Experiment()}
	for i := range r.in.Plan.Cells {
		c := &r.in.Plan.Cells[i]
		c.Key = fmt.Sprintf("%032x", i+1)
		r.in.Cells[i].Key = c.Key
	}
	r.manifest = store.Manifest{Started: time.Now().Add(-time.Minute)}
	r.write()
	r.open()
	return r
}

func (r *ran) write() {
	r.t.Helper()
	if err := folder.Write(r.dir, &r.manifest, folder.Experiment{Name: "fixture"}, r.in.Plan); err != nil {
		r.t.Fatal(err)
	}
}

func (r *ran) open() {
	r.t.Helper()
	var err error
	if r.journal, err = store.OpenJournal(r.dir, "0", nil); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = r.journal.Close() })
}

// work starts a cell; finish records its outcome.
func (r *ran) work(i int) {
	r.t.Helper()
	if err := r.journal.Start(r.in.Cells[i].Key); err != nil {
		r.t.Fatal(err)
	}
}

func (r *ran) finish(i int) {
	r.t.Helper()
	c := r.in.Cells[i]
	result := store.Result{Key: c.Key, Status: store.Skipped}
	if c.Result != nil {
		result = *c.Result
		result.Key = c.Key
	}
	var o store.Output
	if result.Status == store.OK {
		p, err := c.Predictions()
		if err != nil {
			r.t.Fatal(err)
		}
		o.Test = &p
	}
	if err := r.journal.Result(result, o); err != nil {
		r.t.Fatal(err)
	}
}

// served serves a folder, as fast as it can, and returns its address.
func served(t *testing.T, dir string) string {
	t.Helper()
	s := New(Options{Dir: dir, Host: "127.0.0.1", Share: 1e6})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + "/"
}

// ask asks for a path with a head, and returns the answer with its body.
func ask(t *testing.T, method, url string, head map[string]string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range head {
		r.Header.Set(name, value)
	}
	r.Host = head["Host"]
	answer, err := (&http.Client{Timeout: limit}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

func page(t *testing.T, url string) string {
	t.Helper()
	answer, body := ask(t, "GET", url, nil)
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s\n%s", answer.Status, body)
	}
	return body
}

// has fails unless a page has all of some texts.
func has(t *testing.T, page string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(page, text) {
			from := strings.Index(page, `<div id="live-parts">`)
			t.Fatalf("no %q in\n%s", text, page[from:min(len(page), from+4000)])
		}
	}
}

// A page follows a run from before its beginning to its end, over a torn line, a second
// journal and another plan. At the end it is the page of the report.
func TestPageFollowsARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	url := served(t, dir)
	has(t, page(t, url), "There is no run yet", "The report of the run will appear here")
	r := begin(t, dir)
	has(t, page(t, url), "3 of 24 cells done", "no run is active", "<h1>fixture</h1>")
	r.work(0)
	has(t, page(t, url), "how long it takes is not known yet", "iris/one_hot/lr[C=0.1,tol=1]/ova repeat 0 fold 0, since")
	r.finish(0)
	r.work(1)
	has(t, page(t, url), "4 of 24 cells done", " left", `<th scope="row">iris</th>`, "<td>1</td><td>0</td><td>12</td>")
	r.open()
	for i := 1; i < 15; i++ {
		r.work(i)
		r.finish(i)
	}
	has(t, page(t, url), "18 of 24 cells done")
	journals, err := filepath.Glob(filepath.Join(dir, store.JournalDir, "*.jsonl"))
	if err != nil || len(journals) != 2 {
		t.Fatal(journals, err)
	}
	whole, err := os.ReadFile(journals[1])
	if err != nil {
		t.Fatal(err)
	}
	torn := filepath.Join(dir, store.JournalDir, "torn.jsonl")
	if err := os.WriteFile(torn, whole[:len(whole)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	has(t, page(t, url), "18 of 24 cells done")
	for i := 15; i < 24; i++ {
		r.finish(i)
	}
	end := page(t, url)
	has(t, end, "24 of 24 cells done", "3 failed", "every cell has a result", "no, never")
	r.in.Plan.Cells = r.in.Plan.Cells[:12]
	r.in.Plan.Datasets = r.in.Plan.Datasets[:1]
	now := time.Now()
	r.manifest.Finish(now)
	r.write()
	has(t, page(t, url), "12 of 12 cells done", "none failed", "finished <time")

	s, err := report.WriteAll(t.TempDir(), input(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(s.Page)
	if err != nil {
		t.Fatal(err)
	}
	_, wantBody, _ := strings.Cut(string(want), bodyTag)
	if got := withoutLive(t, page(t, url)); got != wantBody {
		t.Errorf("the body at the end is not that of the report: %d bytes, %d", len(got), len(wantBody))
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	has(t, page(t, url), "There is no run yet")
}

func input(t *testing.T, dir string) report.Input {
	t.Helper()
	m, err := folder.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := folder.ReadPlan(dir)
	if err != nil {
		t.Fatal(err)
	}
	results, err := store.ReadResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	return report.Input{Input: folder.Cells(dir, p, results), Manifest: m}
}

// withoutLive is the body of a page without its live part.
func withoutLive(t *testing.T, page string) string {
	t.Helper()
	before, after, found := strings.Cut(page, `<aside id="live"`)
	_, body, ended := strings.Cut(after, "</aside>\n")
	if !found || !ended || !strings.HasSuffix(before, bodyTag) {
		t.Fatal("the live part is not the first of the body")
	}
	return body
}

// A run whose workers say nothing for long has no time left, and the page says why.
func TestSilence(t *testing.T) {
	for _, c := range []struct {
		quiet   time.Duration
		longest float64
		want    bool
	}{{50 * time.Second, 1, false}, {70 * time.Second, 1, true}, {70 * time.Second, 8, false}, {81 * time.Second, 8, true}} {
		if silent(c.quiet, c.longest) != c.want {
			t.Errorf("%v of cells of %v s: %v", c.quiet, c.longest, !c.want)
		}
	}
	part, err := livePart{state: state{Phase: running, Silent: true}}.block("parts")
	if err != nil || strings.Contains(string(part), "not known yet") {
		t.Error(string(part), err)
	}
	has(t, string(part), "the run has shown no activity for a while; if it ended, <code>bench run</code> continues it")
}

// An open page hears of a cell that is finished, and of nothing while nothing is.
func TestEvents(t *testing.T) {
	dir := t.TempDir()
	r := begin(t, dir)
	r.work(0)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "GET", served(t, dir)+"events", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got := answer.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("events are %s", got)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	var last string
	next := func(done string) (told event) {
		t.Helper()
		for lines.Scan() {
			data, isData := strings.CutPrefix(lines.Text(), "data: ")
			if !isData {
				continue
			}
			if data == last {
				t.Error("the same is told twice")
			}
			if last = data; json.Unmarshal([]byte(data), &told) != nil {
				t.Fatal(data)
			}
			if strings.Contains(told.Live, done) && told.Page != "" {
				return told
			}
		}
		t.Fatal(lines.Err())
		return told
	}
	first := next("3 of 24 cells done")
	r.finish(0)
	second := next("4 of 24 cells done")
	for second.Page == first.Page {
		second = next("4 of 24 cells done")
	}
	if first.Done != 3 || second.Done != 4 {
		t.Errorf("the reports are of %d and %d cells", first.Done, second.Done)
	}
}

func TestAnswers(t *testing.T) {
	dir := t.TempDir()
	r := begin(t, dir)
	r.finish(0)
	url := served(t, dir)
	answer, body := ask(t, "GET", url, nil)
	policy := answer.Header.Get("Content-Security-Policy")
	if strings.Contains(policy, "script-src 'unsafe") || strings.Count(policy, "'sha256-") != 2 ||
		strings.Contains(body, "http-equiv") {
		t.Errorf("policy %q", policy)
	}
	for _, test := range []struct {
		method, path, host, tag string
		status                  int
	}{
		{"GET", "", "", answer.Header.Get("ETag"), http.StatusNotModified},
		{"GET", "", "", `"other"`, http.StatusOK},
		{"GET", "", "localhost:1", "", http.StatusOK},
		{"GET", "", "[::1]:1", "", http.StatusOK},
		{"GET", "", "evil.example", "", http.StatusMisdirectedRequest},
		{"GET", "events", "evil.example:80", "", http.StatusMisdirectedRequest},
		{"GET", "", "127.0.0.1.evil.example", "", http.StatusMisdirectedRequest},
		{"POST", "", "", "", http.StatusMethodNotAllowed},
		{"DELETE", "tables/accuracy.csv", "", "", http.StatusMethodNotAllowed},
		{"GET", "tables/accuracy.csv", "", "", http.StatusOK},
		{"GET", "manifest.json", "", "", http.StatusNotFound},
		{"GET", "report.html", "", "", http.StatusNotFound},
		{"GET", "..%2f..%2fetc%2fpasswd", "", "", http.StatusNotFound},
	} {
		head := map[string]string{"If-None-Match": test.tag, "Host": test.host}
		if got, body := ask(t, test.method, url+test.path, head); got.StatusCode != test.status {
			t.Errorf("%+v: %s %.100s", test, got.Status, body)
		}
	}
}

// Whoever is served, the results folder stays as it is.
func TestNothingIsWritten(t *testing.T) {
	dir := t.TempDir()
	r := begin(t, dir)
	r.finish(0)
	before := contents(t, dir)
	url := served(t, dir)
	page(t, url)
	page(t, url+"tables/accuracy.md")
	if after := contents(t, dir); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

// contents lists the files of a folder with what is in them and when it was written.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b bytes.Buffer
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(&b, path, info.Mode(), info.ModTime(), info.Size())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:0": true, "localhost:80": true, "[::1]:80": true, "127.8.8.8:1": true,
		"0.0.0.0:80": false, ":80": false, "[::]:80": false, "192.168.1.2:80": false, "host.example:80": false,
	} {
		if got, err := loopback(address); got != want || err != nil {
			t.Errorf("%s: %v, %v", address, got, err)
		}
	}
	if _, err := loopback("results/quickstart"); err == nil {
		t.Error("a folder is an address")
	}
}

// Work that took time of a processor waits for fifty times as long.
func TestPace(t *testing.T) {
	p := pace{share: 0.02}
	begun := time.Now()
	spent := func() {
		for from := used(); used()-from < 20*time.Millisecond; {
		}
	}
	if !p.do(spent) || p.do(spent) || p.free.Sub(begun) < time.Second {
		t.Errorf("work may go on after %s", p.free.Sub(begun))
	}
	p.free = time.Time{}
	if !p.do(func() {}) {
		t.Error("work that may be done is not done")
	}
}

// The folders of a cluster's job are read beside the results folder.
func TestJournalsElsewhere(t *testing.T) {
	dir, job := t.TempDir(), t.TempDir()
	r := begin(t, dir)
	r.finish(0)
	there := begin(t, job)
	there.finish(0)
	there.finish(1)
	w := watcher{dir: dir, others: func() []string { return []string{job, dir} }}
	if !w.look() || w.state().Done != 5 || w.problem != nil {
		t.Fatalf("%+v, %v", w.state(), w.problem)
	}
	in, err := w.input()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range in.Cells {
		if (c.Status() == store.OK) != (i < 2) && c.Skipped == "" {
			t.Errorf("cell %d is %q", i, c.Status())
		}
	}
	if w.look() {
		t.Error("there is something new where nothing is")
	}
}

// Other machines reach a server only if it is exposed.
func TestListen(t *testing.T) {
	ctx := context.Background()
	here, local, err := Listen(ctx, "127.0.0.1:0", false)
	if err != nil || !local {
		t.Fatalf("%v, %v", local, err)
	}
	defer here.Close()
	if _, _, err := Listen(ctx, "0.0.0.0:0", false); err == nil || !strings.Contains(err.Error(), "write -expose as well if they may") {
		t.Errorf("%v", err)
	}
	exposed, local, err := Listen(ctx, "0.0.0.0:0", true)
	if err != nil || local {
		t.Fatalf("%v, %v", local, err)
	}
	exposed.Close()
	if _, _, err := Listen(ctx, here.Addr().String(), false); err == nil {
		t.Error("two servers listen at one address")
	}
}
