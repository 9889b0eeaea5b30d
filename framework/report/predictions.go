package report

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/store"
)

// WritePredictions writes the predictions of the ok cells that keep accepts
// (nil accepts all) as CSV, one line per test row, cells in plan order:
//
//	dataset,encoder,learner,reduction,repeat,fold,row,truth,prediction,score:<label>…,p:<label>…
//
// Row counts the rows of the dataset from 0; truth and prediction are class
// numbers from 0, as in all files. The columns of scores and probabilities are
// the labels of all datasets accepted, in dataset and then class order; those
// of labels that are not the dataset's are empty, and probabilities are NaN
// where the cell has none.
func WritePredictions(w io.Writer, in Input, keep func(plan.Cell) bool) error {
	var cells []CellResult
	for _, c := range in.Cells {
		if keep == nil || keep(c.Cell) {
			cells = append(cells, c)
		}
	}
	classes := classesOf(in.Plan)
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
		if c.status() != store.OK {
			continue
		}
		if err := writeCell(out, c, classes[c.Cell.Dataset], labels); err != nil {
			return err
		}
	}
	return out.Flush()
}

// labelsOf returns the distinct labels of the datasets of some cells.
func labelsOf(p *plan.Plan, cells []CellResult, classes map[string][]string) []string {
	used := map[string]bool{}
	for _, c := range cells {
		used[c.Cell.Dataset] = true
	}
	var labels []string
	seen := map[string]bool{}
	for _, d := range p.Datasets {
		if !used[d.Name] {
			continue
		}
		for _, label := range classes[d.Name] {
			if !seen[label] {
				seen[label] = true
				labels = append(labels, label)
			}
		}
	}
	return labels
}

// writeCell writes the lines of one cell.
func writeCell(out *bufio.Writer, c CellResult, classes, labels []string) error {
	p, err := read(c, len(classes))
	if err != nil {
		return fmt.Errorf("cell %s: %w", describe(c.Cell), err)
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

// appendColumns appends one number per label column: the class's, NaN where
// there are no numbers, nothing where the label is not the dataset's.
func appendColumns(line []byte, at []int, numbers []float64) []byte {
	for _, k := range at {
		line = append(line, ',')
		switch {
		case k < 0:
		case numbers == nil:
			line = append(line, "NaN"...)
		default:
			line = appendNumber(line, numbers[k])
		}
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
