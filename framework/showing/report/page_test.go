package report

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/picture"
	"github.com/manyclass/bench/test/scoretest"
)

// everything is the experiment of scoretest with all that a page can show:
// confusion matrices, decision regions, more datasets (so that there are
// statistics), one with a name that is none for a file or an element, and
// provenance.
func everything() Input {
	in := scoretest.Experiment()
	p := in.Plan
	p.Title = "Trees & <b>forests</b>"
	p.FitsRequested, p.FitsDistinct = 7110, 4590
	p.Metrics = append(p.Metrics, metric.Spec{Name: "confusion", Type: "confusion", Config: contract.NewConfig(nil)})
	given := in.Cells
	for _, name := range []string{"</script>", "again"} {
		d := p.Datasets[0]
		d.Name, d.Rows, d.Numeric, d.Categorical, d.Missing = name, 1500, 3, 1, 2
		p.Datasets = append(p.Datasets, d)
		for _, c := range given {
			if c.Cell.Dataset == "iris" {
				c.Cell.Dataset = name
				p.Cells = append(p.Cells, c.Cell)
				in.Cells = append(in.Cells, c)
			}
		}
	}
	for i, c := range in.Cells {
		if c.Cell.Dataset == "iris" && c.Cell.Fold == 0 {
			in.Cells[i].Regions = func() (store.Regions, error) { return plane(), nil }
		}
	}
	identify(p)
	for i, c := range p.Cells {
		in.Cells[i].Cell.Identity = c.Identity
	}
	finished := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	return Input{Input: in, Manifest: store.Manifest{
		Bench: store.Build{Version: "0.1.0", Revision: "abc1234", Go: "1.26"}, Kernels: "portable", Asked: store.Asked{Experiment: "fixture", File: "fixture.hcl", Resolved: []byte(`{"name":"fixture","seed":7,"validation":{"name":"stratified_kfold","type":"stratified_kfold","config":{"folds":3,"repeats":1}},
			"encoders":[{"name":"one_hot","type":"one_hot","config":{"numeric":"standard","range":null}}],
			"learners":[{"name":"lr[C=0.1,tol=1]","type":"logreg","config":{"C":0.1,"tol":1,"priors":[0.5,0.5]}}],"reductions":[]}`), ResolvedSum: "5eed", Seed: 7}, Data: store.Data{Datasets: map[string]string{"iris": "1215", "glass": "91a5"}},
		Plugins: []service.Origin{{Name: "svm", Version: "1.2", SHA256: "5f5f",
			Runtimes: map[string]string{"numpy": "2.1", "cpython": "3.12"}}},
		Host: store.Host{Name: "here", OS: "linux", Arch: "amd64", CPUs: 2}, Started: finished.Add(-time.Minute),
		Finished: &finished,
	}}
}

// identify says what the cells were made from, of some parts alone.
func identify(p *plan.Plan) {
	p.Seed = 7
	i := plan.Identity{
		Encoder: p.AddPart(plan.Part{Kind: contract.KindEncoder, Type: "one_hot",
			Config: contract.Config(`{"numeric":"standard","range":null}`)}),
		Learner: p.AddPart(plan.Part{Kind: contract.KindLearner, Type: "logreg",
			Config: contract.Config(`{"C":0.1,"tol":1,"priors":[0.5,0.5]}`)}),
		Reduction: p.AddPart(plan.Part{Kind: contract.KindReducer, Type: "one_vs_rest"}),
		Validation: p.AddPart(plan.Part{Kind: contract.KindValidation, Type: "stratified_kfold",
			Config: contract.Config(`{"folds":3}`)}),
	}
	for n := range p.Cells {
		p.Cells[n].Identity = p.Add(i)
	}
}

// plane has three regions side by side.
func plane() store.Regions {
	r := store.Regions{Columns: [2]string{"x", "y"}, High: [2]float64{1, 1}, Side: 6,
		Points: [][2]float64{{0.1, 0.5}, {0.5, 0.5}, {0.9, 0.5}}, Classes: []int{0, 1, 2}, Test: []bool{false, true, false}}
	for i := range r.Side * r.Side {
		r.Predicted = append(r.Predicted, i%r.Side/2)
	}
	return r
}

func pageOf(t *testing.T, in Input) string {
	t.Helper()
	dir := t.TempDir()
	s, err := WriteAll(dir, in)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(s.Page)
	if err != nil || filepath.Base(s.Page) != PageFile {
		t.Fatal(s.Page, err)
	}
	return string(b)
}

