package decode

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

// everything returns every rule with a code for k classes that it can decode.
func everything(k int) map[string]coded {
	m := probabilistic(k)
	ovo, ova := contract.Pairs(k), codes.OneVsRest(k)
	counts := make([][]float64, k)
	for c := range counts {
		for l := range k { // two columns for two classes
			counts[c] = append(counts[c], float64((l+c)%3))
		}
		counts[c][c] += 20
	}
	m["coverage"] = coded{Rule{Method: Coverage, Counts: counts}, ova}
	m["first"] = coded{Rule{Method: Ordered}, chain(k)}
	m["top_down"] = coded{Rule{Method: TopDown}, chain(k)}
	m["ddag"] = coded{Rule{Method: DDAG}, ovo}
	m["vote"] = coded{Rule{Method: Vote}, ovo}
	m["hamming"] = coded{Rule{Method: Hamming}, ovo}
	m["hamming first"] = coded{Rule{Method: Hamming, Ties: First}, ovo}
	m["euclidean"] = coded{Rule{Method: Euclidean}, ovo}
	m["attenuated_euclidean"] = coded{Rule{Method: AttenuatedEuclidean}, ovo}
	m["inverse_hamming"] = coded{Rule{Method: InverseHamming}, ovo}
	m["laplacian"] = coded{Rule{Method: Laplacian}, ovo}
	m["beta_density"] = coded{Rule{Method: BetaDensity}, ovo}
	return m
}

func randomScores(r *rand.Rand, rows, columns int, scale float64) contract.Matrix {
	m := newMatrix(rows, columns)
	for i := range m.Data {
		m.Data[i] = scale * r.NormFloat64()
	}
	return m
}

func TestTwoClassesByEverything(t *testing.T) {
	for name, c := range everything(2) {
		d := mustDecode(t, c.rule, c.code, matrix([]float64{0.25}, []float64{-0.25}))
		if want := []int{0, 1}; !reflect.DeepEqual(d.Predictions, want) {
			t.Errorf("%s: %v, want %v", name, d.Predictions, want)
		}
		if d.Probabilities != nil && c.rule.Loss == "" && math.Abs(d.Probabilities.Data[0]-Sigmoid(0.25)) > 1e-15 {
			t.Errorf("%s: probability %v, want %v", name, d.Probabilities.Data[0], Sigmoid(0.25))
		}
	}
}

// TestMaxScoreByLoss holds for every loss with Loss(z) − Loss(−z) strictly
// falling: under one-vs-rest the distance of class k is a constant plus
// Loss(s_k) − Loss(−s_k). All losses but zero_one are so.
func TestMaxScoreByLoss(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 0))
	for _, scale := range []float64{0.1, 1, 10, 1e4} {
		scores := randomScores(r, 200, 5, scale)
		want := mustDecode(t, Rule{Method: MaxScore}, codes.OneVsRest(5), scores).Predictions
		for _, loss := range Losses() {
			if Loss(loss) == ZeroOne {
				continue
			}
			if got := mustDecode(t, Rule{Method: LossBased, Loss: Loss(loss)}, codes.OneVsRest(5),
				scores).Predictions; !reflect.DeepEqual(got, want) {
				t.Errorf("%s at scale %g: %v, want %v", loss, scale, got, want)
			}
		}
	}
}

// TestDenseCodes holds for losses that are −c·z plus an even function of z: the
// even part is the same for all rows without zeros. So logistic, binomial
// deviance, squared and linear decoding are one there; hinge and exponential
// decoding are not.
func TestDenseCodes(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 0))
	code, err := codes.DenseRandom(9, codes.Dense{Candidates: 10}, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []float64{0.1, 1, 30} {
		scores := randomScores(r, 300, code.Columns(), scale)
		want := mustDecode(t, Rule{Method: LossBased, Loss: Linear}, code, scores).Predictions
		for _, loss := range []Loss{Logistic, BinomialDeviance, Squared} {
			if got := mustDecode(t, Rule{Method: LossBased, Loss: loss}, code,
				scores).Predictions; !reflect.DeepEqual(got, want) {
				t.Errorf("%s at scale %g differs from linear", loss, scale)
			}
		}
	}
	scores := randomScores(r, 300, code.Columns(), 3)
	linear := mustDecode(t, Rule{Method: LossBased, Loss: Linear}, code, scores).Predictions
	if exponential := mustDecode(t, Rule{Method: LossBased, Loss: Exponential}, code,
		scores).Predictions; reflect.DeepEqual(exponential, linear) {
		t.Error("exponential decoding agrees with linear on all of 300 rows")
	}
}

