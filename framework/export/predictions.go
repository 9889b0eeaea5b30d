package export

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// WritePredictions writes the predictions of the ok cells that keep accepts
// (nil accepts all) as CSV, one line per test row, cells in plan order:
//
//	dataset,encoder,learner,reduction,repeat,fold,row,truth,prediction,score:<label>…,p:<label>…
//
// Row counts the rows of the dataset from 0; truth and prediction are class
// numbers from 0, as in all files: class k of a dataset is the k-th in its class
// order, which is the order of the columns of scores and probabilities if a
// single dataset is written. The columns of several datasets are their labels,
// numbers by value, then text by bytes. NaN stands where a label is not the
// dataset's and where a cell has no probabilities.
func WritePredictions(w io.Writer, in score.Input, keep func(plan.Cell) bool) error {
	var cells []score.CellResult
	for _, c := range in.Cells {
		if keep == nil || keep(c.Cell) {
			cells = append(cells, c)
		}
	}
	classes := score.Classes(in.Plan)
	labels := labelsOf(in.Plan, cells, classes)
	out := bufio.NewWriterSize(w, 1<<16)
	header := []string{"dataset", "encoder", "learner", "reduction", "repeat", "fold", "row", "truth", "prediction"}
	for _, kind := range []string{"score:", "p:"} {
		for _, label := range labels {
			header = append(header, kind+label)
		}
	}
	out.Write(append(csvLine(header), '\n'))
	for _, c := range cells {
		if c.Status() != store.OK {
			continue
		}
		if err := writeCell(out, c, classes[c.Cell.Dataset], labels); err != nil {
			return err
		}
	}
	return out.Flush()
}

// labelsOf returns the distinct labels of the datasets of some cells: those of
// one dataset in class order, those of several sorted.
func labelsOf(p *plan.Plan, cells []score.CellResult, classes map[string][]string) []string {
	used := map[string]bool{}
	for _, c := range cells {
		used[c.Cell.Dataset] = true
	}
	var labels []string
	for _, d := range p.Datasets {
		if used[d.Name] {
			labels = append(labels, classes[d.Name]...)
		}
	}
	if len(used) > 1 {
		slices.SortFunc(labels, compareLabels)
		labels = slices.Compact(labels)
	}
	return labels
}

// compareLabels orders numbers by value before text by bytes.
func compareLabels(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX == nil && errY == nil:
		return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}

// writeCell writes the lines of one cell.
func writeCell(out *bufio.Writer, c score.CellResult, classes, labels []string) error {
	p, err := c.Read(len(classes))
	if err != nil {
		return fmt.Errorf("cell %s: %w", c.Cell.Name(), err)
	}
	number := map[string]int{}
	for k, class := range classes {
		number[class] = k
	}
	at := make([]int, len(labels)) // the class number of each label column, or -1
	for i, label := range labels {
		k, ours := number[label]
		if !ours {
			k = -1
		}
		at[i] = k
	}
	prefix := csvLine([]string{c.Cell.Dataset, c.Cell.Encoder, c.Cell.Learner, c.Cell.Reduction,
		strconv.Itoa(c.Cell.Repeat), strconv.Itoa(c.Cell.Fold)})
	k := len(classes)
	var line []byte
	for i, row := range p.Rows {
		line = append(line[:0], prefix...)
		for _, n := range [...]int{row, p.Truth[i], p.Predicted[i]} {
			line = strconv.AppendInt(append(line, ','), int64(n), 10)
		}
		line = appendColumns(line, at, p.Scores[i*k:(i+1)*k])
		if p.Probabilities == nil {
			line = appendColumns(line, at, nil)
		} else {
			line = appendColumns(line, at, p.Probabilities[i*k:(i+1)*k])
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// appendColumns appends one number per label column: the class's, or NaN where
// there is none.
func appendColumns(line []byte, at []int, numbers []float64) []byte {
	for _, k := range at {
		line = append(line, ',')
		if k < 0 || numbers == nil {
			line = append(line, "NaN"...)
			continue
		}
		line = appendNumber(line, numbers[k])
	}
	return line
}

// csvLine returns fields as CSV, quoted where needed, without a line break.
func csvLine(fields []string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(fields) // cannot fail: the buffer grows
	w.Flush()
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