func TestPageShowsEverything(t *testing.T) {
	html := pageOf(t, everything())
	for _, want := range []string{
		"<h1>Trees &amp; &lt;b&gt;forests&lt;/b&gt;</h1>",
		"<code>fixture</code> · 48 cells: 41 ok, 1 failed, 1 timed out, 1 out of memory, 3 skipped, 1 not run",
		`<th scope="row">iris</th>`, "tables/log_loss.tex", "tables/confusion.html",
		"With only 3 datasets, no test over datasets is meaningful, so none is made.",
		"<h3>&lt;/script&gt;</h3>", "1,500 rows, 4 features (3 numeric, 1 categorical), 3 classes, 2 missing values",
		"<li>4 <b>0</b></li>",
		"<summary>Scores over folds: log_loss</summary>", "Decision regions, first fold",
		"<summary>Confusion: 4 heat maps</summary>",
		"7,110 problems; 4,590 are distinct", `<td data-value="0.75">0.750</td>`, "36 problems in 12 cells",
		"33 problems in 11 cells",
		"<p><b>1 cell: out of memory</b></p>\n<pre>plugin &#34;svm&#34; said:\nno, never</pre>",
		"<li>glass/one_hot/svm/ova repeat 0 fold 1</li>",
		"<p><b>3 cells:</b> learner svm is not for it</p>", "<p>1 not run.",
		"<code>bench run fixture.hcl</code>", "abc1234", "portable", "here, linux/amd64, 2 CPUs", "2026-07-01 12:00:00 UTC",
		"1215", "5eed",
		"<dt>svm 1.2</dt><dd><code>5f5f</code><br>cpython 3.12, numpy 2.1</dd>", "{\n  &#34;name&#34;: &#34;fixture&#34;,",
		"Methods were evaluated by 3-fold stratified cross-validation; all of them ", "<dt>encoder one_<wbr>hot</dt><dd>one_hot, numeric = standard</dd>",
		"<dt>learner lr<wbr>[C=0.1,<wbr>tol=1]</dt><dd>logreg, C = 0.1, priors = [0.5,0.5], tol = 1</dd>", "<dt>metric recall<wbr>(average=none)</dt><dd>recall, one value for each class</dd>",
		`<li><a href="#models">Binary models</a></li>`, "<h3>&lt;/script&gt;</h3>\n<div class=\"scroll\">",
		"<dt>silent, several</dt>",
		"<h2>Answer</h2>\n<p>Preliminary: 1 of 48 cells has not been run. By mean rank of accuracy over 3 datasets, ",
		`id="table-1" data-best="largest"`, `id="table-2" data-best="smallest"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(html, "<b>forests") || strings.Contains(html, "ZgotmplZ") ||
		strings.Count(html, "</script>") != 2 {
		t.Error("the page has text that is not escaped, or was refused")
	}
}

// Whatever loads by itself is in the page.
func TestPageLoadsNothing(t *testing.T) {
	html := pageOf(t, everything())
	if found := regexp.MustCompile(`(?i)\ssrc=|@import|[:\s]url\(|<link[^>]*href="[^d]|xlink:href|<object|<iframe|<embed`).FindString(html); found != "" {
		t.Errorf("the page loads something: %q", found)
	}
	for _, m := range regexp.MustCompile(`<a href="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], "tables/") && !strings.HasPrefix(m[1], "plots/") {
			t.Errorf("the page links to %q", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`<a href="#([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if id, err := url.PathUnescape(m[1]); err != nil || !strings.Contains(html, `id="`+id+`"`) {
			t.Errorf("the page has no %q", m[1])
		}
	}
}

// Links to files with names in any script hold ASCII alone.
func TestLinksAreEncoded(t *testing.T) {
	in := everything()
	in.Plan.Tables = append(in.Plan.Tables, plan.Table{Name: "точность %", Metric: "accuracy", Rows: []string{"dataset"},
		Columns: []string{"learner"}})
	if html := pageOf(t, in); !strings.Contains(html,
		`href="tables/%d1%82%d0%be%d1%87%d0%bd%d0%be%d1%81%d1%82%d1%8c__.tex"`) {
		t.Errorf("no link: %s", regexp.MustCompile(`href="tables/[^"]*"`).FindAllString(html, -1))
	}
}

