package reference

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// TreeData are data on which trees are compared with others: "iris", "thirds" of three
// classes, else breast cancer. Values are those of float32, as scikit-learn's trees see
// them; weights differ if there are any.
func TreeData(t testing.TB, name string, weighted bool) contract.Problem {
	p := Iris(t)
	if name != "iris" {
		p = BreastCancer(t)
	}
	if name == "thirds" {
		p.Task, p.Classes = contract.Multiclass, 3
		for i, y := range p.Y {
			if p.Y[i] = 1 + (y+1)/2; i%3 == 0 {
				p.Y[i] = 0
			}
		}
	}
	for i, v := range p.X.Data {
		p.X.Data[i] = float64(float32(v))
	}
	for i := 0; weighted && i < p.X.Rows; i++ {
		p.Weights = append(p.Weights, 1+float64(i%3)/2)
	}
	return p
}
