package table

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/test/scoretest"
)

var nan = math.NaN()

// over is a mean and a deviation of n values.
func over(mean, sd float64, n int) score.Summary { return score.Summary{Mean: mean, SD: sd, N: n} }

// full is a grid with everything: marks, footnotes, a hole, a foot and
// statistics.
func full() Grid {
	return Grid{
		Name: "accuracy", Metric: "accuracy", RowAxes: []string{"dataset"}, ColumnAxes: []string{"learner", "reduction"},
		Rows: []string{"glass", "satellite", "vowel", "iris"}, Columns: []string{"lr[C=0.1]/ova", "lr[C=0.1]/ovo", "svm/ova"},
		Entries: [][]Entry{
			{{Summary: over(0.625, 0.0421, 10)}, {Summary: over(0.6812, 0.05, 10), Best: true, Marks: []Mark{Better}},
				{Summary: over(0.61, 0.1, 10)}},
			{{Summary: over(0.85, 0.01, 10)}, {Summary: over(0.86, 0.012, 10), Best: true},
				{Summary: over(0.83, 0.011, 9), Marks: []Mark{Worse}, Notes: []int{0, 1}}},
			{{Summary: over(0.5, nan, 1)}, {Summary: over(0.5000001, 1e-9, 10), Best: true}, {Summary: over(0.49, 0.02, 10)}},
			{{Summary: over(0.96, 0.03, 10), Best: true}, {Summary: over(nan, nan, 0), Notes: []int{2}}, {Summary: over(0.95, 0.02, 10)}},
		},
		Foot: Foot{Means: []float64{0.658333, 0.680400, 0.643333}, Ranks: []float64{2, 1, 3}, Complete: 3},
		Words: Words{Notes: []string{"averages over encoder one_hot, hashing", "9 of 10 cells have a value: 1 failed",
			"0 of 10 folds have a value: 10 timed out"},
			Remarks: []string{"v better, * worse than lr[C=0.1]/ova: corrected resampled t-test, two-sided level 0.05."}},
		Comparison: Comparison{WinTieLoss: [][]WinTieLoss{{{0, 4, 0}, {1, 2, 0}, {0, 3, 1}}}, Baselines: []string{"lr[C=0.1]/ova"},
			Statistics: &Statistics{
				Columns: []string{"lr[C=0.1]/ova", "lr[C=0.1]/ovo", "svm/ova"}, Rows: []string{"glass", "satellite", "vowel"},
				Dropped: []string{"iris"},
				Level:   0.05, Ranks: []float64{2, 1, 3}, CriticalDifference: 1.9132, Groups: [][]int{{1, 0}, {0, 2}},
				Friedman: stats.Friedman{ChiSquared: 6, ChiSquaredP: 0.049787, F: math.Inf(1), FP: 0, N: 3, K: 3},
				Control:  0, PValues: []float64{nan, 0.220671, 0.220671}, Holm: []float64{nan, 0.441342, 0.441342},
			}},
	}
}

const awkwardLabel = "a|b & <script>alert(1)</script>\n_c_ *d* 100% #1 {e} ~f^ \\g $h$ `i` [j](k) \"l\" --"

// awkward has labels that mean something in every format.
func awkward() Grid {
	return Grid{
		Name: awkwardLabel, Metric: "*m*", RowAxes: []string{"dataset"}, ColumnAxes: []string{"learner"},
		Rows: []string{awkwardLabel, "[x]", "*"}, Columns: []string{"[c]/*", "one_hot"},
		Entries: [][]Entry{
			{{Summary: over(1, 0, 2), Notes: []int{0}}, {Summary: over(12.5, 0.25, 2), Best: true}},
			{{Summary: over(1, 0, 2)}, {Summary: over(2, 0.25, 2), Best: true}},
			{{Summary: over(1, 0, 2)}, {Summary: over(2, 0.25, 2), Best: true}},
		},
		Words: Words{Notes: []string{"skipped (" + awkwardLabel + ")"}},
	}
}

