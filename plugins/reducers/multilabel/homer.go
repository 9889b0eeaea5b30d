package multilabel

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// The values of the attributes partition and base.
const (
	byClusters = "clusters"
	atRandom   = "random"

	relevanceOfNodes = "binary_relevance"
	powersetOfNodes  = "label_powerset"
)

func homer() contract.Component {
	return ofLabels[hierarchical](contract.Component{
		Name:    "homer",
		Sources: []contract.Source{tsoumakas2008},
		Params: []contract.Param{
			step.By(step.Whole("clusters", 2, 0), 3),
			{Name: "partition", Type: "string", OneOf: []string{byClusters, atRandom}, Default: byClusters},
			step.DrawParam(),
			{Name: "base", Type: "string", OneOf: []string{relevanceOfNodes, powersetOfNodes}},
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
	known
	Seed  uint64        `json:"seed"`
	Nodes []labels.Node `json:"nodes,omitempty"` // when rows have been seen
	Sets  powersets     `json:"sets,omitempty"`  // those of each node's children, with powersetOfNodes
}

// Check refuses nodes and sets of other labels.
func (s hierarchyState) Check() error {
	for i, node := range s.Nodes {
		if node.Parent < -1 || node.Parent >= i || len(node.Labels) == 0 {
			return fmt.Errorf("node %d of its hierarchy has no labels or no parent before it", i)
		}
		if slices.Min(node.Labels) < 0 || slices.Max(node.Labels) >= s.Labels {
			return fmt.Errorf("node %d of its hierarchy has the labels %v of %d", i, node.Labels, s.Labels)
		}
	}
	families := labels.Families(s.Nodes)
	if s.Sets != nil && len(s.Sets) != len(families) {
		return fmt.Errorf("it has label sets of %d nodes, and %d have children", len(s.Sets), len(families))
	}
	if err := s.Sets.check(func(m int) int { return len(families[m]) }); err != nil {
		return err
	}
	return s.known.Check()
}

func (c hierarchical) Capabilities() contract.Capabilities {
	if c.Base == powersetOfNodes {
		return capable(contract.Multiclass)
	}
	return capable(contract.Binary)
}

// Plan asks for the labels of the training rows.
func (hierarchical) Plan(s *hierarchyState, r contract.Reduction, _ *step.Diagnostics) contract.Stage {
	s.Labels, s.Seed = len(r.Classes), r.Seed
	return contract.Stage{Outputs: contract.ClassesOnly, Later: 2 * s.Labels}
}

// Next returns the stage of the nodes.
func (c hierarchical) Next(s *hierarchyState, t contract.Training) (contract.Stage, error) {
	s.Nodes = labels.Hierarchy(rand.New(rand.NewPCG(s.Seed, 0)), t.Labels, s.Labels, c.Clusters,
		c.Partition == byClusters)
	if err := step.CheckTargets(len(t.Labels)/s.Labels, len(s.Nodes), "choose another reduction"); err != nil {
		return contract.Stage{}, err
	}
	has := labels.OfNodes(t.Labels, s.Labels, s.Nodes)
	if c.Base == powersetOfNodes {
		return s.powersets(has)
	}
	problems := contract.Targeted{Task: contract.Binary, Values: has}
	return contract.Stage{Problems: problems, Outputs: contract.NoOutputs}, nil
}

// powersets asks for a multiclass problem of the root and of each node with children: which of
// these the rows have that have the node (1 of 1, −1 and 0).
func (s *hierarchyState) powersets(has contract.Matrix) (contract.Stage, error) {
	var of [][]int
	for _, family := range labels.Families(s.Nodes) {
		rows := lists.Filter(lists.Range(has.Rows), func(i int) bool { return has.Row(i)[family[0]] != 0 })
		if len(rows) == 0 {
			rows = lists.Range(has.Rows) // no row has a child
		}
		var y []int8
		for _, i := range rows {
			for _, at := range family {
				y = append(y, int8(max(0, has.Row(i)[at])))
			}
		}
		sets, numbers := labels.Sets(y, len(family))
		if err := checkSets(len(sets), "homer", "write fewer clusters"); err != nil {
			return contract.Stage{}, err
		}
		own := slices.Repeat([]int{leftOut}, has.Rows)
		for j, i := range rows {
			own[i] = numbers[j]
		}
		s.Sets, of = append(s.Sets, sets), append(of, own)
	}
	return nestedDirect.sideBySide(s.Sets, has.Rows, "choose another reduction", func(m int) []int { return of[m] })
}

// Decode goes down the hierarchy.
func (c hierarchical) Decode(s hierarchyState, scores contract.Matrix,
	kind contract.ScoreKind) (contract.Decoded, error) {
	if len(s.Nodes) == 0 || (c.Base == powersetOfNodes) != (s.Sets != nil) {
		return contract.Decoded{}, errors.New("the state of the reduction holds no hierarchy, or one with another base")
	}
	if c.Base == powersetOfNodes {
		families, nodes := labels.Families(s.Nodes), labels.NewVotes(scores.Rows, len(s.Nodes))
		err := nestedDirect.each(s.Sets, func(m int) int { return len(families[m]) }, scores, kind,
			func(m int, d contract.Decoded) { nodes.Add(families[m], d) })
		return labels.Down(nodes.Alone(), s.Labels, s.Nodes), err
	}
	if err := step.CheckScores(scores, len(s.Nodes)); err != nil {
		return contract.Decoded{}, err
	}
	d, err := labels.Decide(scores, make([]float64, len(s.Nodes)), contract.Margin)
	return labels.Down(d, s.Labels, s.Nodes), err
}
