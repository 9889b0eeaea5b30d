package discriminant

import (
	"encoding/json"
	"math"

	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// auto is the word that stands for Ledoit and Wolf's choice.
const auto = "auto"

// shrinkage is a number from 0 to 1, or auto.
type shrinkage struct {
	auto bool
	s    float64
}

// UnmarshalJSON reads the number or the word.
func (v *shrinkage) UnmarshalJSON(b []byte) error {
	if string(b) == `"`+auto+`"` {
		*v = shrinkage{auto: true}
		return nil
	}
	*v = shrinkage{}
	return json.Unmarshal(b, &v.s)
}

// within returns the shrunk scatter within groups.
func (v shrinkage) within(set *moments.Set, group []int, groups int) *psd.Sym {
	if v.auto {
		return ledoitWolf(set, group, groups)
	}
	w := set.Pool(group, groups).Within
	if v.s == 0 {
		return w
	}
	trace := 0.0
	for j := range set.D {
		trace += w.At(j, j)
	}
	w.Scale(1 - v.s)
	for j := range set.D {
		w.SetDiagonal(j, w.At(j, j)+v.s*trace/float64(set.D))
	}
	return w
}

// ledoitWolf returns the sum of the scatters of the groups, each shrunk by itself.
func ledoitWolf(set *moments.Set, group []int, groups int) *psd.Sym {
	sum := psd.NewSym(set.D)
	for g := range groups {
		own := make([]int, len(group))
		for k := range own {
			own[k] = -1
			if group[k] == g {
				own[k] = 0
			}
		}
		if p := set.Pool(own, 1); p.N > 0 {
			shrinkOne(set, own, p)
			sum.Add(p.Within)
		}
	}
	return sum
}

// shrinkOne replaces the scatter W of one group by that of D·((1 − s)·R + s·m·I)·D,
// where D holds the deviations of the columns (1 for a constant one), R is the
// covariance of the columns divided by them and m its mean diagonal.
func shrinkOne(set *moments.Set, group []int, p moments.Pooled) {
	n := float64(p.N)
	scale, inverse := make([]float64, set.D), make([]float64, set.D)
	varying := 0.0
	for j := range set.D {
		scale[j] = 1
		if v := p.Within.At(j, j); v > 0 {
			scale[j] = math.Sqrt(v / n)
			varying++
		}
		inverse[j] = 1 / scale[j]
	}
	mean := varying / float64(set.D)
	s := intensity(set, group, p, inverse, mean)
	p.Within.Scale(1 - s)
	for j, v := range scale {
		p.Within.SetDiagonal(j, p.Within.At(j, j)+s*mean*n*v*v)
	}
}

// intensity returns Ledoit and Wolf's s = min(b², d²)/d² for the rows z of a group,
// centred and divided by their deviations:
//
//	d² = ‖R − m·I‖²,  b² = (Σ ‖z‖⁴/n − ‖R‖²)/n
//
// with the Frobenius norm. It is 0 for a single column, where R = m·I.
func intensity(set *moments.Set, group []int, p moments.Pooled, inverse []float64, mean float64) float64 {
	if set.D == 1 {
		return 0
	}
	n := float64(p.N)
	square, trace := 0.0, 0.0
	for j := range set.D {
		for i := range j + 1 {
			r := p.Within.At(i, j) / n * inverse[i] * inverse[j]
			if i == j {
				square += r * r
				trace += r
			} else {
				square += 2 * r * r
			}
		}
	}
	b := (set.Fourth(group, 0, p.Means[0], inverse)/n - square) / n
	d := square - 2*mean*trace + float64(set.D)*mean*mean
	b = min(b, d)
	if !(b > 0) {
		return 0
	}
	return b / d
}
