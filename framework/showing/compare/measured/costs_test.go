package measured

import (
	"math"
	"strings"
	"testing"
)

// Costs are summed over units and datasets; one that is not known anywhere is not known.
func TestCosts(t *testing.T) {
	text := "dataset,method,fold,value,train_seconds,model_bytes\nd1,a,1,.5,2,10\nd1,a,2,.5,3,10\nd1,b,1,.5,1,\nd1,b,2,.5,1.5,7\n" +
		"d2,a,1,.6,4,10\nd2,b,1,.6,0.25,7\n"
	table, err := ReadCSV("scores.csv", []byte(text), Reading{})
	if err != nil {
		t.Fatal(err)
	}
	if train, bytes := table.Sums(0), table.Sums(2); train[0] != 9 || train[1] != 2.75 || bytes[0] != 30 || !math.IsNaN(bytes[1]) ||
		!math.IsNaN(table.Sums(1)[0]) {
		t.Errorf("%v, %v", train, bytes)
	}
	values, _ := New(Averaged([]Value{{Dataset: "d", Method: "a", Value: 1, Costs: Costs{2}}, {Dataset: "d", Method: "a", Value: 2,
		Costs: Costs{4}}, {Dataset: "d", Method: "b", Value: 2, Costs: Costs{5}}, {Dataset: "without", Method: "b", Value: 2, Costs: Costs{9}}}))
	if got := values.Sums(0); got[0] != 3 || got[1] != 5 {
		t.Errorf("of draws and of datasets that are left out %v", got)
	}
	for _, wrong := range []string{"-1", "much", "inf", "nan"} {
		_, err := ReadCSV("scores.csv", []byte(text+"d2,c,1,1,"+wrong+",\n"), Reading{})
		if err == nil || !strings.Contains(err.Error(), `train_seconds is "`+wrong+`"; write a number that is not negative`) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if table, err := ReadCSV("scores.csv", []byte("dataset,a,b\nd,1,2\n"), Reading{}); err != nil || !math.IsNaN(table.Sums(0)[1]) {
		t.Error("costs of a wide table", err)
	}
}