// An experiment without results has a page too, with nothing in it that is not
// there.
func TestPageWithoutResults(t *testing.T) {
	html := pageOf(t, Input{Input: score.Input{Plan: &plan.Plan{Experiment: "nothing"}}})
	for _, unwanted := range []string{`id="statistics"`, `id="missing"`, `#methods`, "Methods", "Confusion",
		"Binary models", "Plugins", "<h3>Runs"} {
		if strings.Contains(html, unwanted) {
			t.Errorf("the page has %q", unwanted)
		}
	}
	if !strings.Contains(html, "<h1>nothing</h1>") || !strings.Contains(html, "0 cells") {
		t.Error("the page has no title or status")
	}
}

// Pictures beyond the page's room are linked.
func TestGalleryRoom(t *testing.T) {
	f, err := newFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	bars := func(n int) picture.Bars {
		return picture.Bars{Labels: make([]string, n), Values: make([]float64, n)}
	}
	g := &gallery{folder: f, room: 6000}
	var figures gathered
	for _, n := range []int{1, 100, 2} {
		fig, err := g.draw("a", []string{"costs", "a/b"}, func(w io.Writer) error { return picture.Costs(w, bars(n)) })
		if err != nil {
			t.Fatal(err)
		}
		figures = append(figures, fig)
	}
	if len(figures.Shown()) != 2 || len(figures.Linked()) != 1 || figures.Linked()[0].File != "plots/costs-a_b_2.svg" {
		t.Errorf("shown %d, linked %v", len(figures.Shown()), figures.Linked())
	}
	if err := f.placed(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(f.dir, "plots", "costs-a_b_2.svg")); err != nil ||
		!strings.HasSuffix(strings.TrimSpace(string(b)), "</svg>") {
		t.Errorf("%s %v", b, err)
	}
}

func TestTroublesAreGathered(t *testing.T) {
	var cells []score.Cell
	for i := range 30 {
		c := score.Cell{Cell: plan.Cell{Combination: plan.Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: "r"}, Fold: i},
			Result: &store.Result{Status: store.Failed, Error: "no"}}
		if i == 3 {
			c.Result.Status = store.Timeout
		}
		if i == 4 {
			c.Result = &store.Result{Status: store.OK}
		}
		cells = append(cells, c)
	}
	failed, skipped := troubles(cells)
	if len(failed) != 2 || len(skipped) != 0 || failed[0].Count() != "28 cells" || len(failed[0].Cells) != mostNamed ||
		failed[0].More != 8 {
		t.Fatalf("%+v %+v", failed, skipped)
	}
	if failed[1].Status != "timeout" || fmt.Sprint(failed[1].Cells) != "[d/e/l/r repeat 0 fold 3]" {
		t.Errorf("%+v", failed[1])
	}
}

// Failures that differ in numbers alone are one, and the terminal hears how to run
// them again.
func TestFailuresAreTold(t *testing.T) {
	in := everything()
	for i := range in.Cells {
		if r := in.Cells[i].Result; r != nil && r.Status == store.Failed {
			r.Error = fmt.Sprintf("plugin svm (pid %d) ended\nand more", i)
		}
	}
	first := in.Cells[0]
	first.Result = &store.Result{Status: store.Failed, Error: "plugin svm (pid 4711) ended\nand more"}
	in.Cells[0] = first
	dir := filepath.Join(t.TempDir(), "folder")
	s, err := WriteAll(dir, in)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := s.Failures(&b, 1000); err != nil {
		t.Fatal(err)
	}
	want := "2 cells, failed: iris/one_hot/lr[C=0.1,tol=1]/ova repeat 0 fold 0 and 1 more: plugin svm (pid 4711) ended"
	if !strings.HasPrefix(b.String(), want) || strings.Count(b.String(), "failed: ") != 1 {
		t.Errorf("failures:\n%s", b.String())
	}
	if !strings.HasSuffix(b.String(),
		"run them again: bench run fixture.hcl -retry failed,timeout,out_of_memory -out "+dir+"\n") {
		t.Errorf("no hint:\n%s", b.String())
	}
	page := pageOf(t, in)
	if !strings.Contains(page, "<code>bench run fixture.hcl -retry failed,timeout,out_of_memory</code>") ||
		!strings.Contains(page, "with other numbers in some") {
		t.Error("the page does not say how to run them again, or that messages differ")
	}
	if err := (Summary{}).Failures(&b, 80); err != nil || strings.Contains(b.String(), "again: \n") {
		t.Errorf("of nothing: %v, %s", err, b.String())
	}
}

func TestNumbersForReading(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	for s, want := range map[float64]string{0: "0", 0.25: "0.250", 1234.5: "1234", 12.345: "12.3", 0.00123456: "0.00123",
		0.0000001: "0.000000"} {
		if got := seconds(s); got != want {
			t.Errorf("%v is %s, want %s", s, got, want)
		}
	}
}
