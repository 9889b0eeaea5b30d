package reducer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// What chains may cost: each label of each is a stage of its own.
const (
	maxChains = 1000
	maxLinks  = 10_000
)

// targetOrder is the order of the labels as the dataset has them.
const targetOrder = "target"

func classifierChain() contract.Component {
	return configured.Reducer[chained](contract.Component{
		Name: "classifier_chain",
		Sources: []contract.Source{contract.Article("read2011",
			"Read, Jesse and Pfahringer, Bernhard and Holmes, Geoff and Frank, Eibe", "Classifier Chains for Multi-label Classification",
			"Machine Learning", "85(3)", "333--359", "2011")},
		Doc: "One binary problem a label, the models of which also see, as 0 or 1 and unscaled, the " +
			"labels before it in the chain: " +
			"the true ones when they are trained, the signs of the earlier models' scores when they score a row (Read, " +
			"Pfahringer, Holmes & Frank 2011). " +
			"An ensemble averages the probabilities of its chains, or of margins the signs. With inference it is a probabilistic " +
			"classifier chain (Dembczyński, Cheng & Hüllermeier 2010): models score a row after several guesses of the labels " +
			"before theirs, whose joint probability is the product of all.",
		Params: []contract.Param{
			{Name: "order", Type: "any",
				Doc: "The order of the labels: target (as in the dataset; if not written, for one chain), random (by the seed; " +
					"if not written, for an ensemble), or the list of all label names."},
			{Name: "ensemble", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxChains),
				Default: 1.0,
				Doc:     "Number of chains, each with a random order of its own."},
			drawParam("Number of the random orders, and of the label sets of monte_carlo: another number gives others from the " +
				"same seed."),
			thresholdParam("for an ensemble of margins an average sign; else "+oneScale,
				onlyANumber+" What later models of a chain see does not depend on it. With inference it goes with loss = \"hamming\"."),
			topParam(),
			{Name: "inference", Type: "string", OneOf: inferences, Decoding: true, Doc: inferenceDoc},
			{Name: "loss", Type: "string", OneOf: []string{subsetLoss, hammingLoss}, Decoding: true,
				Doc: "What inference minimises: " + subsetLoss + " predicts the most probable set of labels that it finds, hamming the " +
					"labels whose probability, by exhaustive or monte_carlo, is above the threshold; " + subsetLoss + " if not written."},
			{Name: "width", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxGuesses), Decoding: true,
				Doc: "Label sets that beam keeps; 10 if not written."},
			{Name: "epsilon", Type: "number", Min: contract.Bound(0.0001), Max: contract.Bound(0.5), Decoding: true,
				Doc: "The least probability of a label set that epsilon keeps; 0.25 if not written."},
			{Name: "samples", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxGuesses), Decoding: true,
				Doc: "Label sets that monte_carlo draws for each row and chain; 100 if not written."},
		},
	})
}

// chained is the configuration of classifier_chain.
type chained struct {
	thresholding
	Order    any     `json:"order"` // nil if not written
	Ensemble int     `json:"ensemble"`
	Draw     float64 `json:"draw"` // the host's seed depends on it
	guessing
}

// chainState holds the chains as label numbers and the number of links that are
// planned.
type chainState struct {
	Chains [][]int `json:"chains"`
	Links  int     `json:"links"`
	Seed   uint64  `json:"seed,omitempty"` // of guesses that are drawn
}

func (s chainState) check() error {
	if len(s.Chains) == 0 || len(s.Chains[0]) == 0 {
		return errors.New("it has no chains")
	}
	for _, chain := range s.Chains {
		sorted := slices.Sorted(slices.Values(chain))
		for l, have := range sorted {
			if have != l || len(sorted) != len(s.Chains[0]) {
				return fmt.Errorf("the chain %v is no order of %d labels", chain, len(s.Chains[0]))
			}
		}
		if len(sorted) == 0 {
			return errors.New("it has an empty chain")
		}
	}
	if s.Links < 1 || s.Links > s.all() {
		return fmt.Errorf("%d of %d links are planned", s.Links, s.all())
	}
	return nil
}

