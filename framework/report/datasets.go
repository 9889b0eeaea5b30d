package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/picture"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// datasetView is what the page shows of a dataset.
type datasetView struct {
	plan.Dataset
	Sizes         []classSize
	Distributions gathered // one for each metric
	Regions       gathered // one for each combination
	Confusions    gathered // one for each combination and confusion metric
}

// classSize is a class or label with its number of rows.
type classSize struct {
	Class string
	Rows  string
}

// datasetViews draws the pictures of all datasets. The page has room for the first
// ones; so each dataset gets its first metric before any gets more.
func datasetViews(g *gallery, in score.Input, rows []score.Row, t tables) ([]datasetView, error) {
	views := make([]datasetView, len(in.Plan.Datasets))
	for i, d := range in.Plan.Datasets {
		views[i] = datasetView{Dataset: d, Sizes: classSizes(d)}
	}
	metrics := t.metrics(in.Plan)
	first := min(len(metrics), 1)
	if err := drawDistributions(g, views, in.Plan, rows, metrics[:first]); err != nil {
		return nil, err
	}
	if err := drawRegions(g, views, in); err != nil {
		return nil, err
	}
	if err := drawConfusions(g, views, in.Plan, t); err != nil {
		return nil, err
	}
	return views, drawDistributions(g, views, in.Plan, rows, metrics[first:])
}

func classSizes(d plan.Dataset) []classSize {
	names, counts := d.Target.Names, d.Target.Counts
	sizes := make([]classSize, len(names))
	for k, name := range names {
		sizes[k] = classSize{Class: name, Rows: "?"}
		if d.Target.Counted() {
			sizes[k].Rows = thousands(counts[k])
		}
	}
	return sizes
}

// labeller names combinations: learner and reduction, with the encoder before them
// if the plan has several.
func labeller(p *plan.Plan) func(plan.Combination) string {
	several := slices.ContainsFunc(p.Cells, func(c plan.Cell) bool { return c.Encoder != p.Cells[0].Encoder })
	return func(c plan.Combination) string {
		if several {
			return strings.Join([]string{c.Encoder, c.Learner, c.Reduction}, "/")
		}
		return c.Learner + "/" + c.Reduction
	}
}

func drawDistributions(g *gallery, views []datasetView, p *plan.Plan, rows []score.Row, metrics []metric.Spec) error {
	label := labeller(p)
	for _, m := range metrics {
		scores := score.Planned(p, m, rows)
		for i := range views {
			name := views[i].Name
			if !m.Suits(views[i].Target.MultiLabel) {
				continue
			}
			for n, part := range distribution(scores, name, m.Name, label).Parts() {
				file := partFile(n, "distribution", name, m.Name)
				draw := func(w io.Writer) error { return picture.Distributions(w, part) }
				f, err := g.draw(partName(m.Name, n), file, draw)
				if err != nil {
					return err
				}
				views[i].Distributions = append(views[i].Distributions, f)
			}
		}
	}
	return nil
}

func drawRegions(g *gallery, views []datasetView, in score.Input) error {
	targets, label := score.Targets(in.Plan), labeller(in.Plan)
	for _, c := range in.Cells {
		i := find(views, c.Dataset)
		if c.Regions == nil || c.Status() != store.OK || i < 0 {
			continue
		}
		regions, err := c.Regions()
		if err != nil {
			return fmt.Errorf("decision regions of cell %s: %w", c.Name(), err)
		}
		name := label(c.Combination)
		plane := picture.Plane{Title: c.Dataset + ": " + name, Regions: regions, Classes: targets[c.Dataset].Names}
		file := []string{"regions", c.Dataset, c.Encoder, c.Learner, c.Reduction}
		f, err := g.draw(name, file, func(w io.Writer) error { return picture.Regions(w, plane) })
		if err != nil {
			return err
		}
		views[i].Regions = append(views[i].Regions, f)
	}
	return nil
}

// drawConfusions draws the heat maps: the first of each dataset, the second of
// each, and so on. Combinations without predictions have none.
func drawConfusions(g *gallery, views []datasetView, p *plan.Plan, t tables) error {
	type turn struct {
		score.Confusion
		round int
	}
	var turns []turn
	label := labeller(p)
	for _, c := range t.confusions {
		rounds := map[string]int{}
		for _, m := range c.Tables {
			turns = append(turns, turn{m, rounds[m.Dataset]})
			rounds[m.Dataset]++
		}
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return cmp.Compare(a.round, b.round) })
	for _, m := range turns {
		i := find(views, m.Dataset)
		if i < 0 || m.Cells == 0 {
			continue
		}
		name := label(m.Combination)
		if len(t.confusions) > 1 {
			name = m.Metric + ": " + name
		}
		heat := picture.Heat{Title: m.Dataset + ": " + name, Classes: m.Classes, Counts: m.Counts}
		file := []string{m.Metric, m.Dataset, m.Encoder, m.Learner, m.Reduction}
		f, err := g.draw(name, file, func(w io.Writer) error { return picture.Confusion(w, heat) })
		if err != nil {
			return err
		}
		views[i].Confusions = append(views[i].Confusions, f)
	}
	return nil
}

func find(views []datasetView, dataset string) int {
	return slices.IndexFunc(views, func(v datasetView) bool { return v.Name == dataset })
}
