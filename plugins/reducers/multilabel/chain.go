package multilabel

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// What chains may cost: each label of each is a stage of its own.
const (
	maxChains = 1000
	maxLinks  = 10_000
)

// The orders that have a name: that of the dataset, and one by the seed.
const (
	targetOrder = "target"
	randomOrder = "random"
)

func classifierChain() contract.Component {
	return ofLabels[chained](contract.Component{
		Name:    "classifier_chain",
		Sources: []contract.Source{read2011},
		Params: slices.Concat([]contract.Param{
			{Name: "order", Type: "any"},
			step.By(step.Whole("ensemble", 1, maxChains), 1),
			step.DrawParam(),
			thresholdParam("", ""), topParam(),
		}, inferenceParams()),
	})
}

// chained is the configuration of classifier_chain.
type chained struct {
	thresholding
	Order    any     `json:"order"` // nil if not written
	Ensemble int     `json:"ensemble"`
	Draw     float64 `json:"draw"` // the host's seed depends on it
	inference
}

// chainState holds the chains as label numbers and the number of links that are
// planned.
type chainState struct {
	Chains [][]int `json:"chains"`
	Links  int     `json:"links"`
	Seed   uint64  `json:"seed,omitempty"` // of label sets that are drawn
}

// Check refuses chains that are not orders of the same labels.
func (s chainState) Check() error {
	if len(s.Chains) == 0 || s.labels() == 0 {
		return errors.New("it has no chains")
	}
	for _, chain := range s.Chains {
		if !slices.Equal(slices.Sorted(slices.Values(chain)), lists.Range(s.labels())) {
			return fmt.Errorf("the chain %v is not an order of %d labels", chain, s.labels())
		}
	}
	if s.Links < 1 || s.Links > s.all() {
		return fmt.Errorf("%d of %d links are planned", s.Links, s.all())
	}
	return nil
}

func (s chainState) labels() int { return len(s.Chains[0]) }

// all is the number of links of all chains.
func (s chainState) all() int { return len(s.Chains) * s.labels() }

func (c chained) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	c.checkNumber(&ds)
	c.inference.check(&ds, c.thresholding)
	step.Labels.CheckOrder(&ds, c.Order, targetOrder, randomOrder)
	if c.Ensemble > 1 && !c.random() {
		ds.At("ensemble").Errorf("an ensemble of one given order",
			"All its chains would be the same: remove ensemble, or write order = \"random\".")
	}
	step.CheckDraw(&ds, c.Draw, c.random() || c.Inference == byDraws)
	return ds
}

func (c chained) random() bool {
	return c.Order == any(randomOrder) || c.Order == nil && c.Ensemble > 1
}

func (c chained) Capabilities() contract.Capabilities {
	caps := c.capabilities()
	if c.searches() {
		caps.Needs = []contract.ScoreKind{contract.LogOdds}
	}
	return caps
}

// Plan returns the stage of the first label of the first chain.
func (c chained) Plan(s *chainState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	k := len(r.Classes)
	c.checkTop(ds, k)
	if k*c.Ensemble > maxLinks {
		ds.At("ensemble").Errorf("too many models in chains",
			"%d chains of %d labels have more than %d models, which are trained one after the other.", c.Ensemble, k, maxLinks)
	}
	c.checkSize(ds, k, c.Ensemble)
	if ds.Failed() {
		return contract.Stage{}
	}
	for e := range c.Ensemble {
		s.Chains = append(s.Chains, c.chain(ds, r, e))
	}
	if ds.Failed() {
		return contract.Stage{}
	}
	s.Seed = r.Seed
	stage := c.link(s)
	stage.Later = s.all() - 1
	return stage
}

// chain returns the labels in the order of chain e.
func (c chained) chain(ds *step.Diagnostics, r contract.Reduction, e int) []int {
	if c.random() {
		return rand.New(rand.NewPCG(r.Seed, uint64(e))).Perm(len(r.Classes))
	}
	if names, ok := c.Order.([]any); ok {
		return step.Labels.Order(ds, names, r.Classes)
	}
	return lists.Range(len(r.Classes))
}

// link is the stage of the next label.
func (c chained) link(s *chainState) contract.Stage {
	k := s.labels()
	e, j := s.Links/k, s.Links%k
	stage := contract.Stage{Problems: contract.Labelled{s.Chains[e][j]}, Outputs: contract.ClassesOnly}
	if j > 0 {
		stage.Inputs = []contract.Input{contract.Original, contract.Targets}
		stage.Of = lists.Range(s.Links)[e*k:]
		if c.searches() {
			search := c.search(k, s.Seed, e)
			stage.Search = &search
		}
	}
	s.Links++
	if s.Links == s.all() {
		stage.Outputs = contract.NoOutputs
	}
	return stage
}

// Next returns the stage of the next label.
func (c chained) Next(s *chainState, t contract.Training) (contract.Stage, error) {
	if s.Links == s.all() {
		return contract.Stage{}, nil
	}
	if s.Links == 1 {
		s.Seed = t.Seed
	}
	return c.link(s), nil
}

// Decode joins the chains and applies the threshold.
func (c chained) Decode(s chainState, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if c.searches() {
		return c.searched(s, scores)
	}
	if err := step.CheckScores(scores, s.all()); err != nil {
		return contract.Decoded{}, err
	}
	return c.decide(labels.Chained(scores, s.Chains, kind), kind, nil)
}

// searched decodes the scores of the links after each hypothesis.
func (c chained) searched(s chainState, scores contract.Matrix) (contract.Decoded, error) {
	k, searches, columns := s.labels(), make([]contract.Search, len(s.Chains)), 0
	for e := range searches {
		searches[e] = c.search(k, s.Seed, e)
		columns += labels.Columns(searches[e], k)
	}
	var ds step.Diagnostics
	c.checkSize(&ds, k, len(s.Chains))
	if err := cmp.Or(contract.FirstError(ds), step.CheckScores(scores, columns)); err != nil {
		return contract.Decoded{}, err
	}
	found := labels.Search(scores, s.Chains, searches)
	if !c.estimates() {
		d, err := labels.Decide(labels.Chained(found.Along, s.Chains, contract.LogOdds), make([]float64, k), contract.LogOdds)
		d.Predictions = found.Modes
		return d, err
	}
	d := contract.Decoded{Scores: found.Marginals, Predictions: found.Modes}
	if c.Loss == hammingLoss {
		threshold := middle
		if v, written := c.Threshold.(float64); written {
			threshold = v
		}
		var err error
		d, err = c.cut(labels.Decide(found.Marginals, slices.Repeat([]float64{threshold}, k), contract.Margin))
		if err != nil {
			return d, err
		}
	}
	d.Probabilities = &found.Marginals
	return d, nil
}
