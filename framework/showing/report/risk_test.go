package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
)

// Risk–coverage curves are drawn of each dataset where a metric leaves unsure rows out.
func TestRisks(t *testing.T) {
	page, files := wrote(t, "risk", specOf("aurc", nil))
	if len(files) != 2 || !strings.Contains(page, "where unsure ones are left out") ||
		!strings.Contains(page, "coverage: share of the rows, the surest first") {
		t.Errorf("pictures %v", files)
	}
	if page, files := wrote(t, "risk", specOf("accuracy", nil)); len(files) != 0 || strings.Contains(page, "unsure") {
		t.Errorf("nothing asks for curves: %v", files)
	}
}

// A curve of many rows has few marks, the first and the last among them.
func TestRiskLine(t *testing.T) {
	points := lists.Map(lists.Range(1000), func(i int) [2]float64 { return [2]float64{float64(i+1) / 1000, float64(i)} })
	line := riskLine("m", points)
	if n := len(line.X); n < riskSteps || n > riskSteps+1 || line.X[0] != 0.001 || line.X[n-1] != 1 || line.Y[n-1] != 999 ||
		!slices.IsSorted(line.X) {
		t.Errorf("line %+v", line)
	}
}