// TestPermutedClasses permutes the rows of the code and expects the class
// scores permuted alike.
func TestPermutedClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 0))
	const k = 5
	for name, c := range everything(k) {
		if c.rule.Method == DDAG { // its tests follow the class order
			continue
		}
		scores := randomScores(r, 20, c.code.Columns(), 2)
		order := r.Perm(k)
		rule, code := c.rule, make(contract.Dense, k)
		rule.Weights, rule.Counts = permuted(c.rule.Weights, order), permuted(c.rule.Counts, order)
		for i, from := range order {
			code[i] = asMatrix(t, c.code)[from]
		}
		a, b := mustDecode(t, c.rule, c.code, scores), mustDecode(t, rule, code, scores)
		for i := range scores.Rows {
			if from := order[b.Predictions[i]]; from != a.Predictions[i] &&
				a.Scores.Row(i)[from] != a.Scores.Row(i)[a.Predictions[i]] {
				t.Errorf("%s row %d: class %d, permuted %d", name, i, a.Predictions[i], from)
			}
			for j, from := range order {
				if x, y := a.Scores.Row(i)[from], b.Scores.Row(i)[j]; math.Abs(x-y) > 1e-10*max(1, math.Abs(x)) {
					t.Errorf("%s row %d class %d: %v, permuted %v", name, i, from, x, y)
				}
			}
		}
	}
}

func permuted(table [][]float64, order []int) [][]float64 {
	if table == nil {
		return nil
	}
	var p [][]float64
	for _, from := range order {
		p = append(p, table[from])
	}
	return p
}

// TestProcessors expects the same bytes from one processor and from several,
// and from rows decoded alone.
func TestProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 0))
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for name, c := range everything(4) {
		scores := randomScores(r, max(200, 3*blockScores/c.code.Columns()+7), c.code.Columns(), 5)
		runtime.GOMAXPROCS(1)
		one := mustDecode(t, c.rule, c.code, scores)
		runtime.GOMAXPROCS(3)
		if several := mustDecode(t, c.rule, c.code, scores); !reflect.DeepEqual(one, several) {
			t.Errorf("%s: three processors give another result", name)
		}
		for _, i := range []int{0, 64, 150} {
			if alone := mustDecode(t, c.rule, c.code, matrix(scores.Row(i))); !reflect.DeepEqual(alone.Scores.Data,
				one.Scores.Row(i)) {
				t.Errorf("%s: row %d alone gives %v, not %v", name, i, alone.Scores.Data, one.Scores.Row(i))
			}
		}
	}
}

// TestFirstErrorWins checks that of several bad rows the first is named.
func TestFirstErrorWins(t *testing.T) {
	scores := newMatrix(300, 3)
	for _, i := range []int{90, 120, 290} {
		scores.Row(i)[0] = 1e200
	}
	_, err := Rule{Method: LossBased, Loss: Squared}.Decode(codes.OneVsRest(3), scores, contract.Margin)
	if err == nil || err.Error() != "row 90: the loss_based score of class 0 is -Inf: the scores "+
		"of the models are too large" {
		t.Errorf("error %v", err)
	}
}

// TestState checks that a rule survives JSON and decodes the same.
func TestState(t *testing.T) {
	rules := everything(3)
	rules["trees"] = coded{Rule{Method: Product, Trees: [][]int{{0, 1}, {1, 0}}}, chain(3)}
	rules["rows"] = coded{Rule{Method: Coupling, Coupling: HastieTibshirani, PairRows: []float64{3, 1, 7}},
		contract.Pairs(3)}
	for name, c := range rules {
		b, err := json.Marshal(c.rule)
		if err != nil {
			t.Fatal(err)
		}
		var back Rule
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back, c.rule) {
			t.Errorf("%s: %+v became %+v", name, c.rule, back)
		}
	}
	if b, _ := json.Marshal(Rule{Method: DDAG}); string(b) != `{"method":"ddag"}` {
		t.Errorf("%s", b)
	}
}

