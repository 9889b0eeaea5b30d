package reducer

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// The values of the attribute partition.
const (
	byClusters = "clusters"
	atRandom   = "random"
)

func homer() contract.Component {
	return configured.Reducer[hierarchical](contract.Component{
		Name: "homer",
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
		},
	})
}

// hierarchical is the configuration of homer.
type hierarchical struct {
	Clusters  int     `json:"clusters"`
	Partition string  `json:"partition"`
	Draw      float64 `json:"draw"` // the host's seed depends on it
}

type hierarchyState struct {
	Labels int           `json:"labels"`
	Seed   uint64        `json:"seed"`
	Nodes  []labels.Node `json:"nodes,omitempty"` // when rows have been seen
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
	return nil
}

func (hierarchical) Capabilities() contract.Capabilities { return ofLabels(contract.Binary) }

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
	return contract.Stage{Task: contract.Binary, Targets: labels.OfNodes(t.Labels, s.Labels, s.Nodes),
		Outputs: contract.NoOutputs, State: pack(s)}, false, nil
}

// Decode goes down the hierarchy.
func (hierarchical) Decode(b []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[hierarchyState](b)
	if err == nil && len(s.Nodes) == 0 {
		err = errors.New("the state of the reduction holds no hierarchy")
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	if scores, err = last(scores, len(s.Nodes), len(s.Nodes)); err != nil {
		return contract.Decoded{}, err
	}
	return labels.Decide(labels.Down(scores, s.Labels, s.Nodes), make([]float64, s.Labels), contract.Margin)
}
