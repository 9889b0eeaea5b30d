package multiclass

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// decoding holds the attributes that every reduction by a code has. All but
// Decoding are empty when they are not written, so that writing one in vain can
// be told from leaving it out.
type decoding struct {
	Decoding decode.Method   `json:"decoding"`
	Loss     decode.Loss     `json:"loss"`
	Zeros    decode.Zeros    `json:"zeros"`
	Ties     decode.Ties     `json:"ties"`
	Method   decode.Pairwise `json:"method"`
	Weighted *bool           `json:"weighted"`
	Learner  string          `json:"learner"`
	Folds    int             `json:"folds"`
	thresholds
}

// option is an attribute that only some decoders use.
type option struct {
	name    decode.Option
	param   contract.Param // without what follows from the name
	written func(decoding) bool
}

// options are all of them. In their documentation "%s" stands for their decoders.
var options = []option{
	{decode.LossOption, contract.Param{Type: "string", OneOf: decode.Losses(),
		Doc: "Loss of the margin for %s. " +
			"Allwein et al. (2000) advise the loss that the learner minimises. " +
			"The score of a class is -d, minus its distance; with exponential -ln d. " +
			"Probabilities from log-odds are the softmax of -d. Default: hinge."},
		func(d decoding) bool { return d.Loss != "" }},
	{decode.ZerosOption, contract.Param{Type: "string", OneOf: decode.AllZeros(),
		Doc: "What a zero entry of the code adds to a distance (%s): the loss at margin 0 (count), " +
			"nothing (skip), or nothing with the sum divided by the number of nonzero entries of the row (mean). " +
			"Default: count."},
		func(d decoding) bool { return d.Zeros != "" }},
	{decode.TiesOption, contract.Param{Type: "string", OneOf: decode.AllTies(),
		Doc: "How %s choose between equally good classes: by the sum of score times code entry (score) " +
			"or by class order (first). Default: score."},
		func(d decoding) bool { return d.Ties != "" }},
	{decode.CouplingOption, contract.Param{Type: "string", OneOf: decode.Couplings(),
		Doc: "How %s makes probabilities of classes from those of pairs: Wu, Lin & Weng's second method " +
			"(2004), Hastie & Tibshirani (1998), or Price et al. (1995). Default: wu_lin_weng."},
		func(d decoding) bool { return d.Method != "" }},
	{decode.WeightedOption, contract.Param{Type: "bool",
		Doc: "Whether hastie_tibshirani weighs pairs by their number of training rows. Default: false."},
		func(d decoding) bool { return d.Weighted != nil }},
	{decode.LearnerOption, contract.Param{Type: contract.LearnerType,
		Doc: "The learner of decoding = \"%s\": it learns the classes from the out-of-fold scores of the binary models."},
		func(d decoding) bool { return d.Learner != "" }},
	{decode.FoldsOption, contract.Param{Type: "number", Integer: true, Min: contract.Bound(2), Max: contract.Bound(1000),
		Doc: "Inner folds from which %s gets its scores. Default: 5."},
		func(d decoding) bool { return d.Folds != 0 }},
}

// users are the decoders that use an option.
func users(o decode.Option) []string {
	return decode.Select(func(d decode.Decoder) bool { return d.Uses(o) })
}

// described is the option as a parameter.
func (o option) described() contract.Param {
	p := o.param
	p.Name, p.Decoding = string(o.name), true
	if strings.Contains(p.Doc, "%s") {
		p.Doc = fmt.Sprintf(p.Doc, wording.And(users(o.name)))
	}
	return p
}

// decodingParams describes the attributes for a reduction whose codes have some forms.
func decodingParams(byDefault decode.Method, forms ...decode.Form) []contract.Param {
	names := decode.Select(func(d decode.Decoder) bool {
		return d.Method != byDefault && (d.Codes == decode.AnyCode || slices.Contains(forms, d.Codes))
	})
	params := []contract.Param{{
		Name: "decoding", Type: "string", Decoding: true, Default: string(byDefault),
		OneOf: append([]string{string(byDefault)}, names...), Doc: decodingDoc(),
	}}
	for _, o := range options {
		params = append(params, o.described())
	}
	return append(params, thresholdsParam())
}

// decodingDoc says what the decoders do, and which give probabilities.
func decodingDoc() string {
	texts := lists.Map(decode.Decoders, func(d decode.Decoder) string { return string(d.Method) + ": " + d.Doc })
	from := func(kinds int) string {
		return wording.And(decode.Select(func(d decode.Decoder) bool { return len(d.Probabilities) == kinds }))
	}
	return fmt.Sprintf("How the scores of the binary models become a class: %s. "+
		"Probabilities come from log-odds by %s, and by %s from any scores.", strings.Join(texts, "; "), from(1), from(2))
}

