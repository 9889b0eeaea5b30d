package run

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
)

// settle gives a problem that cannot be trained, since all its training rows are on
// one side or of one class, the scores of a constant model, and reports whether it
// did. They are of the size of other models' scores, which decoders and stages may
// see beside them: of a learner of margins ±1, which is what its loss asks of a
// row, else log-odds. So a label that no training row has is never predicted, and
// of a pair of classes the one with training rows wins. Without any training row
// the score is 0, an abstention. Of a multiclass problem the one class has 0, see
// widened for the others.
func (t *training) settle(problem int) bool {
	p := t.problems[problem]
	var row []float64
	switch p.Task {
	case contract.Multiclass:
		if seen := t.seen(p); len(seen) == 1 {
			row = widened([]float64{0}, seen, t.width(problem))
		}
	case contract.Binary:
		score, constant := t.constant(p)
		if t.item.Learner.Capabilities.Scores == contract.Margin {
			score = max(-1, min(score, 1))
		}
		if constant {
			row = []float64{score}
		}
	}
	if row == nil {
		return false
	}
	o := &t.outcomes[problem]
	o.constant, o.width, o.scores = true, len(row), map[*part][]float64{}
	for _, part := range t.parts() {
		o.scores[part] = slices.Repeat(row, part.rows)
	}
	return true
}

// constant reports whether the training rows lack a side of a binary problem, and
// returns the log-odds of a share of all or none of n rows as Krichevsky and
// Trofimov estimate it, (m + ½) / (n + 1) ("The performance of universal encoding",
// 1981): ±ln(2n + 1). For a code column n is all training rows of the fold, so that
// such columns weigh alike, whatever classes they leave out. Without rows on either
// side it is 0.
func (t *training) constant(p plan.Problem) (logOdds float64, constant bool) {
	positive, negative := t.sides(p)
	n := positive + negative
	switch {
	case positive > 0 && negative > 0:
		return 0, false
	case n == 0:
		return 0, true
	case p.Column != nil:
		n = countRows(t.rows)
	}
	logOdds = math.Log(float64(2*n + 1))
	if positive == 0 {
		logOdds = -logOdds
	}
	return logOdds, true
}

// sides counts the training rows on either side of a binary problem.
func (t *training) sides(p plan.Problem) (positive, negative int) {
	count := func(sign float64, rows int) {
		switch {
		case sign > 0:
			positive += rows
		case sign < 0:
			negative += rows
		}
	}
	if p.Column != nil {
		for _, r := range t.rows {
			count(float64(p.Column[r.Class]), r.End-r.Start)
		}
		return positive, negative
	}
	for _, y := range t.truth(p) {
		count(y, 1)
	}
	return positive, negative
}

// seen lists the classes of a multiclass problem that have training rows, which are
// those that it is trained for; nil for other problems.
func (t *training) seen(p plan.Problem) []int {
	if p.Task != contract.Multiclass {
		return nil
	}
	var seen []int
	if p.Target == nil {
		for _, r := range t.rows {
			seen = append(seen, r.Class)
		}
	}
	for _, y := range p.Target {
		seen = append(seen, int(y))
	}
	slices.Sort(seen)
	return slices.Compact(seen)
}

// numbered returns the class of each training row as its place among the classes
// that have any; y is the classes, or nil where they are those of the ranges.
func numbered(y []float64, rows []contract.Range, seen []int) []float64 {
	if len(seen) == 0 {
		return y
	}
	var out []float64
	add := func(class, rows int) {
		place, _ := slices.BinarySearch(seen, class)
		out = append(out, slices.Repeat([]float64{float64(place)}, rows)...)
	}
	for _, class := range y {
		add(int(class), 1)
	}
	for _, r := range rows {
		if y == nil {
			add(r.Class, r.End-r.Start)
		}
	}
	return out
}

// widened puts the scores of the classes that a multiclass model has seen into rows
// of all its classes. The others score one less than the least of the row.
func widened(scores []float64, seen []int, width int) []float64 {
	out := make([]float64, 0, len(scores)/len(seen)*width)
	for row := range slices.Chunk(scores, len(seen)) {
		full := slices.Repeat([]float64{below(slices.Min(row))}, width)
		for i, class := range seen {
			full[class] = row[i]
		}
		out = append(out, full...)
	}
	return out
}

// below is less than a score by one, or by the least that there is.
func below(score float64) float64 {
	return max(-math.MaxFloat64, min(score-1, math.Nextafter(score, math.Inf(-1))))
}

// unseen says which of k classes training rows lack; nil if they lack none.
func unseen(rows []contract.Range, k int) []bool {
	lacks := slices.Repeat([]bool{true}, k)
	for _, r := range rows {
		lacks[r.Class] = false
	}
	if !slices.Contains(lacks, true) {
		return nil
	}
	return lacks
}

// withhold takes the classes that no model has seen out of what was decoded: they
// get probability 0, the others' are divided by their sum, and one less than the
// least class score of the row. Where one was predicted, the first of the other
// classes with the largest score takes its place. Codes have a row for such a
// class, which may be the nearest to what their models say.
func (d decoded) withhold(unseen []bool) {
	if unseen == nil {
		return
	}
	k := len(unseen)
	for i, predicted := range d.predicted {
		scores := d.scores[i*k : (i+1)*k]
		best, least := -1, math.Inf(1)
		for class, score := range scores {
			if unseen[class] {
				continue
			}
			least = min(least, score)
			if best < 0 || score > scores[best] {
				best = class
			}
		}
		for class := range scores {
			if unseen[class] {
				scores[class] = below(least)
			}
		}
		if unseen[predicted] {
			d.predicted[i] = int32(best)
		}
		if d.probabilities != nil {
			share(d.probabilities[i*k:(i+1)*k], unseen)
		}
	}
}

// share divides the probabilities of the classes that were seen by their sum, and
// equally where that is 0; those of the others become 0.
func share(row []float64, unseen []bool) {
	sum, seen := 0.0, 0
	for class, p := range row {
		if !unseen[class] {
			sum, seen = sum+p, seen+1
		}
	}
	for class := range row {
		switch {
		case unseen[class]:
			row[class] = 0
		case sum > 0:
			row[class] /= sum
		default:
			row[class] = 1 / float64(seen)
		}
	}
}
