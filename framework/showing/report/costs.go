package report

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/methods"
	"github.com/manyclass/bench/framework/showing/picture"
)

// costView is what the page shows of times and numbers of problems.
type costView struct {
	Pictures            gathered
	Rows                []costRow
	Isolated            bool // every cell was trained alone
	Summed              bool // Rows are sums over datasets, since there are too many otherwise
	SeveralEncoders     bool
	Requested, Distinct string // problems of the plan
}

// costRow sums the ok cells of one combination.
type costRow struct {
	plan.Combination
	Cells, Problems int
	Train, Predict  float64 // seconds
	CPU             float64 // seconds of processor time by training; NaN if it was not measured
	Bytes           float64 // of all models; NaN if it is not known
	Peak            int64   // largest resident size of a learner
}

// TrainSeconds and PredictSeconds are the times for reading.
func (r costRow) TrainSeconds() string   { return seconds(r.Train) }
func (r costRow) PredictSeconds() string { return seconds(r.Predict) }

// CPUSeconds, ModelBytes and PeakBytes are the other costs for reading.
func (r costRow) CPUSeconds() string { return orDash(r.CPU, seconds) }
func (r costRow) ModelBytes() string { return orDash(r.Bytes, memory) }
func (r costRow) PeakBytes() string  { return orDash(float64(r.Peak), memory) }

// CPUValue and BytesValue are costs for sorting: empty where they are not known.
func (r costRow) CPUValue() string   { return orNothing(r.CPU) }
func (r costRow) BytesValue() string { return orNothing(r.Bytes) }

func orNothing(v float64) string {
	if v != v {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// orDash writes what was measured, and a dash for the rest.
func orDash(v float64, format func(float64) string) string {
	if v != v {
		return "–"
	}
	return format(v)
}

// ProblemsText is the number of problems for reading.
func (r costRow) ProblemsText() string { return thousands(r.Problems) }

// costs sums what cells cost, in plan order, and draws the training time of each
// learner and reduction over all datasets.
func costs(g *gallery, in score.Input) (costView, error) {
	v := costView{Requested: quantity(in.Plan.FitsRequested, "problem"), Distinct: thousands(in.Plan.FitsDistinct),
		Isolated: methods.Isolated(in.Plan)}
	if in.Plan.FitsAtMost {
		v.Requested, v.Distinct = "at most "+v.Requested, "at most "+v.Distinct
	}
	var sums grouped.By[plan.Combination, costRow]
	for _, c := range in.Cells {
		if c.Status() != store.OK {
			continue
		}
		v.SeveralEncoders = v.SeveralEncoders || c.Encoder != in.Cells[0].Encoder
		sums.At(c.Combination).add(costOf(c.Result))
	}
	for of, sum := range sums.All() {
		sum.Combination = of
		v.Rows = append(v.Rows, *sum)
	}
	bars := costBars(v.Rows, labeller(in.Plan))
	bars.Reason = count(in.Cells).String()
	if len(v.Rows) > mostRows {
		v.Rows, v.Summed = overDatasets(v.Rows, len(in.Plan.Datasets)), true
	}
	for i, part := range bars.Parts() {
		draw := func(w io.Writer) error { return picture.Costs(w, part) }
		if err := g.add(&v.Pictures, partName("training time", i), partFile(i, "costs"), draw); err != nil {
			return v, err
		}
	}
	return v, nil
}

// costOf is what one cell cost.
func costOf(r *store.Result) costRow {
	bytes := math.NaN()
	if r.ModelBytes > 0 {
		bytes = float64(r.ModelBytes)
	}
	return costRow{Cells: 1, Problems: r.BinaryProblems, Train: r.TrainSeconds, Predict: r.PredictSeconds,
		CPU: r.Used().CPU, Bytes: bytes, Peak: r.PeakRSSBytes}
}

// mostRows is how many rows the page shows of the costs, and of the binary models.
const mostRows = 1000

// overDatasets sums over datasets.
func overDatasets(rows []costRow, datasets int) []costRow {
	var sums grouped.By[plan.Combination, costRow]
	for _, r := range rows {
		of := r.Combination
		of.Dataset = fmt.Sprintf("all %d", datasets)
		sums.At(of).add(r)
	}
	var list []costRow
	for of, sum := range sums.All() {
		sum.Combination = of
		list = append(list, *sum)
	}
	return list
}

func (r *costRow) add(other costRow) {
	r.Cells += other.Cells
	r.Problems += other.Problems
	r.Train += other.Train
	r.Predict += other.Predict
	r.CPU += other.CPU
	r.Bytes += other.Bytes
	r.Peak = max(r.Peak, other.Peak)
}

// costBars sums over datasets.
func costBars(rows []costRow, label func(plan.Combination) string) picture.Bars {
	b := picture.Bars{Title: "Training time over all datasets and folds", Unit: "seconds"}
	var sums grouped.By[string, costRow]
	for _, r := range rows {
		sums.At(label(r.Combination)).add(r)
	}
	for name, s := range sums.All() {
		b.Labels, b.Values = append(b.Labels, name), append(b.Values, s.Train)
		b.Notes = append(b.Notes, quantity(s.Problems, "problem")+" in "+quantity(s.Cells, "cell"))
	}
	return b
}
