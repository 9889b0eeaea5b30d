package labels

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// Searched is what searches for the labels of rows along chains find: of n rows with K
// labels by E chains.
type Searched struct {
	// Modes (n × K) are the most probable labels of those that were guessed. Of several
	// chains the probabilities are added, where a chain has guessed a set of labels.
	Modes []int
	// Marginals (n × K) are the probabilities of labels by what was guessed, of several
	// chains their averages: of draws the shares, else sums of probabilities.
	Marginals contract.Matrix
	// Along (n × E·K) are the log-odds of each label of each chain after those before it in
	// the most probable guess of the chain.
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
// search, and the scores of the links after each guess, those of the first chain first.
func Search(scores contract.Matrix, chains [][]int, searches []contract.Search) Searched {
	k := len(chains[0])
	out := Searched{make([]int, scores.Rows*k), newMatrix(scores.Rows, k), newMatrix(scores.Rows, len(chains)*k)}
	for i := range scores.Rows {
		row := scores.Row(i)
		all := make([][]contract.Guess, len(chains))
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

// follow repeats the search along a chain for a row. It returns the guesses of all labels and
// writes the log-odds along the most probable one, the first of equal ones.
func follow(s contract.Search, row, along []float64) []contract.Guess {
	steps := [][]contract.Guess{s.Begin()}
	starts := make([]int, len(along))
	at := 0
	for j := range along {
		starts[j] = at
		steps = append(steps, s.Extend(steps[j], row[at:at+len(steps[j])]))
		at += s.Width(j)
	}
	last := steps[len(along)]
	guess := last[best(last)]
	for j := len(along) - 1; j >= 0; j-- {
		along[j] = row[starts[j]+guess.Parent]
		guess = steps[j][guess.Parent]
	}
	return last
}

// best is the place of the first of the most probable guesses.
func best(guesses []contract.Guess) (best int) {
	for i, g := range guesses {
		if g.LogP > guesses[best].LogP {
			best = i
		}
	}
	return best
}

// addShares adds the shares of the guesses that have each label, divided by the number of
// chains.
func addShares(to []float64, guesses []contract.Guess, chain []int, chains int) {
	top := guesses[best(guesses)].LogP
	with, total := make([]float64, len(chain)), 0.0
	for _, g := range guesses {
		weight := float64(g.Draws)
		if weight == 0 {
			weight = math.Exp(g.LogP - top)
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

// mode returns the labels, 1 or 0, that are most probable by the guesses of all chains: the
// first of equally probable ones.
func mode(all [][]contract.Guess, chains [][]int) []int {
	out := make([]int, len(chains[0]))
	if len(all) == 1 {
		for j, target := range all[0][best(all[0])].Targets {
			out[chains[0][j]] = int(target)
		}
		return out
	}
	top := math.Inf(-1)
	for _, guesses := range all {
		top = max(top, guesses[best(guesses)].LogP)
	}
	sums := map[string]float64{}
	var first string
	for e, guesses := range all {
		labels := make([]byte, len(chains[e]))
		for _, g := range guesses {
			for j, target := range g.Targets {
				labels[chains[e][j]] = byte(target)
			}
			sums[string(labels)] += math.Exp(g.LogP - top)
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
