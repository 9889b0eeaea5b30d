package decode

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// losing computes the loss-based distance of every class: the nonzero entries in
// column order, then the zeros all at once.
type losing struct {
	loss           Loss
	columns        *columns
	rows           *entries    // for one goroutine
	weights        [][]float64 // K × L; nil weighs every entry 1
	entryWeights   []float64   // the same in the order of columns.class
	offset, divide []float64   // what zeros add, what the sum is divided by
	equal          slack       // of the distances, except Exponential
}

// LossBased takes the row of least loss, d_k = Σ_l Loss(s_l·m_kl) (Allwein,
// Schapire & Singer, JMLR 1, 2000). The class score is −d_k, but −ln d_k
// with Exponential, which orders alike and stays finite where d_k would
// overflow. Probabilities from log-odds are the softmax of −d. With Logistic
// that has a meaning: e^−d_k = Π_l σ(s_l·m_kl), a zero counting ½, is the
// probability that independent models spell out the row of class k, and the
// softmax is the posterior of the classes when all are equally frequent.
// With the other losses it is only a transform that keeps the order.
const LossBased Method = "loss_based"

func prepareLoss(r Rule, code contract.Code) (func() decoder, error) {
	offset, divide := r.Zeros.zeroTerms(code, losses[r.Loss](0))
	d := losing{loss: r.Loss, columns: newColumns(code), offset: offset, divide: divide}
	d.equal = d.slack()
	return func() decoder { return d.decoder(code) }, nil
}

// LossWeighted is d_k = Σ_l W_kl·Loss(s_l·m_kl), where W is Rule.Weights,
// the accuracy of model l on the training rows of class k, with 0 for zero
// entries, each row divided by its sum (Escalera, Pujol & Radeva 2010). A
// row without any weight weighs its nonzero entries alike. Class scores and
// probabilities are as for LossBased.
const LossWeighted Method = "loss_weighted"

func prepareWeighted(r Rule, code contract.Code) (func() decoder, error) {
	if err := checkTable("weights", r.Weights, code.Classes(), code.Columns()); err != nil {
		return nil, err
	}
	offset, divide := Skip.zeroTerms(code, 0)
	d := losing{loss: r.Loss, columns: newColumns(code), offset: offset, divide: divide}
	d.weights = make([][]float64, code.Classes())
	for k := range d.weights {
		d.weights[k] = normalised(code.Row(k), r.Weights[k])
	}
	for l := range code.Columns() {
		for _, k := range d.columns.class[d.columns.start[l]:d.columns.start[l+1]] {
			d.entryWeights = append(d.entryWeights, d.weights[k][l])
		}
	}
	d.equal = d.slack()
	return func() decoder { return d.decoder(code) }, nil
}

// countRight stores as weights for each class and column the share of the class's training
// rows on which the model's sign is the code's entry (Escalera, Pujol & Radeva
// 2010); 0 for a zero entry and for a class without training rows.
func countRight(r *Rule, code contract.Code, t contract.Training) {
	right, rows := lists.Table[float64](code.Classes(), code.Columns()), newEntries(code)
	for i, k := range t.Classes {
		s := t.Outputs.Row(i)
		for _, e := range rows.row(k) {
			if float64(e.Sign)*s[e.Column] > 0 {
				right[k][e.Column]++
			}
		}
	}
	for k, row := range right {
		for l := range row {
			if t.Counts[k] > 0 {
				row[l] /= float64(t.Counts[k])
			}
		}
	}
	r.Weights = right
}

// normalised returns the weights of the nonzero entries of a row divided by
// their sum, or equal ones if all are 0. They are divided by the largest first,
// so that the sum cannot overflow.
func normalised(row []contract.Entry, weights []float64) []float64 {
	w, sum, most := make([]float64, len(weights)), 0.0, 0.0
	for _, e := range row {
		most = max(most, weights[e.Column])
	}
	for _, e := range row {
		w[e.Column] = 1
		if most > 0 {
			w[e.Column] = weights[e.Column] / most
		}
		sum += w[e.Column]
	}
	for l := range w {
		if sum > 0 {
			w[l] /= sum
		}
	}
	return w
}

func (d losing) decoder(code contract.Code) decoder {
	d.rows = newEntries(code)
	positive, negative := make([]float64, len(d.columns.split)), make([]float64, len(d.columns.split))
	if d.loss != Exponential {
		score := func(s, out []float64) { d.negated(s, out, positive, negative) }
		return decoder{score: score, equal: d.equal, probabilities: softmax}
	}
	return decoder{
		score:         func(s, out []float64) { d.negatedLog(s, out, positive, negative) },
		pick:          d.pickExponential,
		probabilities: softmaxOfExponentials,
	}
}