// oblong has many columns, few rows or the other way round.
func oblong(rows, columns int) Grid {
	g := Grid{Name: fmt.Sprintf("%d by %d", rows, columns), Metric: "accuracy", RowAxes: []string{"dataset"},
		ColumnAxes: []string{"learner"}}
	for j := range columns {
		g.Columns = append(g.Columns, "learner"+strconv.Itoa(j))
		g.Means = append(g.Means, 0.5)
	}
	for i := range rows {
		g.Rows = append(g.Rows, "dataset"+strconv.Itoa(i))
		line := make([]Entry, columns)
		for j := range line {
			line[j] = Entry{Summary: over(float64(i+j)/100, 0.01, 10)}
		}
		g.Entries = append(g.Entries, line)
	}
	return g
}

func text100(d Document) func(io.Writer) error {
	return func(w io.Writer) error { return d.Sheet().Text(w, 100) }
}

func TestFormats(t *testing.T) {
	for name, g := range map[string]Grid{"full": full(), "awkward": awkward()} {
		scoretest.Golden(t, name+".md", scoretest.Render(t, g.Sheet().Markdown))
		scoretest.Golden(t, name+".tex", scoretest.Render(t, g.Sheet().LaTeX))
		scoretest.Golden(t, name+".csv", scoretest.Render(t, g.CSV))
		scoretest.Golden(t, name+".html", scoretest.Render(t, g.Sheet().HTML))
		scoretest.Golden(t, name+".txt", scoretest.Render(t, text100(g)))
	}
	scoretest.Golden(t, "turned.tex", scoretest.Render(t, oblong(3, 30).Sheet().LaTeX))
	scoretest.Golden(t, "blocks.tex", scoretest.Render(t, oblong(60, 12).Sheet().LaTeX))
}

