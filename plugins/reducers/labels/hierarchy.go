package labels

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// Node is a set of labels in a hierarchy, with its parent's number, −1 for the
// children of the root. The root, which has all labels, is not a node. Parents come
// before their children, and every label has a node of its own.
type Node struct {
	Labels []int `json:"labels"` // ascending
	Parent int   `json:"parent"`
}

// Hierarchy divides K labels into clusters, these again, and so on, until nodes have
// no more labels than clusters: HOMER of Tsoumakas, Katakis & Vlahavas, "Effective and
// efficient multilabel classification in domains with large number of labels", MMD
// workshop at ECML PKDD 2008. Labels are like where the same rows (n × K) have them, if
// they are clustered, and else divided at random.
func Hierarchy(rng *rand.Rand, y []int8, k, clusters int, balanced bool) []Node {
	h := hierarchy{rng: rng, clusters: clusters, balanced: balanced, k: k, both: together(y, k)}
	h.divide(lists.Range(k), -1)
	return h.nodes
}

type hierarchy struct {
	rng      *rand.Rand
	clusters int
	balanced bool
	k        int
	both     []float64 // in how many rows two labels are
	nodes    []Node
}

func (h *hierarchy) divide(labels []int, parent int) {
	parts := slices.Collect(slices.Chunk(labels, 1))
	if len(labels) > h.clusters {
		parts = h.parts(labels)
	}
	first := len(h.nodes)
	for _, part := range parts {
		h.nodes = append(h.nodes, Node{part, parent})
	}
	for i, part := range parts {
		if len(part) > 1 {
			h.divide(part, first+i)
		}
	}
}

// parts divides labels into clusters, none of which is empty or has more than its share,
// rounded up.
func (h *hierarchy) parts(labels []int) [][]int {
	most := (len(labels) + h.clusters - 1) / h.clusters
	var parts [][]int
	if h.balanced {
		parts = h.kMeans(labels, most)
	} else {
		shuffled := lists.Map(h.rng.Perm(len(labels)), func(i int) int { return labels[i] })
		parts = slices.Collect(slices.Chunk(shuffled, most))
	}
	parts = slices.DeleteFunc(parts, func(part []int) bool { return len(part) == 0 })
	for _, part := range parts {
		slices.Sort(part)
	}
	return parts
}

// rounds bounds how often centres move.
const rounds = 100

// kMeans is the balanced k-means of the paper: labels go to the nearest centre one after
// the other, and from a cluster that is full the farthest goes to its next.
func (h *hierarchy) kMeans(labels []int, most int) [][]int {
	centres := lists.Map(h.rng.Perm(len(labels))[:h.clusters], func(i int) []int { return []int{labels[i]} })
	for range rounds {
		next := h.assigned(labels, centres, most)
		for c, members := range next {
			if len(members) == 0 {
				next[c] = centres[c] // a centre without labels stays where it is
			}
		}
		if slices.EqualFunc(centres, next, slices.Equal) {
			break
		}
		centres = next
	}
	return h.assigned(labels, centres, most)
}

// assigned puts labels into clusters about the means of some labels each. The labels of
// a cluster ascend.
func (h *hierarchy) assigned(labels []int, centres [][]int, most int) [][]int {
	distances := map[int][]float64{} // of a label from the centres; +Inf where it was put out
	clusters := make([][]int, len(centres))
	for _, label := range labels {
		distances[label] = lists.Map(centres, func(of []int) float64 { return h.distance(label, of) })
		for at := label; at >= 0; {
			d := distances[at]
			c := slices.Index(d, slices.Min(d))
			clusters[c] = append(clusters[c], at)
			if at = -1; len(clusters[c]) > most {
				at = farthest(clusters[c], func(l int) float64 { return distances[l][c] })
				clusters[c] = slices.DeleteFunc(clusters[c], func(l int) bool { return l == at })
				distances[at][c] = math.Inf(1)
			}
		}
	}
	for _, members := range clusters {
		slices.Sort(members)
	}
	return clusters
}

// farthest is the last of the labels with the largest distance.
func farthest(labels []int, distance func(int) float64) int {
	at := labels[0]
	for _, l := range labels {
		if distance(l) >= distance(at) {
			at = l
		}
	}
	return at
}

// distance is the square of that of a label's column from the mean of some labels'
// columns, less what does not depend on the label's.
func (h *hierarchy) distance(label int, of []int) float64 {
	m, cross, own := float64(len(of)), 0.0, 0.0
	for _, a := range of {
		cross += h.both[label*h.k+a]
		for _, b := range of {
			own += h.both[a*h.k+b]
		}
	}
	return h.both[label*h.k+label] - 2*cross/m + own/(m*m)
}

// OfNodes returns the problems of nodes, n × their number: 1 where a row (n × K) has a
// label of the node, −1 where it has none of these and one of its parent's, and else 0.
// The root is every row's.
func OfNodes(y []int8, k int, nodes []Node) contract.Matrix {
	out := newMatrix(len(y)/k, len(nodes))
	for i := range out.Rows {
		row, labels := out.Row(i), y[i*k:(i+1)*k]
		for at, node := range nodes {
			has := slices.ContainsFunc(node.Labels, func(l int) bool { return labels[l] != 0 })
			switch {
			case has:
				row[at] = 1
			case node.Parent < 0 || row[node.Parent] > 0:
				row[at] = -1
			}
		}
	}
	return out
}

// Families lists the nodes with the same parent: the children of the root, and then those of
// each node that has some, in the order of the parents.
func Families(nodes []Node) [][]int {
	of := make([][]int, len(nodes)+1)
	for at, node := range nodes {
		of[node.Parent+1] = append(of[node.Parent+1], at)
	}
	return slices.DeleteFunc(of, func(family []int) bool { return len(family) == 0 })
}

// Down makes K labels of what is said of nodes: a label is predicted if all nodes on the way
// from the root to it are, and its score is the least of theirs.
func Down(d contract.Decoded, k int, nodes []Node) contract.Decoded {
	out := contract.Decoded{Scores: newMatrix(d.Scores.Rows, k), Predictions: make([]int, d.Scores.Rows*k)}
	least, fires := make([]float64, len(nodes)), make([]int, len(nodes))
	for i := range d.Scores.Rows {
		for at, node := range nodes {
			least[at], fires[at] = d.Scores.Row(i)[at], d.Predictions[i*len(nodes)+at]
			if p := node.Parent; p >= 0 {
				least[at], fires[at] = min(least[at], least[p]), min(fires[at], fires[p])
			}
			if len(node.Labels) == 1 {
				l := node.Labels[0]
				out.Scores.Row(i)[l], out.Predictions[i*k+l] = least[at], fires[at]
			}
		}
	}
	return out
}
