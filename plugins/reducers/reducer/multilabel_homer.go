package reducer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// The values of the attributes partition and base.
const (
	byClusters = "clusters"
	atRandom   = "random"

	relevanceOfNodes = "binary_relevance"
	powersetOfNodes  = "label_powerset"
)

func homer() contract.Component {
	return configured.Reducer[hierarchical](contract.Component{
		Name: "homer",
		Sources: []contract.Source{contract.Paper("tsoumakas2008", "Tsoumakas, Grigorios and Katakis, Ioannis and Vlahavas, Ioannis",
			"Effective and Efficient Multilabel Classification in Domains with Large Number of Labels",
			"Proceedings of the ECML/PKDD 2008 Workshop on Mining Multidimensional Data", "2008")},
		Doc: "Hierarchy of multi-label learners (Tsoumakas, Katakis & Vlahavas 2008): labels are divided into clusters, these " +
			"again, down to single labels; a model for each node says of the rows that have a label of its parent whether they have " +
			"one of its own, and a label is predicted if all models on the way to it fire. Its score is the least of theirs.",
		Params: []contract.Param{
			{Name: "clusters", Type: "number", Integer: true, Min: contract.Bound(2), Default: 3.0,
				Doc: "Into how many clusters the labels of a node are divided; a node of no more labels has one for each."},
			{Name: "partition", Type: "string", OneOf: []string{byClusters, atRandom}, Default: byClusters,
				Doc: "How labels are divided into clusters of about the same size: by balanced k-means on the rows that have them, " +
					"or at random."},
			drawParam("Number of the random first centres or clusters: another number gives others from the same seed."),
			{Name: "base", Type: "string", OneOf: []string{relevanceOfNodes, powersetOfNodes},
				Doc: "What solves the multi-label problem of a node, whose labels are the clusters that it is divided into: " +
					"binary_relevance, a model for each (if not written), or label_powerset, one multiclass problem of all."},
		},
	})
}

// hierarchical is the configuration of homer.
type hierarchical struct {
	Clusters  int     `json:"clusters"`
	Partition string  `json:"partition"`
	Draw      float64 `json:"draw"` // the host's seed depends on it
	Base      string  `json:"base"` // "" if not written
}

type hierarchyState struct {
	Labels int           `json:"labels"`
	Seed   uint64        `json:"seed"`
	Nodes  []labels.Node `json:"nodes,omitempty"` // when rows have been seen
	Sets   powersets     `json:"sets,omitempty"`  // those of each node's children, with powersetOfNodes
}

func (s hierarchyState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	for i, node := range s.Nodes {
		if node.Parent < -1 || node.Parent >= i || len(node.Labels) == 0 {
			return fmt.Errorf("node %d of its hierarchy has no labels or no parent before it", i)
		}
		for _, l := range node.Labels {
			if l < 0 || l >= s.Labels {
				return fmt.Errorf("node %d of its hierarchy has the label %d of %d", i, l, s.Labels)
			}
		}
	}
	families := labels.Families(s.Nodes)
	if s.Sets != nil && len(s.Sets) != len(families) {
		return fmt.Errorf("it has label sets of %d nodes, and %d have children", len(s.Sets), len(families))
	}
	return s.Sets.check(func(m int) int { return len(families[m]) })
}

func (c hierarchical) Capabilities() contract.Capabilities {
	if c.Base == powersetOfNodes {
		return ofLabels(contract.Multiclass)
	}
	return ofLabels(contract.Binary)
}

// Plan asks for the labels of the training rows.
func (hierarchical) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	k := len(r.Classes)
	s := hierarchyState{Labels: k, Seed: r.Seed}
	return contract.Stage{Outputs: contract.ClassesOnly, Later: 2 * k, State: pack(s)}, nil
}

// Next returns the stage of the nodes.
func (c hierarchical) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[hierarchyState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	s.Nodes = labels.Hierarchy(rand.New(rand.NewPCG(s.Seed, 0)), t.Labels, s.Labels, c.Clusters,
		c.Partition == byClusters)
	if err := checkTargets(len(t.Labels)/s.Labels, len(s.Nodes), "choose another reduction"); err != nil {
		return contract.Stage{}, false, err
	}
	has := labels.OfNodes(t.Labels, s.Labels, s.Nodes)
	if c.Base == powersetOfNodes {
		return s.powersets(has)
	}
	return contract.Stage{Task: contract.Binary, Targets: has, Outputs: contract.NoOutputs, State: pack(s)}, false, nil
}

// powersets asks for a multiclass problem of the root and of each node with children: which of
// these the rows have that have the node (1 of 1, −1 and 0).
func (s hierarchyState) powersets(has contract.Matrix) (contract.Stage, bool, error) {
	var of [][]int
	for _, family := range labels.Families(s.Nodes) {
		rows := lists.Filter(lists.Range(has.Rows), func(i int) bool { return has.Row(i)[family[0]] != 0 })
		if len(rows) == 0 {
			rows = lists.Range(has.Rows) // of which none has any
		}
		var y []int8
		for _, i := range rows {
			for _, at := range family {
				y = append(y, int8(max(0, has.Row(i)[at])))
			}
		}
		sets, numbers := labels.Sets(y, len(family))
		if err := checkSets(len(sets), "homer", "write fewer clusters"); err != nil {
			return contract.Stage{}, false, err
		}
		own := slices.Repeat([]int{leftOut}, has.Rows)
		for j, i := range rows {
			own[i] = numbers[j]
		}
		s.Sets, of = append(s.Sets, sets), append(of, own)
	}
	stage, err := nestedDirect.sideBySide(s.Sets, has.Rows, "choose another reduction", func(m int) []int { return of[m] })
	stage.State = pack(s)
	return stage, false, err
}

// Decode goes down the hierarchy.
func (c hierarchical) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[hierarchyState](b)
	if err == nil && (len(s.Nodes) == 0 || (c.Base == powersetOfNodes) != (s.Sets != nil)) {
		err = errors.New("the state of the reduction holds no hierarchy, or one with another base")
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	if c.Base == powersetOfNodes {
		families, nodes := labels.Families(s.Nodes), labels.NewVotes(scores.Rows, len(s.Nodes))
		err := nestedDirect.each(s.Sets, func(m int) int { return len(families[m]) }, scores, kind, func(m int, d contract.Decoded) {
			nodes.Add(families[m], d)
		})
		return labels.Down(nodes.Alone(), s.Labels, s.Nodes), err
	}
	if scores, err = last(scores, len(s.Nodes), len(s.Nodes)); err != nil {
		return contract.Decoded{}, err
	}
	d, err := labels.Decide(scores, make([]float64, len(s.Nodes)), contract.Margin)
	return labels.Down(d, s.Labels, s.Nodes), err
}
