package report

import (
	"errors"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/compare/measured"
	"github.com/manyclass/bench/framework/showing/compare/pictured"
	"github.com/manyclass/bench/framework/showing/table"
)

// comparisonsFile holds the outcomes of all comparisons.
const comparisonsFile = "comparisons.csv"

// writeComparisons makes what the comparison blocks ask for and writes it, each next to
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
		if v := t.seal.Of(seal.Comparison, asked.Name); v != nil {
			r.Planned, r.Remarks = string(v.Status), append(r.Remarks, t.seal.Remark(v))
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
	return f.writeCSV(compare.Columns(named), func(w io.Writer) error { return compare.CSV(w, named) })
}

// comparedFile is a comparison as people read it, and with names for programs.
type comparedFile struct {
	*compare.Result
	named *compare.Result
}

// CSV writes the comparison with names.
func (c comparedFile) CSV(w io.Writer) error { return c.named.CSV(w) }

// Compare makes one comparison of what a results folder holds. What cannot be made is an
// error, also a test that does not apply.
func Compare(in score.Input, asked plan.Comparison) (*compare.Result, error) {
	rows, err := score.Compute(in)
	if err != nil {
		return nil, err
	}
	m, err := gather(asked, in, rows)
	if err != nil {
		return nil, err
	}
	if err := m.options.Check(m.values.Methods); err != nil {
		return nil, err
	}
	return m.compare()
}

// comparison is Compare for a page of several; what cannot be made is said in the remarks.
func comparison(asked plan.Comparison, in score.Input, rows []score.Row) (*compare.Result, error) {
	m, err := gather(asked, in, rows)
	m.options.SkipUnsuited = true
	if unknown := (*noMetricError)(nil); errors.As(err, &unknown) {
		return compare.Nothing(m.options, fmt.Sprintf("The experiment has no metric %q.", asked.Metric)), nil
	} else if err != nil {
		return nil, err
	}
	r, err := m.compare()
	if err != nil {
		r = compare.Nothing(m.options, fmt.Sprintf("Nothing is compared: %s.", strings.TrimSuffix(err.Error(), ".")))
		r.Remarks = append(r.Remarks, m.remarks...)
	}
	return r, nil
}

// material is what a comparison is made of.
type material struct {
	options significance.Options
	values  *measured.Table
	remarks []string // on the values
}

func (m material) compare() (*compare.Result, error) {
	r, err := compare.Compare(m.values, m.options)
	if err == nil {
		r.Remarks = append(r.Remarks, m.remarks...)
	}
	return r, err
}

// noMetricError says that the experiment does not have the metric of a comparison.
type noMetricError struct {
	name string
	all  []metric.Spec
}

func (e *noMetricError) Error() string {
	names := lists.Map(e.all, func(m metric.Spec) string { return m.Name })
	return fmt.Sprintf("there is no metric %q. %s", e.name, wording.Instead(e.name, names, "The metrics are"))
}

// gather collects the values that a comparison is of.
func gather(asked plan.Comparison, in score.Input, rows []score.Row) (material, error) {
	p := in.Plan
	m := material{options: significance.Options{Name: asked.Name, Tests: asked.Tests, PostHoc: asked.PostHoc,
		Control: asked.Control, Measure: asked.Metric, Rope: asked.Rope, Level: asked.Level, Power: asked.Power}}
	i := slices.IndexFunc(p.Metrics, func(m metric.Spec) bool { return m.Name == asked.Metric })
	if i < 0 {
		return m, &noMetricError{asked.Metric, p.Metrics}
	}
	m.options.SmallerIsBetter = p.Metrics[i].SmallerIsBetter()
	planned := score.Planned(p, p.Metrics[i], rows)
	each := measuredOf(planned, p.DefaultColumns(), asked.Average, taken(in))
	values := tableOf(each)
	m.values = values
	addOthers(m, each, asked, p, rows)
	if slices.Contains(asked.Tests, "mcnemar") && p.Metrics[i].CountsHits() && len(values.Methods) > 0 {
		if err := addSingles(values, in, p.Metrics[i]); err != nil {
			return m, fmt.Errorf("comparison %q: %w", asked.Name, err)
		}
	}
	if len(asked.Average) > 0 {
		m.remarks = append(m.remarks, fmt.Sprintf("Methods that differ only in %s are treated as one: its "+
			"value on each fold is their mean. The tests do not see how much they differ.", wording.And(asked.Average)))
	}
	if remark := score.PartRemark(planned); remark != "" {
		m.remarks = append(m.remarks, remark)
	}
	m.remarks = append(m.remarks, values.Omitted()...)
	return m, nil
}

// tableOf is the table of values, those at one place averaged.
func tableOf(each []measured.Value) *measured.Table {
	kept, never := measured.Valued(measured.Averaged(each))
	values, without := measured.New(kept)
	values.Without, values.Never = without, never
	return values
}

// addOthers adds what conclusions are checked with: the values without one of the settings
// that are averaged, and those of the other metrics.
func addOthers(m material, each []measured.Value, asked plan.Comparison, p *plan.Plan, rows []score.Row) {
	for j, less := range measured.WithoutEach(each) {
		m.values.AddOther(measured.Other{What: "setting", Name: strconv.Itoa(j + 1), Table: tableOf(less),
			SmallerIsBetter: m.options.SmallerIsBetter})
	}
	for _, spec := range p.Metrics {
		if spec.Name != asked.Metric && !spec.IsTable() && !spec.PerClass() {
			values := measuredOf(score.Planned(p, spec, rows), p.DefaultColumns(), asked.Average, nil)
			m.values.AddOther(measured.Other{What: "metric", Name: spec.Name, Table: tableOf(values),
				SmallerIsBetter: spec.SmallerIsBetter()})
		}
	}
}

// measuredOf are the values of scores, by what the columns of tables that average over
// parameters are called. Scores that cannot be, since the metric is for another kind of
// target, are left out. took has the costs of cells, by their keys.
func measuredOf(list []score.Row, axes, average []string, took map[string]measured.Costs) []measured.Value {
	var values []measured.Value
	for _, r := range list {
		if r.Without == score.OtherTarget || r.Again {
			continue
		}
		values = append(values, measured.Value{Dataset: r.Dataset, Method: table.AveragedLabel(r, axes, average),
			Value:    r.Value,
			Unit:     measured.Unit{Repeat: strconv.Itoa(r.Repeat), Fold: strconv.Itoa(r.Fold)},
			TestRows: r.TestRows, TrainRows: r.Different(), Costs: took[r.Key]})
	}
	return values
}

// taken are the costs of all cells that have a result, by their keys.
func taken(in score.Input) map[string]measured.Costs {
	took := map[string]measured.Costs{}
	for _, c := range in.Cells {
		if r := c.Result; r != nil {
			costs := measured.Costs{r.TrainSeconds, r.PredictSeconds, float64(r.ModelBytes)}
			if r.EnergyJoules != nil {
				costs[3] = *r.EnergyJoules
			}
			took[c.Key] = costs
		}
	}
	return took
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
		for j, p := range pictured.Of(r) {
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
