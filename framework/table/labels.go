package table

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/score"
)

// Labels are the tables of multi-label datasets: how many labels a row has and
// gets with each combination of dataset, encoder, learner and reduction, then for
// each combination precision, recall, F1 and rows of every label.
type Labels struct {
	Name   string         // of the document
	Tables []score.Labels // may be empty
}

// Markdown writes all tables as GitHub Markdown.
func (l Labels) Markdown(w io.Writer) error { return l.page().markdown(w) }

// LaTeX writes a table environment for each table, in the style of booktabs; see
// Grid.LaTeX for what it needs and what becomes of wide tables.
func (l Labels) LaTeX(w io.Writer) error { return l.page().latex(w) }

// HTML writes a complete page with all tables.
func (l Labels) HTML(w io.Writer) error { return l.page().html(w) }

// HTMLTables returns headings, tables and notes without a page around them: those of
// the cardinalities, then those of each combination with predictions.
func (l Labels) HTMLTables() (cardinality template.HTML, combinations []template.HTML) {
	views := l.page().views()
	for _, v := range views[1:] {
		combinations = append(combinations, fragment("section", v))
	}
	return fragment("section", views[0]), combinations
}

// Text writes all tables for a terminal of width characters (Width if it is not
// positive), wide ones in blocks.
func (l Labels) Text(w io.Writer, width int) error { return l.page().text(w, width) }

// CSV writes one line per combination and label with its rows: those that have it
// and get it, only get it, only have it, and neither:
//
//	dataset,encoder,learner,reduction,label,tp,fp,fn,tn
func (l Labels) CSV(w io.Writer) error {
	records := [][]string{{"dataset", "encoder", "learner", "reduction", "label", "tp", "fp", "fn", "tn"}}
	for _, t := range l.Tables {
		for k, n := range t.Counts {
			record := []string{t.Dataset, t.Encoder, t.Learner, t.Reduction, t.Names[k]}
			for _, rows := range []int{n.TP, n.FP, n.FN, n.TN} {
				record = append(record, strconv.Itoa(rows))
			}
			records = append(records, record)
		}
	}
	return writeRecords(w, records)
}

func (l Labels) page() page {
	p := page{name: l.Name, sections: []section{l.cardinality()}}
	for _, t := range l.Tables {
		if t.Cells > 0 {
			p.sections = append(p.sections, labelSection(t))
		}
	}
	return p
}

// cardinality compares how many labels the rows have and get.
func (l Labels) cardinality() section {
	if len(l.Tables) == 0 {
		return section{remarks: []string{"No cell has predictions of labels."}}
	}
	s := section{
		title:   "Cardinality",
		caption: "Mean number of labels of a test row, true and predicted, over folds and repeats",
		across:  "labels per row",
		lines:   [][]cell{labels([]string{"dataset/encoder/learner/reduction", "true", "predicted", "cells"})},
	}
	for _, t := range l.Tables {
		truth, predicted := t.Cardinality()
		s.lines = append(s.lines, []cell{label(combinationName(t)), numeral(truth), numeral(predicted), counted(t.Cells)})
		if t.Missing > 0 {
			s.remarks = append(s.remarks, fmt.Sprintf("%s: %d of %d cells have no predictions.", combinationName(t), t.Missing, t.Cells+t.Missing))
		}
	}
	return s
}

func combinationName(t score.Labels) string {
	return strings.Join([]string{t.Dataset, t.Encoder, t.Learner, t.Reduction}, "/")
}

// labelSection has a row for each label of a combination, and at the foot the
// averages over them.
func labelSection(t score.Labels) section {
	s := section{
		title: combinationName(t),
		caption: fmt.Sprintf("Counts of %d test rows over %d cells (folds and repeats); support is the rows that have a label, predicted those that get it",
			t.Rows, t.Cells),
		across: "label",
		lines:  [][]cell{labels([]string{"label", "precision", "recall", "F1", "support", "predicted"})},
	}
	var sums [3]float64
	tp, support, predicted := 0, 0, 0
	for k, one := range t.PerLabel() {
		s.lines = append(s.lines, []cell{label(one.Label), numeral(one.Precision), numeral(one.Recall), numeral(one.F1), counted(one.Support), counted(one.Predicted)})
		for i, v := range []float64{one.Precision, one.Recall, one.F1} {
			sums[i] += v
		}
		tp, support, predicted = tp+t.Counts[k].TP, support+one.Support, predicted+one.Predicted
	}
	n := float64(len(t.Names))
	s.lines = append(s.lines,
		[]cell{label(apart("micro", t.Names)), numeral(share(tp, predicted)), numeral(share(tp, support)), numeral(share(2*tp, support+predicted)),
			counted(support), counted(predicted)},
		[]cell{label(apart("macro", t.Names)), numeral(sums[0] / n), numeral(sums[1] / n), numeral(sums[2] / n), label(""), label("")})
	s.foot = 2
	return s
}

// share is a/b, 0 for b = 0.
func share(a, b int) float64 { return float64(a) / math.Max(1, float64(b)) }