// rule returns the decoder with its defaults filled in; that of learned is the one
// that is used before there is a second model.
func (d decoding) rule() decode.Rule {
	if d.Decoding == decode.Learned {
		return decode.Rule{Method: decode.Hamming}
	}
	r := decode.Rule{Method: d.Decoding}
	if d.uses(decode.LossOption) {
		r.Loss = cmp.Or(d.Loss, decode.Hinge)
	}
	if d.uses(decode.ZerosOption) {
		r.Zeros = cmp.Or(d.Zeros, decode.Count)
	}
	if d.uses(decode.TiesOption) {
		r.Ties = cmp.Or(d.Ties, decode.ByScore)
	}
	if d.uses(decode.CouplingOption) {
		r.Coupling = cmp.Or(d.Method, decode.WuLinWeng)
	}
	r.Weighted = d.uses(decode.WeightedOption) && d.Weighted != nil && *d.Weighted
	return r
}

// uses reports whether the decoder uses an option.
func (d decoding) uses(o decode.Option) bool {
	row, _ := decode.Find(d.Decoding)
	return row.Uses(o) && (o != decode.WeightedOption || d.Method == decode.HastieTibshirani)
}

// check refuses decoders that lack something, and warns of attributes that they ignore.
func (d decoding) check(ds *step.Diagnostics) {
	if d.Decoding == decode.Learned && d.Learner == "" {
		ds.At("decoding").Errorf("decoding = \"learned\" needs a learner",
			"Name the block of the learner that is to learn the classes from the scores, for example learner = learner.nb.")
	}
	if d.Thresholds != nil && d.probabilities() == nil {
		ds.At("thresholds").Errorf("thresholds need probabilities",
			"decoding = %q gives none. Remove thresholds, or choose one of %s.", string(d.Decoding),
			strings.Join(decode.Select(func(row decode.Decoder) bool { return row.Probabilities != nil }), ", "))
	}
	d.thresholds.check(ds)
	d.checkUnused(ds)
}

// Check is that of a configuration that has nothing else to be checked.
func (d decoding) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	d.check(&ds)
	return ds
}

// probabilities are the kinds of scores of which the decoding makes probabilities.
func (d decoding) probabilities() []contract.ScoreKind {
	row, _ := decode.Find(d.Decoding)
	return row.Probabilities
}

// checkUnused warns of attributes that are written but that the decoding ignores.
func (d decoding) checkUnused(ds *step.Diagnostics) {
	for _, o := range options {
		if !o.written(d) || d.uses(o.name) {
			continue
		}
		by := users(o.name)
		do := wording.And(by) + " does"
		switch {
		case o.name == decode.WeightedOption:
			do = "coupling with method = \"hastie_tibshirani\" does"
		case len(by) > 1:
			do = wording.And(by) + " do"
		}
		ds.NoEffect(string(o.name), "decoding = %q does not use it; %s. Remove it or choose another decoding.",
			string(d.Decoding), do)
	}
}

// wants says what has to be seen of the training rows before decoding: the classes
// alone to count the rows of pairs, the scores of the kept models to see how well
// they do, or out-of-fold scores to learn from.
func (d decoding) wants() contract.Outputs {
	if d.Decoding == decode.Learned {
		return contract.OutOfFold
	}
	return d.rule().Sees()
}

// innerFolds is the number of inner folds of out-of-fold scores, 0 if the decoding needs none.
func (d decoding) innerFolds() int {
	if d.Decoding != decode.Learned {
		return 0
	}
	return cmp.Or(d.Folds, contract.DefaultFolds)
}

// Capabilities are those of a reduction with this decoding. Those of learned depend on
// the kind of its learner's scores.
func (d decoding) Capabilities() contract.Capabilities {
	row, _ := decode.Find(d.Decoding)
	c := contract.Capabilities{
		Tasks: []contract.Task{contract.Binary},
		Properties: contract.Deterministic |
			contract.MixesScores.If(row.Mixes(d.Ties)), Probabilities: row.Probabilities, Needs: row.Needs,
	}
	if d.Thresholds != nil {
		c.Needs = row.Probabilities
	}
	if d.Decoding == decode.Learned {
		c.Tasks = append(c.Tasks, contract.Multiclass)
	}
	return c
}