// slack is that of the distances: those of the linear loss alone have terms of both signs.
func (d *losing) slack() slack {
	if d.loss != Linear {
		return ofSum
	}
	if d.weights != nil { // their sum is 1
		return ofMargins(1)
	}
	terms, most := make([]float64, len(d.divide)), 0.0
	for _, k := range d.columns.class {
		terms[k]++
	}
	for k, n := range terms {
		most = max(most, n/d.divide[k])
	}
	return ofMargins(most)
}

// negated stores minus the distance of each class; positive and negative are
// scratch space for the loss of each score as a positive and a negative example,
// from which every row only picks.
func (d *losing) negated(s, out, positive, negative []float64) {
	d.loss.both(s, positive, negative)
	d.sum(out, positive, negative)
	for k, sum := range out {
		out[k] = 0 - (sum+d.offset[k])/d.divide[k] // 0 − 0 is 0, not −0
	}
}

func (d *losing) sum(out, positive, negative []float64) {
	clear(out)
	if d.weights == nil {
		d.columns.add(positive, negative, out)
	} else {
		d.columns.addWeighted(d.entryWeights, positive, negative, out)
	}
}

// safeExponent bounds the scores whose exponentials can be added as they are.
const safeExponent = 300

// negatedLog stores −ln of the exponential distance of each class.
func (d *losing) negatedLog(s, out, positive, negative []float64) {
	for l, score := range s {
		if math.Abs(score) > safeExponent {
			d.negatedLogFar(s, out)
			return
		}
		positive[l] = elementary.Exp(-score)
		negative[l] = elementary.Exp(score)
	}
	d.sum(out, positive, negative)
	for k, sum := range out {
		out[k] = 0 - elementary.Log((sum+d.offset[k])/d.divide[k])
	}
}

// negatedLogFar does the same for scores of any size, as
// ln Σ e^−z = M + ln Σ e^(−z−M) with M the largest exponent, which is 0 at least
// where zeros count. Nothing overflows: the result is about the size of the
// scores.
func (d *losing) negatedLogFar(s, out []float64) {
	for k := range out {
		largest := math.Inf(-1)
		if d.offset[k] > 0 {
			largest = 0
		}
		d.terms(k, s, func(exponent, _ float64) { largest = max(largest, exponent) })
		sum := 0.0
		d.terms(k, s, func(exponent, weight float64) { sum += float64(weight * elementary.Exp(exponent-largest)) })
		if d.offset[k] > 0 { // else e^−largest may be infinite
			sum += float64(d.offset[k] * elementary.Exp(-largest))
		}
		out[k] = 0 - (largest + elementary.Log(sum/d.divide[k]))
	}
}

// terms calls f with the exponent and the weight of the exponential loss of
// each nonzero entry of class k.
func (d *losing) terms(k int, s []float64, f func(exponent, weight float64)) {
	for _, e := range d.rows.row(k) {
		weight := 1.0
		if d.weights != nil {
			weight = d.weights[k][e.Column]
		}
		if weight > 0 {
			f(-float64(e.Sign)*s[e.Column], weight)
		}
	}
}

// pickExponential returns the first of the classes that count as having the largest class
// score whose distance is least. Distances of very different terms may differ by less
// than their logarithms can show.
func (d *losing) pickExponential(s, classScores []float64) int {
	largest := classScores[Argmax(classScores)]
	bound := largest - ofLog(s, largest)
	best := firstFrom(classScores, bound)
	for k := best + 1; k < len(classScores); k++ {
		if classScores[k] >= bound && d.less(k, best, s) {
			best = k
		}
	}
	return best
}

type term struct{ exponent, weight float64 }

// less reports whether the exponential distance of class a is less than that of
// class b by more than rounding errors, by the sum of what is left of their terms after
// equal ones cancel.
func (d *losing) less(a, b int, s []float64) bool {
	var ts []term
	collect := func(k int, sign float64) {
		d.terms(k, s, func(exponent, weight float64) {
			ts = append(ts, term{exponent, sign * weight / d.divide[k]})
		})
		ts = append(ts, term{0, sign * d.offset[k] / d.divide[k]})
	}
	collect(a, 1)
	collect(b, -1)
	slices.SortFunc(ts, func(x, y term) int {
		return cmp.Or(cmp.Compare(y.exponent, x.exponent), cmp.Compare(x.weight, y.weight))
	})
	sum, size, largest, found := 0.0, 0.0, 0.0, false
	for i := 0; i < len(ts); {
		exponent, weight, gross := ts[i].exponent, 0.0, 0.0
		for ; i < len(ts) && ts[i].exponent == exponent; i++ {
			weight, gross = weight+ts[i].weight, gross+math.Abs(ts[i].weight)
		}
		if math.Abs(weight) <= 1e-13*gross { // they cancel up to rounding
			continue
		}
		if !found {
			largest, found = exponent, true
		}
		sum += float64(weight * elementary.Exp(exponent-largest))
		size += float64(math.Abs(weight) * elementary.Exp(exponent-largest))
	}
	return sum < -rounding*size
}
