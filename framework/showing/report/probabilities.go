package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/picture"
)

// mostCurves is how many classes a picture of ROC curves shows, those with most rows.
const mostCurves = 8

// mostBins is how many bins a reliability diagram shows, whatever the metric has.
const mostBins = 50

// probable are the pictures of what is predicted with which probability, and the
// combinations that have no probabilities.
type probable struct {
	Reliability gathered // one for each combination, where a metric asks for probabilities
	ROC         gathered // one for each combination, where the experiment has the metric auc
	Risk        gathered // one of all combinations, where the experiment has aurc or abstain_cost
	Without     []string
}

// drawProbabilities draws reliability diagrams where the experiment has a metric that needs
// probabilities, with the bins of ece where it has that, and ROC curves where it has auc.
func drawProbabilities(g *gallery, of map[string]*plots, in score.Input) error {
	reliable, ranked, bins := asked(in.Plan.Metrics)
	if !reliable && !ranked {
		return nil
	}
	label := labeller(in.Plan)
	return score.FirstRepeats(in, func(c plan.Combination, rows metric.Input) error {
		shown, name := of[c.Dataset], label(c)
		file := func(kind string) []string { return fileOf(in.Plan, kind, c) }
		if reliable && !rows.HasProbabilities() {
			shown.Probable.Without = append(shown.Probable.Without, name)
		} else if reliable {
			r := reliability(c.Dataset+": "+name, rows, bins)
			draw := func(w io.Writer) error { return picture.Reliabilities(w, r) }
			if err := g.add(&shown.Probable.Reliability, name, file("reliability"), draw); err != nil {
				return err
			}
		}
		if !ranked || rows.Top != nil { // a curve is of the scores of all rows
			return nil
		}
		r := rocs(c.Dataset+": "+name, rows)
		draw := func(w io.Writer) error { return picture.ROCs(w, r) }
		return g.add(&shown.Probable.ROC, name, file("roc"), draw)
	})
}

// asked says which pictures the metrics ask for, and with how many bins.
func asked(metrics []metric.Spec) (reliable, ranked bool, bins int) {
	for _, m := range metrics {
		reliable = reliable || m.NeedsProbabilities()
		ranked = ranked || m.Type == "auc" || m.Type == "hand_till"
		bins = max(bins, m.Bins())
	}
	return reliable, ranked, min(cmp.Or(bins, metric.DefaultBins), mostBins)
}

// reliability is the reliability diagram of some rows.
func reliability(title string, rows metric.Input, bins int) picture.Reliability {
	list := rows.Reliability(bins)
	return picture.Reliability{
		Title: title, Error: metric.CalibrationError(list), Curve: rows.CalibrationCurve(),
		Definition: fmt.Sprintf("expected calibration error (ECE) of the largest probability, %d bins of equal width", bins),
		Bins: lists.Map(list, func(b metric.Bin) picture.Bin {
			return picture.Bin{Low: b.Low, High: b.High, Rows: b.Rows, Mean: b.Mean, Right: b.Right}
		}),
	}
}

// rocs are the ROC curves of the classes with most rows, in their order.
func rocs(title string, rows metric.Input) picture.ROC {
	sizes := make([]int, rows.Target.K())
	for _, k := range rows.Truth.Class {
		sizes[k]++
	}
	classes := lists.Range(len(sizes))
	slices.SortStableFunc(classes, func(a, b int) int { return sizes[b] - sizes[a] })
	classes = classes[:min(mostCurves, len(classes))]
	slices.Sort(classes)
	r := picture.ROC{Title: title, Of: "probabilities"}
	if rows.Probabilities == nil {
		r.Of = "class scores of all folds together"
	}
	for _, k := range classes {
		if points, area := rows.ROC(k); !math.IsNaN(area) {
			r.Curves = append(r.Curves, picture.ROCCurve{Class: rows.Target.Names[k], Points: points, AUC: area})
		}
	}
	r.More = len(sizes) - len(classes)
	return r
}

// plots are the pictures of a dataset.
type plots struct {
	Distributions gathered // one for each metric
	Regions       gathered // one for each combination
	Confusions    gathered // one for each combination and confusion metric
	Probable      probable
	Hard          hardView
}
