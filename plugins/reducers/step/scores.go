package step

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// MostTargets bounds the targets of a stage, which have to fit into one message to
// the host.
const MostTargets = 1 << 24

// CheckTargets refuses more targets than that.
func CheckTargets(rows, problems int, instead string) error {
	if problems > MostTargets/max(rows, 1) {
		return fmt.Errorf("%d problems on %d training rows have more than %d targets: %s", problems, rows,
			MostTargets, instead)
	}
	return nil
}

// CheckScores refuses scores of other than some number of models, and such as are not finite.
func CheckScores(scores contract.Matrix, models int) error {
	if scores.Cols != models {
		return fmt.Errorf("there are %d scores a row for %d models", scores.Cols, models)
	}
	return decode.CheckFinite(scores)
}

// Between keeps the columns from (inclusive) to (exclusive) of scores.
func Between(scores contract.Matrix, from, to int) contract.Matrix {
	if from == 0 && to == scores.Cols {
		return scores
	}
	kept := contract.Matrix{Rows: scores.Rows, Cols: to - from}
	for i := range scores.Rows {
		kept.Data = append(kept.Data, scores.Row(i)[from:to]...)
	}
	return kept
}

// Picked keeps some columns of scores.
func Picked(scores contract.Matrix, columns []int) contract.Matrix {
	kept := contract.Matrix{Rows: scores.Rows, Cols: len(columns)}
	for i := range scores.Rows {
		for _, l := range columns {
			kept.Data = append(kept.Data, scores.Row(i)[l])
		}
	}
	return kept
}
