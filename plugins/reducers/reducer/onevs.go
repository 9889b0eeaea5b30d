package reducer

import (
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

func oneVsRest() contract.Component {
	return configured.Reducer[restConfig](contract.Component{
		Name:    "one_vs_rest",
		Sources: decoded(decode.Rifkin2004),
		Doc: "One binary problem a class, that class against all others (a single one for two classes); " +
			"max_score takes the class whose model scores highest, and its probabilities are the sigmoids of the " +
			"scores divided by their sum " +
			"(those of margins are not calibrated).",
		Params: decodingParams(decode.MaxScore, decode.OneEach),
	})
}

// restConfig is the configuration of one_vs_rest.
type restConfig struct{ decoding }

// Reducer reduces to one problem a class.
func (c restConfig) Reducer() contract.Reducer {
	return coded{decoding: c.decoding, design: func(r contract.Reduction) (layout, []contract.Diagnostic) {
		return implicit(codes.OneVsRest(len(r.Classes)))
	}}
}

// pairsConfig is the configuration of one_vs_one.
type pairsConfig struct {
	Asymmetric bool `json:"asymmetric"`
	decoding
}

func oneVsOne() contract.Component {
	own := contract.Param{Name: "asymmetric", Type: "bool", Default: false,
		Doc: "Whether each pair is trained twice, with the roles of its classes swapped, for " +
			"learners that tell the two apart."}
	return configured.Reducer[pairsConfig](contract.Component{
		Name:    "one_vs_one",
		Sources: decoded(decode.Friedman1996),
		Doc: "One binary problem for each of the K(K-1)/2 pairs of classes, trained on their rows only; " +
			"vote takes the class that wins most of its pairs, an abstention counting one half; coupling gives probabilities.",
		Params: append([]contract.Param{own}, decodingParams(decode.Vote, decode.Pairs)...),
	})
}

// Reducer reduces to one problem a pair.
func (c pairsConfig) Reducer() contract.Reducer {
	return coded{decoding: c.decoding, design: func(r contract.Reduction) (layout, []contract.Diagnostic) {
		k := len(r.Classes)
		if c.Asymmetric {
			return sized(k, k*(k-1), codes.OneVsOneAsymmetric)
		}
		return implicit(contract.Pairs(k))
	}}
}

// orderedConfig is the configuration of ordered_one_vs_rest.
type orderedConfig struct {
	Order any     `json:"order"`
	Draw  float64 `json:"draw"` // the host's seed depends on it
	decoding
}

// The orders that have a name.
const (
	classOrder     = "class"
	frequencyOrder = "frequency"
	randomOrder    = "random"
)

func orderedOneVsRest() contract.Component {
	own := []contract.Param{
		{Name: "order", Type: "any", Default: classOrder,
			Doc: "The order of the classes: class (as they come), frequency (the class with most rows in the dataset first), " +
				"random (by the seed), or the list of all class names."},
		drawParam("Number of the random order: another number gives another order from the same seed."),
	}
	return configured.Reducer[orderedConfig](contract.Component{
		Name: "ordered_one_vs_rest",
		Doc: "K-1 binary problems: the first class against all others, the second against those that are left, and so on; " +
			"first takes the class of the first model that fires, product multiplies probabilities on the way.",
		Params: append(own, decodingParams(decode.Ordered, decode.Chain, decode.Trees)...),
	})
}

// Reducer reduces to one problem a class but the last.
func (c orderedConfig) Reducer() contract.Reducer {
	return coded{decoding: c.decoding, design: func(r contract.Reduction) (layout, []contract.Diagnostic) {
		order, ds := c.classes(r)
		if ds == nil {
			ds = checkSize(len(order), len(order)-1)
		}
		if ds != nil {
			return layout{}, ds
		}
		return layout{code: codes.OrderedOneVsRest(order)}, nil
	}}
}

// Check also refuses what is no order whatever the classes.
func (c orderedConfig) Check() []contract.Diagnostic {
	return slices.Concat(classWords.checkOrder(c.Order, classOrder, frequencyOrder, randomOrder),
		checkDraw(c.Draw, c.Order == randomOrder), c.decoding.Check())
}

// classes returns the numbers of the classes in their order.
func (c orderedConfig) classes(r contract.Reduction) ([]int, []contract.Diagnostic) {
	order := lists.Range(len(r.Classes))
	switch names := c.Order.(type) {
	case []any:
		return classWords.order(names, r.Classes)
	case string:
		switch names {
		case frequencyOrder:
			slices.SortStableFunc(order, func(a, b int) int { return r.Counts[b] - r.Counts[a] })
		case randomOrder:
			order = rand.New(rand.NewPCG(r.Seed, 0)).Perm(len(order))
		}
	}
	return order, nil
}

// implicit returns a code that is not written out unless it has too many problems.
func implicit(c contract.Code) (layout, []contract.Diagnostic) {
	if ds := checkProblems(c.Classes(), c.Columns()); ds != nil {
		return layout{}, ds
	}
	return layout{code: c}, nil
}

// sized returns the code of k classes unless it is too large.
func sized(k, columns int, code func(int) contract.Dense) (layout, []contract.Diagnostic) {
	if ds := checkSize(k, columns); ds != nil {
		return layout{}, ds
	}
	return layout{code: code(k)}, nil
}
