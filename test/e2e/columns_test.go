package e2e

import (
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// columns is a small experiment with two learners of log-odds, one of them by calibration,
// whose scores are kept.
const columns = `
experiment "columns" { keep_scores = true }
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 160
  spread   = 3
  features = 3
  seed     = 1
}
learner "lda" "lda" {}
learner "kernel_svm" "svm" { calibrate = "sigmoid" }
validation { folds = 3 }
metric "accuracy" {}
`

// binaryScores are the scores of a table of "export scores -binary" by learner, fold, row
// and problem, and the classes of the rows.
func binaryScores(table lines) (scores map[string]float64, rows map[string]string) {
	scores, rows = map[string]float64{}, map[string]string{}
	for i := range table.rows {
		at := strings.Join([]string{table.at(i, "learner"), table.at(i, "fold"), table.at(i, "row"), table.at(i, "problem")}, " ")
		scores[at], _ = strconv.ParseFloat(table.at(i, "score"), 64)
		rows[table.at(i, "fold")+" "+table.at(i, "row")] = table.at(i, "truth")
	}
	return scores, rows
}
