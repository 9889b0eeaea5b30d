package table

import (
	"fmt"
	"io"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Labels are the tables of multi-label datasets: how many labels a row has and
// gets with each combination of dataset, encoder, learner and reduction, then for
// each combination precision, recall, F1 and rows of every label.
type Labels struct {
	Name   string         // of the document
	Tables []score.Labels // may be empty
	Named  Names
}

// CSV writes one line per combination and label with its rows: those that have it
// and get it, only get it, only have it, and neither:
//
//	dataset,encoder,learner,reduction,label,tp,fp,fn,tn
func (l Labels) CSV(w io.Writer) error {
	records := [][]string{columns.Names(l.Fields())}
	for _, t := range l.Tables {
		of := l.Named.of(t.Combination)
		for k, n := range t.Counts {
			record := []string{of.Dataset, of.Encoder, of.Learner, of.Reduction, t.Names[k]}
			records = append(records, append(record, lists.Map([]int{n.TP, n.FP, n.FN, n.TN}, strconv.Itoa)...))
		}
	}
	return writeRecords(w, records)
}

// Fields are the columns of the CSV file.
func (l Labels) Fields() []columns.Field { return columns.Labels.Fields }

// Sheet shows the cardinalities, then a table for each combination with
// predictions.
func (l Labels) Sheet() sheet.Sheet {
	p := sheet.Sheet{Name: l.Name, Sections: []sheet.Section{l.cardinality()}}
	for _, t := range l.Tables {
		if t.Cells > 0 {
			p.Sections = append(p.Sections, labelSection(t))
		}
	}
	return p
}

// cardinality compares how many labels the rows have and get.
func (l Labels) cardinality() sheet.Section {
	if len(l.Tables) == 0 {
		return sheet.Section{Remarks: []string{"No cell has predictions of labels."}}
	}
	s := sheet.Section{
		Title:   "Cardinality",
		Caption: "Mean number of labels of a test row, true and predicted, over folds and repeats",
		Across:  "labels per row",
		Lines:   [][]sheet.Cell{sheet.Labels([]string{"dataset/encoder/learner/reduction", "true", "predicted", "cells"})},
	}
	for _, t := range l.Tables {
		truth, predicted := t.Cardinality()
		s.Lines = append(s.Lines, []sheet.Cell{sheet.Label(t.Name()), sheet.Numeral(truth), sheet.Numeral(predicted),
			sheet.Count(t.Cells)})
		if t.Missing > 0 {
			s.Remarks = append(s.Remarks, fmt.Sprintf("%s: %d of %d cells have no predictions.", t.Name(), t.Missing,
				t.Cells+t.Missing))
		}
	}
	return s
}

// labelSection has a row for each label of a combination, and at the foot the
// averages over them.
func labelSection(t score.Labels) sheet.Section {
	s := sheet.Section{
		Title: t.Name(),
		Caption: fmt.Sprintf("Counts of %d test rows over %d cells (folds and repeats); support is the rows that have a "+
			"label, predicted those that get it",
			t.Rows, t.Cells),
		Across: "label",
		Lines:  [][]sheet.Cell{sheet.Labels([]string{"label", "precision", "recall", "F1", "support", "predicted"})},
	}
	var sums [3]float64
	tp, support, predicted := 0, 0, 0
	for k, one := range t.PerLabel() {
		s.Lines = append(s.Lines, []sheet.Cell{sheet.Label(one.Label), sheet.Numeral(one.Precision),
			sheet.Numeral(one.Recall), sheet.Numeral(one.F1), sheet.Count(one.Support), sheet.Count(one.Predicted)})
		for i, v := range []float64{one.Precision, one.Recall, one.F1} {
			sums[i] += v
		}
		tp, support, predicted = tp+t.Counts[k].TP, support+one.Support, predicted+one.Predicted
	}
	n := float64(len(t.Names))
	s.Lines = append(s.Lines,
		[]sheet.Cell{sheet.Label(apart("micro", t.Names)), sheet.Numeral(metric.Ratio(tp, predicted)),
			sheet.Numeral(metric.Ratio(tp, support)), sheet.Numeral(metric.Ratio(2*tp, support+predicted)),
			sheet.Count(support), sheet.Count(predicted)},
		[]sheet.Cell{sheet.Label(apart("macro", t.Names)), sheet.Numeral(sums[0] / n), sheet.Numeral(sums[1] / n),
			sheet.Numeral(sums[2] / n), sheet.Label(""), sheet.Label("")})
	s.Foot = 2
	return s
}
