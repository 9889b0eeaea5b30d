package pictured

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
)

// A cost has a picture if it is known of every method.
func TestPareto(t *testing.T) {
	text := "dataset,method,value,train_seconds,energy_joules\n" +
		"d1,a,.9,5,1\nd1,b,.8,1,\nd1,c,.7,3,1\nd2,a,.9,5,1\nd2,b,.8,1,1\nd2,c,.7,3,1\n"
	got := drawn(t, done(t, table(t, text), significance.Options{}))
	if svg := got["pareto train_seconds"]; !strings.Contains(svg, "2 methods on the front: b and a") ||
		!strings.Contains(svg, "c: seconds of training, of all datasets and folds 6, mean of value 0.7") {
		t.Error(svg)
	}
	if got["pareto energy_joules"] != "" || got["pareto model_bytes"] != "" {
		t.Error("a picture of a cost that is not known")
	}
}