// TestHugeScoresExactly compares predictions at huge scores with exact sums. The
// logistic losses are there max(0, −z) and max(0, −2z).
func TestHugeScoresExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 0))
	one := big.NewFloat(1)
	hinge := func(z *big.Float) *big.Float {
		if h := longFloat(0).Sub(one, z); h.Sign() > 0 {
			return h
		}
		return longFloat(0)
	}
	limit := func(z *big.Float) *big.Float {
		if z.Sign() < 0 {
			return longFloat(0).Neg(z)
		}
		return longFloat(0)
	}
	square := func(x *big.Float) *big.Float { return longFloat(0).Mul(x, x) }
	exact := map[Loss]func(z *big.Float) *big.Float{
		Hinge: hinge, Logistic: limit, BinomialDeviance: limit,
		SquaredHinge: func(z *big.Float) *big.Float { return square(hinge(z)) },
		Squared:      func(z *big.Float) *big.Float { return square(longFloat(0).Sub(one, z)) },
		Linear:       func(z *big.Float) *big.Float { return longFloat(0).Neg(z) },
	}
	code := asMatrix(t, contract.Pairs(6))
	for _, scale := range []float64{1e4, 1e5} {
		scores := randomScores(r, 100, code.Columns(), scale)
		for loss, f := range exact {
			d := mustDecode(t, Rule{Method: LossBased, Loss: loss, Zeros: Skip}, code, scores)
			for i, got := range d.Predictions {
				want, least := 0, exactDistance(code[0], scores.Row(i), f)
				for k := 1; k < len(code); k++ {
					if d := exactDistance(code[k], scores.Row(i), f); d.Cmp(least) < 0 {
						want, least = k, d
					}
				}
				if got != want {
					t.Errorf("%s at scale %g, row %d: class %d, want %d", loss, scale, i, got, want)
				}
			}
		}
	}
}

func exactDistance(row []int8, s []float64, loss func(z *big.Float) *big.Float) *big.Float {
	sum := longFloat(0)
	for l, m := range row {
		if m != 0 {
			sum.Add(sum, loss(longFloat(float64(m)*s[l])))
		}
	}
	return sum
}

// TestExponentialAgainstLongArithmetic compares predictions with those of sums
// of 1,500 bits, for scores so large or so equal that the sums overflow or hide
// what decides.
func TestExponentialAgainstLongArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 0))
	for _, code := range []contract.Dense{asMatrix(t, contract.Pairs(4)), asMatrix(t, codes.OneVsRest(5)), codes.Exhaustive(4)} {
		for trial := range 24 {
			s := make([]float64, code.Columns())
			for l := range s {
				switch scale := []float64{1, 100, 400}[trial%3]; r.IntN(3) {
				case 0:
					s[l] = scale * r.NormFloat64()
				case 1:
					s[l] = math.Copysign(scale, r.NormFloat64())
				default:
					s[l] = r.NormFloat64()
				}
			}
			for _, zeros := range []Zeros{Count, Skip, Mean} {
				want, least := 0, longDistance(code[0], s, zeros)
				for k := 1; k < len(code); k++ {
					d := longDistance(code[k], s, zeros)
					gain := longFloat(0).Sub(least, d)
					if gain.SetMantExp(gain, 1400).Cmp(least) > 0 { // more than rounding
						want, least = k, d
					}
				}
				if got := mustDecode(t, Rule{Method: LossBased, Loss: Exponential, Zeros: zeros}, code,
					matrix(s)).Predictions[0]; got != want {
					t.Errorf("%s, scores %v: class %d, want %d", zeros, s, got, want)
				}
			}
		}
	}
	// A cycle of large scores, each class losing once: the small score decides.
	cycle := contract.Dense{{1, 1, 0, -1}, {-1, 0, 1, -1}, {0, -1, -1, 1}}
	for _, scale := range []float64{100, 1e4, 1e5} {
		scores := matrix([]float64{scale, -scale, scale, 0.7})
		if got := mustDecode(t, Rule{Method: LossBased, Loss: Exponential}, cycle, scores).Predictions[0]; got != 2 {
			t.Errorf("scale %g: class %d, want 2", scale, got)
		}
	}
}

func longDistance(row []int8, s []float64, zeros Zeros) *big.Float {
	sum, terms := longFloat(0), 0
	for l, m := range row {
		if m == 0 && zeros != Count && zeros != "" {
			continue
		}
		sum.Add(sum, longExp(-float64(m)*s[l]))
		terms++
	}
	if zeros == Mean {
		sum.Quo(sum, longFloat(float64(terms)))
	}
	return sum
}

func longFloat(x float64) *big.Float { return new(big.Float).SetPrec(1500).SetFloat64(x) }

// longExp returns e^x by the series of e^(x/2^20), squared 20 times.
func longExp(x float64) *big.Float {
	y := longFloat(x)
	y.SetMantExp(y, -20)
	sum, power := longFloat(1), longFloat(1)
	for i := 1; i < 120; i++ {
		power.Mul(power, y)
		power.Quo(power, longFloat(float64(i)))
		sum.Add(sum, power)
	}
	for range 20 {
		sum.Mul(sum, sum)
	}
	return sum
}

// asMatrix is a code as a matrix.
func asMatrix(t *testing.T, c contract.Code) contract.Dense {
	t.Helper()
	dense, err := code.WrittenOut(c)
	if err != nil {
		t.Fatal(err)
	}
	return dense
}
