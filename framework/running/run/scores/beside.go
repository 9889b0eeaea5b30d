package scores

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Beside is a dense matrix that is put together of several with as many rows.
type Beside struct {
	Rows  int
	parts []contract.Matrix
}

// Add adds columns: rows × cols values, row by row.
func (b *Beside) Add(cols int, data []float64) {
	b.parts = append(b.parts, contract.Matrix{Rows: b.Rows, Cols: cols, Data: data})
}

// Matrix returns the parts as one matrix. A single part is not copied.
func (b *Beside) Matrix() contract.Matrix {
	if len(b.parts) == 1 {
		return b.parts[0]
	}
	out := contract.Matrix{Rows: b.Rows}
	for _, p := range b.parts {
		out.Cols += p.Cols
	}
	out.Data = make([]float64, 0, out.Rows*out.Cols)
	for i := range b.Rows {
		for _, p := range b.parts {
			out.Data = append(out.Data, p.Row(i)...)
		}
	}
	return out
}

// Column is the scores of a model, Width values a row. Mirrored ones are to be
// negated.
type Column struct {
	Width    int
	Values   []float64
	Mirrored bool
}

// Join puts columns of some rows side by side. A single wide one is not copied.
func Join(rows int, columns []Column) (cols int, scores []float64) {
	if len(columns) == 0 {
		return 0, nil
	}
	if first := columns[0]; len(columns) == 1 && first.Width > 1 {
		return first.Width, first.Values
	}
	for _, c := range columns {
		cols += c.Width
	}
	scores = make([]float64, rows*cols)
	for start := 0; start < rows; start += rowBlock {
		end := min(start+rowBlock, rows)
		at := 0
		for _, c := range columns {
			for i, s := range c.Values[start*c.Width : end*c.Width] {
				if c.Mirrored {
					s = -s
				}
				scores[(start+i/c.Width)*cols+at+i%c.Width] = s
			}
			at += c.Width
		}
	}
	return cols, scores
}

// Positives makes scores into 1 where they say that a column is positive and else
// 0: where they are above 0, and of several columns of one model where they are the
// largest, the first of equal ones.
func Positives(cols int, scores []float64) []float64 {
	out := make([]float64, len(scores))
	for start := 0; cols > 1 && start < len(scores); start += cols {
		row := scores[start : start+cols]
		out[start+slices.Index(row, slices.Max(row))] = 1
	}
	for i, s := range scores {
		if cols == 1 && s > 0 {
			out[i] = 1
		}
	}
	return out
}

// Firing counts the positive scores of each row.
func Firing(cols int, scores []float64) []int {
	counts := make([]int, len(scores)/cols)
	for i, s := range scores {
		if s > 0 {
			counts[i/cols]++
		}
	}
	return counts
}
