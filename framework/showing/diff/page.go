package diff

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/showing/picture"
	"github.com/manyclass/bench/framework/showing/report/look"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

const (
	mostScores = 2000 // rows of a table; those that are left out differ least
	mostPoints = 1000 // of a picture
	mostOnly   = 500  // combinations and cells that are listed
)

//go:embed page.tmpl
var pageSource string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("diff").Funcs(template.FuncMap{
		"breakable": sheet.Breakable, "shown": shown,
		"signed": func(n Number) string { return digits(n, "%+.4f") },
		"p":      func(n Number) string { return digits(n, "%.3g") },
		"value":  value,
		"rows":   func(p page, v metricView) rowsView { return rowsView{v, p} },
	}).Parse(pageSource))
})

// page is what the page of a difference shows.
type page struct {
	look.Page
	A, B   string // the folders
	Answer []string
	changesView
	scoresView
	tableView
}

// changesView is what differs in that which scores are made from, and in their cells.
type changesView struct {
	Changed      []part
	Added, Gone  int // combinations
	Folds        []string
	Statuses     []Status
	MoreStatuses int
}

// scoresView holds the scores.
type scoresView struct {
	Moved       []metricView // with a picture each
	Still       []metricView // scores that are the same
	StillScores int
	Only        []onlyView
	MoreOnly    int
}

// tableView says what tables of scores have: columns of datasets and encoders where there
// are several, and remarks on tests and shared folds.
type tableView struct {
	Dataset, Encoder, Tested, Shared bool
	Level                            float64
}

// metricView is the scores of a metric.
type metricView struct {
	Metric          string
	SmallerIsBetter bool
	Picture         template.HTML
	Scores          []Score
	More            int // that are left out
}

// rowsView is the table of a metric in the page.
type rowsView struct {
	metricView
	Page page
}

// onlyView is a combination that one side alone has, or has metrics of.
type onlyView struct{ Side, Name, Metrics string }

// Page writes the report as a page of its own, which needs no network. A and B are what
// the two results folders are called.
func (r Report) Page(w io.Writer, a, b string) error {
	p := page{
		Page: look.NewPage(), A: a, B: b, Answer: r.answer(),
		changesView: changesView{
			Folds: r.Folds, Statuses: r.Statuses[:min(len(r.Statuses), mostOnly)],
			MoreStatuses: max(0, len(r.Statuses)-mostOnly),
		},
		tableView: tableView{Dataset: r.several(0), Encoder: r.several(1), Level: level},
	}
	for _, part := range r.parts() {
		p.add(part)
	}
	p.Only, p.MoreOnly = r.only()
	p.Moved = r.views(func(s Score) bool { return s.Both() && s.Moved() })
	for i := range p.Moved {
		var err error
		if p.Moved[i].Picture, err = r.draw(p.Moved[i]); err != nil {
			return err
		}
	}
	p.Still = r.views(func(s Score) bool { return s.Both() && !s.Moved() })
	for _, view := range p.Still {
		p.StillScores += len(view.Scores) + view.More
	}
	for _, view := range slices.Concat(p.Moved, p.Still) {
		for _, s := range view.Scores {
			p.Tested = p.Tested || s.Mark != ""
			p.Shared = p.Shared || s.partly()
		}
	}
	if err := pageTemplate().Execute(w, p); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// add takes what has changed; combinations are counted.
func (p *page) add(from part) {
	changes, added, gone := from.counted()
	p.Added, p.Gone = p.Added+added, p.Gone+gone
	if len(changes) > 0 {
		p.Changed = append(p.Changed, part{from.Title, from.of, changes})
	}
}

// several reports whether the scores differ in one of their names.
func (r Report) several(name int) bool {
	return slices.ContainsFunc(r.Scores, func(s Score) bool { return s.names()[name] != r.Scores[0].names()[name] })
}

// views gathers scores by metric.
func (r Report) views(keep func(Score) bool) []metricView {
	var all grouped.By[string, metricView]
	for _, s := range r.Scores {
		if keep(s) {
			v := all.At(s.Metric)
			v.Metric, v.SmallerIsBetter, v.Scores = s.Metric, s.SmallerIsBetter, append(v.Scores, s)
		}
	}
	var list []metricView
	for _, v := range all.All() {
		v.More = len(v.Scores) - min(len(v.Scores), mostScores)
		v.Scores = largest(v.Scores, mostScores)
		list = append(list, *v)
	}
	return list
}

// draw is the picture of B against A, a point for each combination.
func (r Report) draw(v metricView) (template.HTML, error) {
	c := picture.Scatter{Title: v.Metric + ": combinations whose scores moved", Measure: v.Metric, X: "A", Y: "B",
		Of: "combination", SmallerIsBetter: v.SmallerIsBetter, Wide: true}
	for _, s := range largest(v.Scores, mostPoints) {
		c.Labels = append(c.Labels, r.name(s))
		c.Points = append(c.Points, [2]float64{float64(s.A.Mean), float64(s.B.Mean)})
	}
	var b bytes.Buffer
	if err := picture.Scatters(&b, c); err != nil {
		return "", err
	}
	return look.Inline(b.String()), nil
}

// largest are the most scores that differ most, or all if there are fewer, in their order.
func largest(list []Score, most int) []Score {
	if len(list) <= most {
		return list
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	size := func(i int) float64 {
		if d := math.Abs(float64(list[i].Difference)); d == d {
			return d
		}
		return math.Inf(1) // what has no value any more moved most
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(size(j), size(i)) })
	order = order[:most]
	slices.Sort(order)
	kept := make([]Score, most)
	for i, at := range order {
		kept[i] = list[at]
	}
	return kept
}

// only lists the combinations that one side alone has, each with its metrics.
func (r Report) only() (list []onlyView, more int) {
	type kind struct{ side, name string }
	var all grouped.By[kind, []string]
	for _, s := range r.Scores {
		side := "A"
		if s.Both() {
			continue
		}
		if s.A.Cells == 0 {
			side = "B"
		}
		metrics := all.At(kind{side, strings.Join(s.names(), "/")})
		*metrics = append(*metrics, s.Metric)
	}
	for of, metrics := range all.All() {
		if len(list) < mostOnly {
			list = append(list, onlyView{of.side, of.name, strings.Join(*metrics, ", ")})
		} else {
			more++
		}
	}
	return list, more
}

// MeanText is the mean for reading.
func (m Mean) MeanText() string { return m.text() }

// FoldsText is how many folds the means are over.
func (s Score) FoldsText() string { return s.folds() }

// Verdict says what the test says of B, "" if it was not made.
func (s Score) Verdict() string {
	switch {
	case s.Mark == "v":
		return "better"
	case s.Mark == "*":
		return "worse"
	case s.P == s.P:
		return "not significantly different"
	}
	return "not tested"
}

// value is a number for the script that sorts, "" where there is none.
func value(n Number) string {
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return fmt.Sprint(float64(n))
}
