package decode

import (
	"math/rand/v2"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

// BenchmarkOneVsOne decodes 1,000 rows of 100 classes, 4,950 columns.
func BenchmarkOneVsOne(b *testing.B) {
	const classes, rows = 100, 1000
	code := contract.Pairs(classes)
	r := rand.New(rand.NewPCG(1, 0))
	scores := newMatrix(rows, code.Columns())
	for i := range scores.Data {
		scores.Data[i] = r.NormFloat64()
	}
	counts := make([][]float64, classes)
	for k := range counts {
		counts[k] = make([]float64, code.Columns())
		for l := range counts[k] {
			counts[k][l] = float64(r.IntN(20))
		}
	}
	rules := []Rule{
		{Method: Vote}, {Method: Hamming}, {Method: LossBased, Loss: Hinge}, {Method: DDAG}, {Method: Coupling},
		{Method: LossBased, Loss: Exponential}, {Method: LossBased, Loss: Logistic},
		{Method: LossWeighted, Loss: Linear, Weights: counts}, {Method: Euclidean}, {Method: Coverage, Counts: counts},
		{Method: Coupling, Coupling: PKPD}, {Method: Coupling, Coupling: HastieTibshirani},
	}
	for _, rule := range rules {
		b.Run(string(rule.Method)+string(rule.Loss)+string(rule.Coupling), func(b *testing.B) {
			for b.Loop() {
				if _, err := rule.Decode(code, scores, contract.LogOdds); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDense decodes 1,000 rows of 26 classes by a random code of 48
// columns.
func BenchmarkDense(b *testing.B) {
	code, err := codes.DenseRandom(26, codes.Dense{Candidates: 10}, 1)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 0))
	scores := newMatrix(1000, code.Columns())
	for i := range scores.Data {
		scores.Data[i] = 3 * r.NormFloat64()
	}
	for _, rule := range []Rule{{Method: Hamming}, {Method: LossBased, Loss: Exponential}, {Method: BradleyTerry}} {
		b.Run(string(rule.Method)+string(rule.Loss), func(b *testing.B) {
			for b.Loop() {
				if _, err := rule.Decode(code, scores, contract.LogOdds); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