// The CSV can be read again: numbers are the same, holes are NaN.
func TestCSVIsReadAgain(t *testing.T) {
	g := full()
	records, err := csv.NewReader(bytes.NewReader(scoretest.Render(t, g.CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for j, name := range records[0] {
		column[name] = j
	}
	if len(records) != 5 || len(column) != 1+3*3+2 {
		t.Fatalf("%d lines with columns %v", len(records), records[0])
	}
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Error(err)
		}
		return v
	}
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	for i, line := range records[1:] {
		for j, name := range g.Columns {
			e := g.Entries[i][j]
			got := over(number(line[column[name]]), number(line[column[name+" sd"]]), int(number(line[column[name+" n"]])))
			if line[0] != g.Rows[i] || !same(got.Mean, e.Mean) || !same(got.SD, e.SD) || got.N != e.N {
				t.Errorf("%s %s: %+v, want %+v", line[0], name, got, e)
			}
			if at, marked := column[name+" mark"]; marked == (name == g.Baselines[0]) || marked && line[at] != string(e.mark(0)) {
				t.Errorf("%s %s: mark column %v", line[0], name, marked)
			}
		}
	}
}

// Labels that look like what is derived from other labels take nobody's name.
func TestCSVHeadsAreUnique(t *testing.T) {
	g := oblong(1, 4)
	g.Columns, g.Baselines = []string{"ova", "ova sd", "b", "dataset"}, []string{"b"}
	records, err := csv.NewReader(bytes.NewReader(scoretest.Render(t, g.CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := "dataset,ova,ova sd,ova n,ova mark,ova sd (2),ova sd (2) sd,ova sd (2) n,ova sd (2) mark,b,b sd,b n,dataset " +
		"(2),dataset (2) sd,dataset (2) n,dataset (2) mark"
	if got := strings.Join(records[0], ","); got != want {
		t.Errorf("heads %s", got)
	}
}

// Rows called like the foot can be told from it, and a turned table says what
// its rows are.
func TestLabelsOfFootAndCorner(t *testing.T) {
	g := oblong(2, 30)
	g.Rows[0] = "mean"
	if text := string(scoretest.Render(t, g.Sheet().Markdown)); !strings.Contains(text, "\n| mean ") ||
		!strings.Contains(text, "\n| (mean) ") {
		t.Errorf("rows and foot:\n%s", text)
	}
	if text := string(scoretest.Render(t, text100(g))); !strings.Contains(text, "\nlearner    mean") ||
		strings.Contains(text, "dataset ") {
		t.Errorf("turned:\n%s", text)
	}
	if text := string(scoretest.Render(t, g.Sheet().LaTeX)); !strings.Contains(text, "    learner & ") {
		t.Errorf("turned:\n%s", text)
	}
}

// breaks are where a line may end; void elements are not valid XML.
var breaks = regexp.MustCompile("<wbr>")

// The pages of HTML are well-formed, run no script and link to ids that exist.
func TestHTMLIsSound(t *testing.T) {
	for _, g := range []Grid{full(), awkward(),
		{Name: "none", Words: Words{Remarks: []string{"The experiment has no metric."}}}} {
		page := string(scoretest.Render(t, g.Sheet().HTML))
		ids, links := map[string]bool{}, []string{}
		_, body, _ := strings.Cut(breaks.ReplaceAllString(page, ""), "</head>")
		d := xml.NewDecoder(strings.NewReader("<html>" + body))
		d.Entity = xml.HTMLEntity
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, page)
			}
			start, ok := token.(xml.StartElement)
			if ok && start.Name.Local == "script" {
				t.Errorf("a script in\n%s", page)
			}
			for _, a := range start.Attr {
				if a.Name.Local == "id" {
					ids[a.Value] = true
				}
				if a.Name.Local == "href" {
					links = append(links, a.Value)
				}
			}
		}
		for _, link := range links {
			if !ids[fragmentOf(t, link)] {
				t.Errorf("link %s leads nowhere; ids %v", link, ids)
			}
		}
		if len(links) != len(g.Notes) {
			t.Errorf("%d links for %d notes", len(links), len(g.Notes))
		}
	}
}

// fragmentOf is the id that a browser looks for.
func fragmentOf(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return u.Fragment
}

func TestHTMLTable(t *testing.T) {
	g := full()
	table := string(g.Sheet().TableHTML(0))
	for _, want := range []string{
		`<table class="grid means" data-across="learner/reduction">`, `<th scope="col">svm/<wbr>ova</th>`,
		`<th scope="row">glass</th>`,
		`<td class="best" data-value="0.6812" data-shade="4">0.681<span class="tail" style="--room: 8"> ± 0.050</span>` +
			`<span class="after" style="--room: 4"> <span class="mark">v</span></span></td>`,
		`<td class="hole" data-value="">—<span class="tail" style="--room: 8"></span><span class="after" style="--room: 4"><sup>`,
		"<tfoot>\n<tr><th scope=\"row\">mean</th>", `<td>(0/3/1)</td>`,
	} {
		if !strings.Contains(table, want) {
			t.Errorf("no %s in\n%s", want, table)
		}
	}
	if strings.Contains(table, "<ol") || !strings.Contains(string(g.Sheet().NotesHTML(0)),
		`<li id="note-accuracy-1-3">0 of 10 folds`) {
		t.Errorf("notes: %s", g.Sheet().NotesHTML(0))
	}
	if statistics := string(g.Sheet().SectionHTML(1)); !strings.Contains(statistics,
		"<h2>Statistics over datasets</h2>") || strings.Count(statistics, "<table") != 1 {
		t.Errorf("statistics: %s", statistics)
	}
	g.Statistics, g.Rows = nil, nil
	if len(g.Sheet().Sections) > 1 || g.Sheet().TableHTML(0) != "" {
		t.Error("something of nothing")
	}
}

func TestWriterErrors(t *testing.T) {
	g := full()
	for name, write := range map[string]func(io.Writer) error{"Markdown": g.Sheet().Markdown, "LaTeX": g.Sheet().LaTeX,
		"CSV": g.CSV, "HTML": g.Sheet().HTML, "Text": text100(g)} {
		if write(broken{}) == nil {
			t.Errorf("%s hides that it cannot write", name)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestSpan(t *testing.T) {
	for text, want := range map[string]int{"abc": 3, "Тип": 3, "类别": 4, "e\u0301": 1, "": 0} {
		if got := wording.Width(text); got != want {
			t.Errorf("%s spans %d places, want %d", text, got, want)
		}
	}
}
