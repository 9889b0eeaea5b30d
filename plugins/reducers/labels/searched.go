package labels

import (
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
)

// Searched is what searches for the labels of rows along chains find: of n rows with K
// labels by E chains.
type Searched struct {
	// Modes (n × K) are the most probable labels of the hypotheses. Of several
	// chains the probabilities are added, where several chains have the same set of labels.
	Modes []int
	// Marginals (n × K) are the probabilities of labels by the hypotheses, of several
	// chains their averages: of draws the shares, else sums of probabilities.
	Marginals contract.Matrix
	// Along (n × E·K) are the log-odds of each label of each chain after those before it in
	// the most probable hypothesis of the chain.
	Along contract.Matrix
}

// Columns is the number of scores that a search has along a chain of k labels.
func Columns(s contract.Search, k int) (n int) {
	for j := range k {
		n += s.Width(j)
	}
	return n
}

// Search finds the labels of rows, given for each chain its labels in their order and its
// search, and the scores of the links after each hypothesis, those of the first chain first.
func Search(scores contract.Matrix, chains [][]int, searches []contract.Search) Searched {
	k := len(chains[0])
	out := Searched{make([]int, scores.Rows*k), newMatrix(scores.Rows, k), newMatrix(scores.Rows, len(chains)*k)}
	for i := range scores.Rows {
		row := scores.Row(i)
		all := make([][]contract.Hypothesis, len(chains))
		for e, chain := range chains {
			n := Columns(searches[e], k)
			along := out.Along.Row(i)[e*k : (e+1)*k]
			all[e] = follow(searches[e], row[:n], along)
			row = row[n:]
			addShares(out.Marginals.Row(i), all[e], chain, len(chains))
		}
		copy(out.Modes[i*k:], mode(all, chains))
	}
	return out
}

// follow repeats the search along a chain for a row. It returns the hypotheses of all labels and
// writes the log-odds along the most probable one, the first of equal ones.
func follow(s contract.Search, row, along []float64) []contract.Hypothesis {
	steps := [][]contract.Hypothesis{s.Begin()}
	starts := make([]int, len(along))
	at := 0
	for j := range along {
		starts[j] = at
		steps = append(steps, s.Extend(steps[j], row[at:at+len(steps[j])]))
		at += s.Width(j)
	}
	last := steps[len(along)]
	hypothesis := last[best(last)]
	for j := len(along) - 1; j >= 0; j-- {
		along[j] = row[starts[j]+hypothesis.Parent]
		hypothesis = steps[j][hypothesis.Parent]
	}
	return last
}

// best is the place of the first of the most probable hypotheses.
func best(hypotheses []contract.Hypothesis) (best int) {
	for i, g := range hypotheses {
		if g.LogP > hypotheses[best].LogP {
			best = i
		}
	}
	return best
}

// addShares adds the shares of the hypotheses that have each label, divided by the number of
// chains.
func addShares(to []float64, hypotheses []contract.Hypothesis, chain []int, chains int) {
	top := hypotheses[best(hypotheses)].LogP
	with, total := make([]float64, len(chain)), 0.0
	for _, g := range hypotheses {
		weight := float64(g.Draws)
		if weight == 0 {
			weight = elementary.Exp(g.LogP - top)
		}
		total += weight
		for j, target := range g.Targets {
			if target == 1 {
				with[j] += weight
			}
		}
	}
	for j, l := range chain {
		to[l] += min(1, with[j]/total) / float64(chains)
	}
}

// mode returns the labels, 1 or 0, that are most probable by the hypotheses of all chains: the
// first of equally probable ones.
func mode(all [][]contract.Hypothesis, chains [][]int) []int {
	out := make([]int, len(chains[0]))
	if len(all) == 1 {
		for j, target := range all[0][best(all[0])].Targets {
			out[chains[0][j]] = int(target)
		}
		return out
	}
	top := math.Inf(-1)
	for _, hypotheses := range all {
		top = max(top, hypotheses[best(hypotheses)].LogP)
	}
	sums := map[string]float64{}
	var first string
	for e, hypotheses := range all {
		labels := make([]byte, len(chains[e]))
		for _, g := range hypotheses {
			for j, target := range g.Targets {
				labels[chains[e][j]] = byte(target)
			}
			sums[string(labels)] += elementary.Exp(g.LogP - top)
			if key := string(labels); first == "" || sums[key] > sums[first] {
				first = key
			}
		}
	}
	for l, has := range []byte(first) {
		out[l] = int(has)
	}
	return out
}
