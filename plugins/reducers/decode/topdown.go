package decode

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// TopDown goes down a tree from its root, at each node to the part that its models prefer
// (Koller & Sahami, "Hierarchically classifying documents using very few words", ICML 1997):
// of two parts the one that the sign of the score says, of several the one whose own model scores
// highest, or the one that wins most pairs, of equal ones the one with the largest sum of scores.
// The class score is the least lead on the way to the class: at a node, what its part has more
// than the best of the others, where the two parts of one column have s/2 and −s/2, and parts of
// pairs their number of wins plus c/(3(|c| + 1)) for the sum c of their scores, as in
// scikit-learn's OneVsOneClassifier. It is above 0 for no class but the predicted one.
const TopDown Method = "top_down"

func prepareTopDown(r Rule, code contract.Code) (func() decoder, error) {
	nodes := r.Nodes
	if nodes == nil {
		if len(r.Trees) > 1 {
			return nil, fmt.Errorf("%s goes down one tree, and there are %d: remove ensemble, or choose %s", TopDown,
				len(r.Trees), Product)
		}
		nodes = binaryNodes(r.Trees, code)
	}
	if err := checkNodes(nodes, code); err != nil {
		return nil, fmt.Errorf("%s: %w", TopDown, err)
	}
	makers, terms := make([]func() decoder, len(nodes)), 2.0
	for i, n := range nodes {
		terms = max(terms, float64(len(n.Columns)))
		var err error
		switch {
		case n.single():
		case n.Pairs:
			makers[i], err = prepareWins(n.code(code))
		default:
			makers[i], err = prepareMaxScore(Rule{}, n.code(code))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: node %d: %w", TopDown, i, err)
		}
	}
	return func() decoder {
		d := leads{newDescent(nodes, makers)}
		return decoder{score: d.score, equal: ofMargins(terms).atLeast(float64(rounding * terms))}
	}, nil
}

// binaryNodes are the columns of a tree, all if there is none, as nodes of two parts.
func binaryNodes(trees [][]int, code contract.Code) []Node {
	columns := lists.Range(code.Columns())
	if len(trees) == 1 {
		columns = trees[0]
	}
	return lists.Map(columns, func(l int) Node {
		n := Node{Parts: make([][]int, 2), Columns: []int{l}}
		if l >= 0 && l < code.Columns() {
			for k, m := range code.Column(l) {
				switch {
				case m > 0:
					n.Parts[0] = append(n.Parts[0], k)
				case m < 0:
					n.Parts[1] = append(n.Parts[1], k)
				}
			}
		}
		return n
	})
}

// leads is the way down from the root, by what parts have more than others.
type leads struct{ descent }

// score stores the least lead on the way to each class.
func (d leads) score(s, out []float64) {
	for k := range out {
		out[k] = math.Inf(1)
	}
	for _, at := range d.branches {
		at.take(s)
		if at.among.score == nil {
			at.classScores[0], at.classScores[1] = at.s[0]/2, -at.s[0]/2
		} else {
			at.among.score(at.s, at.classScores)
		}
		for i, part := range at.Parts {
			lead := at.classScores[i] - largestBut(at.classScores, i)
			for _, k := range part {
				out[k] = min(out[k], lead)
			}
		}
	}
}

// largestBut is the largest of several numbers but one.
func largestBut(v []float64, but int) float64 {
	most := math.Inf(-1)
	for i, x := range v {
		if i != but {
			most = max(most, x)
		}
	}
	return most
}

// prepareWins makes class scores of pairs: the numbers of wins, an abstention counting one half,
// and between them, by less than one half, the sums of the scores.
func prepareWins(code contract.Dense) (func() decoder, error) {
	vote, err := prepareVote(Rule{Ties: First}, code)
	if err != nil {
		return nil, err
	}
	return func() decoder {
		wins, rows := vote(), newEntries(code)
		return decoder{score: func(s, out []float64) {
			wins.score(s, out)
			for k := range out {
				sum, size := signedSum(rows.row(k), s)
				if math.Abs(sum) <= float64(rounding*size) {
					sum = 0
				}
				out[k] += sum / (3 * (math.Abs(sum) + 1))
			}
		}}
	}, nil
}