func (s chainState) all() int { return len(s.Chains) * len(s.Chains[0]) }

func (c chained) Check() []contract.Diagnostic {
	ds := append(c.checkNumber(), c.guessing.check(c.thresholding)...)
	ds = append(ds, labelWords.checkOrder(c.Order, targetOrder, randomOrder)...)
	if c.Ensemble > 1 && !c.random() {
		ds = append(ds, contract.Errorf([]any{"ensemble"}, "an ensemble of one given order",
			"All its chains would be the same: remove ensemble, or write order = \"random\"."))
	}
	return append(ds, checkDraw(c.Draw, c.random() || c.Inference == byDraws)...)
}

func (c chained) random() bool {
	return c.Order == any(randomOrder) || c.Order == nil && c.Ensemble > 1
}

func (c chained) Capabilities() contract.Capabilities {
	caps := relevance{thresholding: c.thresholding}.Capabilities()
	if c.guesses() {
		caps.Needs = []contract.ScoreKind{contract.LogOdds}
	}
	return caps
}

// Plan returns the stage of the first label of the first chain.
func (c chained) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	if ds := c.checkTop(len(r.Classes)); ds != nil {
		return contract.Stage{}, ds
	}
	if k := len(r.Classes); k*c.Ensemble > maxLinks {
		return contract.Stage{}, []contract.Diagnostic{contract.Errorf([]any{"ensemble"}, "too many models in chains",
			"%d chains of %d labels have more than %d models, which are trained one after the other.", c.Ensemble, k, maxLinks)}
	}
	if ds := c.checkSize(len(r.Classes), c.Ensemble); ds != nil {
		return contract.Stage{}, ds
	}
	s := chainState{Seed: r.Seed}
	for e := range c.Ensemble {
		chain, ds := c.chain(r, e)
		if ds != nil {
			return contract.Stage{}, ds
		}
		s.Chains = append(s.Chains, chain)
	}
	return s.link(c.guessing), nil
}

// chain returns the labels in the order of chain e.
func (c chained) chain(r contract.Reduction, e int) ([]int, []contract.Diagnostic) {
	if c.random() {
		return rand.New(rand.NewPCG(r.Seed, uint64(e))).Perm(len(r.Classes)), nil
	}
	if names, ok := c.Order.([]any); ok {
		return labelWords.order(names, r.Classes)
	}
	return labelStage(len(r.Classes)).Labels, nil
}

// link is the stage of the next label.
func (s chainState) link(by guessing) contract.Stage {
	k := len(s.Chains[0])
	e, j := s.Links/k, s.Links%k
	stage := contract.Stage{Task: contract.Binary, Labels: []int{s.Chains[e][j]}, Outputs: contract.ClassesOnly}
	if j > 0 {
		stage.Inputs = []contract.Input{contract.Original, contract.Targets}
		for column := e * k; column < s.Links; column++ {
			stage.Of = append(stage.Of, column)
		}
		if by.guesses() {
			search := by.search(k, s.Seed, e)
			stage.Search = &search
		}
	}
	if s.Links == 0 {
		stage.Later = s.all() - 1
	}
	s.Links++
	if s.Links == s.all() {
		stage.Outputs = contract.NoOutputs
	}
	stage.State = pack(s)
	return stage
}

// Next returns the stage of the next label.
func (c chained) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[chainState](b)
	if err != nil {
		return contract.Stage{}, false, err
	}
	if s.Links == s.all() {
		return contract.Stage{State: b}, true, nil
	}
	if s.Links == 1 {
		s.Seed = t.Seed
	}
	return s.link(c.guessing), false, nil
}

// Decode joins the chains and applies the threshold.
func (c chained) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[chainState](b)
	if err != nil {
		return contract.Decoded{}, err
	}
	if c.guesses() {
		return c.searched(s, scores)
	}
	if scores, err = last(scores, s.all(), s.all()); err != nil {
		return contract.Decoded{}, err
	}
	return c.decide(labels.Chained(scores, s.Chains, kind), kind, nil)
}
