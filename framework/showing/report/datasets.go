package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/picture"
)

// drawDatasets draws the pictures of all datasets, by name. The page has room for the
// first ones; so each dataset gets its first metric before any gets more.
func drawDatasets(g *gallery, in score.Input, rows []score.Row, t tables) (map[string]*plots, error) {
	of := map[string]*plots{}
	for _, d := range in.Plan.Datasets {
		of[d.Name] = &plots{}
	}
	metrics := t.metrics(in.Plan)
	first := min(len(metrics), 1)
	if err := drawDistributions(g, of, in.Plan, rows, metrics[:first]); err != nil {
		return nil, err
	}
	if err := drawRegions(g, of, in); err != nil {
		return nil, err
	}
	if err := drawConfusions(g, of, in.Plan, t); err != nil {
		return nil, err
	}
	if err := drawProbabilities(g, of, in); err != nil {
		return nil, err
	}
	if err := drawRisks(g, of, in); err != nil {
		return nil, err
	}
	for name, t := range score.Targets(in.Plan) {
		hard, err := hardOf(in, name, t)
		if err != nil {
			return nil, err
		}
		of[name].Hard = hard
	}
	return of, drawDistributions(g, of, in.Plan, rows, metrics[first:])
}

func drawDistributions(g *gallery, of map[string]*plots, p *plan.Plan, rows []score.Row, metrics []metric.Spec) error {
	label := labeller(p)
	for _, m := range metrics {
		scores := score.Planned(p, m, rows)
		for _, d := range p.Datasets {
			if !m.Suits(d.Target.MultiLabel) {
				continue
			}
			for n, part := range distribution(scores, d.Name, m.Name, label).Parts() {
				file := partFile(n, "distribution", p.NameOf(contract.KindDataset, d.Name), m.Name)
				draw := func(w io.Writer) error { return picture.Distributions(w, part) }
				if err := g.add(&of[d.Name].Distributions, partName(m.Name, n), file, draw); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func drawRegions(g *gallery, of map[string]*plots, in score.Input) error {
	targets, label := score.Targets(in.Plan), labeller(in.Plan)
	for _, c := range in.Cells {
		shown := of[c.Dataset]
		if c.Regions == nil || c.Status() != store.OK || shown == nil {
			continue
		}
		regions, err := c.Regions()
		if err != nil {
			return fmt.Errorf("decision regions of cell %s: %w", c.Name(), err)
		}
		name := label(c.Combination)
		plane := picture.Plane{Title: c.Dataset + ": " + name, Regions: regions, Classes: targets[c.Dataset].Names}
		file := fileOf(in.Plan, "regions", c.Combination)
		draw := func(w io.Writer) error { return picture.Regions(w, plane) }
		if err := g.add(&shown.Regions, name, file, draw); err != nil {
			return err
		}
	}
	return nil
}

// drawConfusions draws the heat maps: the first of each dataset, the second of
// each, and so on. Combinations without predictions have none.
func drawConfusions(g *gallery, of map[string]*plots, p *plan.Plan, t tables) error {
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
		shown := of[m.Dataset]
		if shown == nil || m.Cells == 0 {
			continue
		}
		name := label(m.Combination)
		if len(t.confusions) > 1 {
			name = m.Metric + ": " + name
		}
		heat := picture.Heat{Title: m.Dataset + ": " + name, Classes: m.Classes, Counts: m.Counts,
			Weighted: m.Weighted}
		file := fileOf(p, m.Metric, m.Combination)
		draw := func(w io.Writer) error { return picture.Confusion(w, heat) }
		if err := g.add(&shown.Confusions, name, file, draw); err != nil {
			return err
		}
	}
	return nil
}

// facts are sizes of a dataset in a line.
func facts(d plan.Dataset) string {
	line := fmt.Sprintf("%s, %s (%d numeric, %d categorical), %s", quantity(d.Rows, "row"),
		quantity(d.Numeric+d.Categorical, "feature"), d.Numeric, d.Categorical, targetFacts(d))
	if d.Missing > 0 {
		line += ", " + quantity(d.Missing, "missing value")
	}
	return line
}

// targetFacts counts the classes, or the labels with how many a row has.
func targetFacts(d plan.Dataset) string {
	if !d.Target.MultiLabel {
		return fmt.Sprintf("%d classes", len(d.Target.Names))
	}
	line := quantity(len(d.Target.Names), "label")
	if d.Target.Counted() && d.Rows > 0 {
		line += fmt.Sprintf(", %.3f a row", float64(lists.Sum(d.Target.Counts))/float64(d.Rows))
	}
	return line
}

// size is the number of rows of a class or label, for reading.
func size(d plan.Dataset, k int) string {
	if !d.Target.Counted() {
		return "?"
	}
	return thousands(d.Target.Counts[k])
}
