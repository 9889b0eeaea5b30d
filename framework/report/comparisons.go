package report

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/compare"
	"github.com/manyclass/bench/framework/compare/measured"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/table"
	"github.com/manyclass/bench/framework/wording"
)

// comparisonsFile holds the outcomes of all comparisons.
const comparisonsFile = "comparisons.csv"

// writeComparisons makes what the comparison blocks ask for and writes it, each beside
// the tables and all together into comparisons.csv, which is removed if there is none.
func (t *tables) writeComparisons(f *folder, in score.Input, rows []score.Row) error {
	var named []*compare.Result
	for _, asked := range in.Plan.Comparisons {
		methods := methodNames(in.Plan, asked.Average)
		asked.Control = methods.shown(asked.Control)
		r, err := comparison(asked, in, rows)
		if err != nil {
			return err
		}
		t.compared = append(t.compared, r)
		t.methods = append(t.methods, methods)
		file := comparedFile{r, r.Renamed(methods.datasets, methods.named)}
		named = append(named, file.named)
		if err := t.write(f, r.Name, file); err != nil {
			return err
		}
	}
	if len(t.compared) == 0 {
		return removeFile(filepath.Join(f.dir, comparisonsFile))
	}
	return f.write(comparisonsFile, func(w io.Writer) error { return compare.CSV(w, named) })
}

// comparedFile is a comparison as people read it, and with names for programs.
type comparedFile struct {
	*compare.Result
	named *compare.Result
}

// CSV writes the comparison with names.
func (c comparedFile) CSV(w io.Writer) error { return c.named.CSV(w) }

// calledMethods finds the names of datasets and methods by what they are read as.
type calledMethods struct{ datasets, named map[string]string }

// methodNames are those of the methods of a plan, averaged over parameters.
func methodNames(p *plan.Plan, average []string) calledMethods {
	m := calledMethods{map[string]string{}, map[string]string{}}
	axes := table.DefaultColumns(p)
	known := map[plan.Combination]bool{}
	for _, c := range p.Cells {
		if known[c.Combination] {
			continue
		}
		known[c.Combination] = true
		named := c
		named.Combination = p.NamedAs(c.Combination)
		m.datasets[c.Dataset] = named.Dataset
		m.named[table.AveragedLabel(score.Row{Cell: &c}, axes, average)] =
			table.AveragedLabel(score.Row{Cell: &named}, axes, average)
	}
	return m
}

// shown is what a method of a name is read as.
func (m calledMethods) shown(name string) string {
	for shown, other := range m.named {
		if other == name {
			return shown
		}
	}
	return name
}

// name is the name of what is read as a dataset or method, and anything else itself.
func (m calledMethods) name(shown string) string {
	return cmp.Or(m.named[shown], m.datasets[shown], shown)
}

// comparison makes one comparison of the scores of a plan; what cannot be made is said
// in its remarks.
func comparison(asked plan.Comparison, in score.Input, rows []score.Row) (*compare.Result, error) {
	p := in.Plan
	o := compare.Options{Name: asked.Name, Tests: asked.Tests, PostHoc: asked.PostHoc, Control: asked.Control,
		Measure: asked.Metric, Rope: asked.Rope, Level: asked.Level, SkipUnsuited: true}
	i := slices.IndexFunc(p.Metrics, func(m metric.Spec) bool { return m.Name == asked.Metric })
	if i < 0 {
		return compare.Nothing(o, fmt.Sprintf("The experiment has no metric %q.", asked.Metric)), nil
	}
	o.SmallerIsBetter = p.Metrics[i].SmallerIsBetter()
	planned := score.Planned(p, p.Metrics[i], rows)
	kept, never := withValues(measured.Averaged(measuredOf(planned, table.DefaultColumns(p), asked.Average)))
	values, without := measured.New(kept)
	if slices.Contains(asked.Tests, "mcnemar") && p.Metrics[i].CountsHits() && len(values.Methods) > 0 {
		if err := addSingles(values, in, p.Metrics[i]); err != nil {
			return nil, fmt.Errorf("comparison %q: %w", asked.Name, err)
		}
	}
	r, err := compare.Compare(values, o)
	if err != nil {
		r = compare.Nothing(o, fmt.Sprintf("Nothing is compared: %s.", strings.TrimSuffix(err.Error(), ".")))
	}
	if len(asked.Average) > 0 {
		r.Remarks = append(r.Remarks, fmt.Sprintf("Methods that differ in %s alone are one: its value on each fold is their mean. "+
			"Tests do not know how much they differ.", wording.And(asked.Average)))
	}
	if remark := score.PartRemark(planned); remark != "" {
		r.Remarks = append(r.Remarks, remark)
	}
	if len(without) > 0 {
		r.Remarks = append(r.Remarks, fmt.Sprintf("Left out, since a method lacks a value there: %s.",
			strings.Join(without, ", ")))
	}
	if len(never) > 0 {
		r.Remarks = append(r.Remarks, fmt.Sprintf("Not compared, without any value: %s.", strings.Join(never, ", ")))
	}
	return r, nil
}

// measuredOf are the values of scores, by what the columns of tables that average over
// parameters are called. Scores that cannot be, since the metric is for another kind of
// target, are left out.
func measuredOf(list []score.Row, axes, average []string) []measured.Value {
	var values []measured.Value
	for _, r := range list {
		if r.Without == score.OtherTarget || r.Again {
			continue
		}
		values = append(values, measured.Value{Dataset: r.Dataset, Method: table.AveragedLabel(r, axes, average), Value: r.Value,
			Unit:     measured.Unit{Repeat: strconv.Itoa(r.Repeat), Fold: strconv.Itoa(r.Fold)},
			TestRows: r.TestRows, TrainRows: r.Different()})
	}
	return values
}

// withValues leaves out the methods that have no value anywhere, and names them.
func withValues(values []measured.Value) (kept []measured.Value, without []string) {
	valued := map[string]bool{}
	for _, v := range values {
		valued[v.Method] = valued[v.Method] || !math.IsNaN(v.Value)
	}
	for _, v := range values {
		switch {
		case valued[v.Method]:
			kept = append(kept, v)
		case !slices.Contains(without, v.Method):
			without = append(without, v.Method)
		}
	}
	return kept, without
}

// comparedView is a comparison in the page.
type comparedView struct {
	Name, Stem, Paragraph string
	Remarks               []string
	Tables                []template.HTML
	Diagram               *figure  // nil without pictures
	More                  gathered // the other pictures
}

// comparedViews shows the comparisons with their diagrams.
func comparedViews(g *gallery, t tables) ([]comparedView, error) {
	var views []comparedView
	for i, r := range t.compared {
		s := r.Sheet()
		v := comparedView{Name: r.Name, Stem: t.comparedFiles()[i].Stem, Paragraph: r.Paragraph(), Remarks: r.Remarks}
		for j := range s.Sections {
			s.Sections[j].Remarks = nil
			if len(s.Sections[j].Lines) > 0 {
				v.Tables = append(v.Tables, lowered(s.SectionHTML(j), "h4"))
			}
		}
		for j, p := range r.Pictures() {
			// The name of a diagram of mean ranks is the comparison's alone.
			file := append([]string{"comparison", r.Name}, lists.Filter(p.File, func(part string) bool {
				return part != "" && part != "critical_difference"
			})...)
			file = lists.Map(file, t.methods[i].name)
			f, err := g.draw(p.Name, file, p.Draw)
			if err != nil {
				return nil, err
			}
			if j == 0 {
				v.Diagram = &f
			} else {
				v.More = append(v.More, f)
			}
		}
		views = append(views, v)
	}
	return views, nil
}
