package stats

import (
	"math"

	"github.com/manyclass/bench/framework/base/special"
)

// MostExact is up to how many differences that are not 0 Wilcoxon's test is exact.
const MostExact = 25

// SignedRank is the outcome of Wilcoxon's signed-rank test.
type SignedRank struct {
	Plus, Minus float64 // sums of the ranks of positive and of negative differences
	P           float64 // two-sided
	N           int     // differences, those of 0 among them
	Exact       bool    // whether P counts all signs; else it is of the normal distribution
}

// Statistic is the smaller of the two sums.
func (s SignedRank) Statistic() float64 { return min(s.Plus, s.Minus) }

// Wilcoxon is the signed-rank test of paired differences d (Biometrics Bulletin 1,
// 1945). Their absolute values are ranked, tied ones sharing their ranks; the ranks
// of differences of 0 are split between both sums (Demšar, JMLR 7, 2006, section
// 3.1.3). Up to 25 differences that are not 0 p is exact: the share of all ways to give
// signs to the differences that are not 0 whose smaller sum T is at most that seen. Beyond, with the
// ranks r of these differences and their own smaller sum,
//
//	z = (T − Σr/2) / √(Σr²/4),
//
// the mean and variance of the same signs, is taken as normal, without a correction for
// continuity. It panics on NaN.
func Wilcoxon(d []float64) SignedRank {
	sizes := make([]float64, len(d))
	for i, v := range d {
		sizes[i] = math.Abs(v)
	}
	ranks := Ranks(sizes)
	result := SignedRank{P: 1, N: len(d)}
	var signed []float64
	zeros := 0.0
	for i, v := range d {
		switch {
		case Tied(v, 0):
			zeros += float64(ranks[i] / 2)
			continue
		case v > 0:
			result.Plus += ranks[i]
		default:
			result.Minus += ranks[i]
		}
		signed = append(signed, ranks[i])
	}
	smaller := result.Statistic()
	result.Plus, result.Minus = result.Plus+zeros, result.Minus+zeros
	result.Exact = len(signed) <= MostExact
	switch {
	case len(signed) == 0:
	case result.Exact:
		result.P = min(1, 2*shareOfSums(signed, smaller))
	default:
		result.P = signedRankNormal(signed, smaller)
	}
	return result
}

// shareOfSums returns the share of the subsets of ranks whose sum is at most that
// given. Ranks are multiples of a half.
func shareOfSums(ranks []float64, most float64) float64 {
	total := 0.0
	for _, r := range ranks {
		total += r
	}
	ways := make([]float64, int(2*total)+1)
	ways[0] = 1
	for _, r := range ranks {
		for sum := len(ways) - 1; sum >= int(2*r); sum-- {
			ways[sum] += ways[sum-int(2*r)]
		}
	}
	count := 0.0
	for _, w := range ways[:int(2*most)+1] {
		count += w
	}
	return math.Ldexp(count, -len(ranks))
}

// signedRankNormal is the two-sided p-value of the smaller sum of the ranks of the
// differences that are not 0.
func signedRankNormal(signed []float64, smaller float64) float64 {
	sum, squares := 0.0, 0.0
	for _, r := range signed {
		sum += r
		squares += float64(r * r)
	}
	z := (smaller - float64(sum/2)) / math.Sqrt(squares/4)
	return min(1, special.Erfc(-z/math.Sqrt2))
}

// Signs is the outcome of a sign test.
type Signs struct {
	Wins, Losses, Ties int
	P                  float64 // two-sided
}

// SignTest counts positive and negative differences. Without an effect wins are
// binomial with probability 1/2; ties are left out. It panics on NaN.
func SignTest(d []float64) Signs {
	var s Signs
	for _, v := range d {
		switch {
		case math.IsNaN(v):
			panic("stats: NaN has no sign")
		case Tied(v, 0):
			s.Ties++
		case v > 0:
			s.Wins++
		default:
			s.Losses++
		}
	}
	s.P = evenOdds(s.Wins, s.Losses)
	return s
}

// evenOdds is the two-sided p-value of b against c outcomes that are equally likely:
// twice the probability of at most the smaller number, at most 1.
func evenOdds(b, c int) float64 {
	if b == c {
		return 1
	}
	few, n := float64(min(b, c)), float64(b+c)
	return min(1, 2*special.RegIncBeta(n-few, few+1, 0.5))
}

// McNemar is the outcome of McNemar's test.
type McNemar struct {
	ChiSquared, ChiSquaredP float64 // corrected for continuity, one degree of freedom
	ExactP                  float64 // two-sided, binomial
}

// McNemarTest compares two classifiers by the b rows that only the first gets right
// and the c rows that only the second does (Psychometrika 12, 1947, corrected as by
// Edwards, Psychometrika 13, 1948),
//
//	χ² = max(0, |b−c|−1)²/(b+c).
//
// Without any such row p is 1.
func McNemarTest(b, c int) McNemar {
	result := McNemar{ChiSquaredP: 1, ExactP: evenOdds(b, c)}
	if b+c > 0 {
		apart := max(0, math.Abs(float64(b-c))-1)
		result.ChiSquared = apart * apart / float64(b+c)
		result.ChiSquaredP = special.Erfc(math.Sqrt(result.ChiSquared / 2))
	}
	return result
}
