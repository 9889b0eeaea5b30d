package multiclass

import (
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

func oneVsRest() contract.Component {
	return ofClasses(contract.Component{
		Name:    "one_vs_rest",
		Sources: decoded(decode.Rifkin2004),
		Params:  decodingParams(decode.MaxScore, decode.OneEach),
	}, restConfig.method)
}

// restConfig is the configuration of one_vs_rest. Below are the code of the method, and in
// coded.go, which all methods by a code share, its stages and its decoding.
type restConfig struct{ decoding }

func (c restConfig) method() step.Method[state] { return designed{coded(c), c.design} }

// design is the code of one problem a class.
func (restConfig) design(r contract.Reduction, ds *step.Diagnostics) layout {
	return implicit(ds, codes.OneVsRest(len(r.Classes)))
}

// pairsConfig is the configuration of one_vs_one.
type pairsConfig struct {
	Asymmetric bool `json:"asymmetric"`
	decoding
}

func oneVsOne() contract.Component {
	own := contract.Param{Name: "asymmetric", Type: "bool", Default: false}
	return ofClasses(contract.Component{
		Name:    "one_vs_one",
		Sources: decoded(decode.Friedman1996),
		Params:  append([]contract.Param{own}, decodingParams(decode.Vote, decode.Pairs)...),
	}, pairsConfig.method)
}

func (c pairsConfig) method() step.Method[state] { return designed{coded{c.decoding}, c.design} }

// design is the code of one problem a pair.
func (c pairsConfig) design(r contract.Reduction, ds *step.Diagnostics) layout {
	k := len(r.Classes)
	if c.Asymmetric {
		return sized(ds, k, k*(k-1), codes.OneVsOneAsymmetric)
	}
	return implicit(ds, contract.Pairs(k))
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
	own := []contract.Param{{Name: "order", Type: "any", Default: classOrder}, step.DrawParam()}
	return ofClasses(contract.Component{
		Name:   "ordered_one_vs_rest",
		Params: append(own, decodingParams(decode.Ordered, decode.Chain, decode.Trees)...),
	}, orderedConfig.method)
}

func (c orderedConfig) method() step.Method[state] { return designed{coded{c.decoding}, c.design} }

// design is the code of one problem a class but the last.
func (c orderedConfig) design(r contract.Reduction, ds *step.Diagnostics) layout {
	order := c.classes(ds, r)
	return sized(ds, len(order), len(order)-1, func(int) contract.Dense { return codes.OrderedOneVsRest(order) })
}

// Check also refuses orders that are wrong whatever the classes.
func (c orderedConfig) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	step.Classes.CheckOrder(&ds, c.Order, classOrder, frequencyOrder, randomOrder)
	step.CheckDraw(&ds, c.Draw, c.Order == randomOrder)
	c.decoding.check(&ds)
	return ds
}

// classes returns the numbers of the classes in their order.
func (c orderedConfig) classes(ds *step.Diagnostics, r contract.Reduction) []int {
	order := lists.Range(len(r.Classes))
	switch c.Order {
	case frequencyOrder:
		slices.SortStableFunc(order, func(a, b int) int { return r.Counts[b] - r.Counts[a] })
	case randomOrder:
		return rand.New(rand.NewPCG(r.Seed, 0)).Perm(len(order))
	}
	if names, ok := c.Order.([]any); ok {
		return step.Classes.Order(ds, names, r.Classes)
	}
	return order
}

// implicit returns a code that is not written out unless it has too many problems.
func implicit(ds *step.Diagnostics, c contract.Code) layout {
	if checkProblems(ds, c.Classes(), c.Columns()); ds.Failed() {
		return layout{}
	}
	return layout{code: c}
}

// sized returns the code of k classes unless something is wrong or it is too large.
func sized(ds *step.Diagnostics, k, columns int, code func(int) contract.Dense) layout {
	if ds.Failed() {
		return layout{}
	}
	if checkSize(ds, k, columns); ds.Failed() {
		return layout{}
	}
	return layout{code: code(k)}
}
