package reducer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// learned is the decoding by a second learner, trained on the outputs of the
// binary models.
const learned = decode.Method("learned")

// anyCode lists the decodings that take whatever code there is.
var anyCode = []decode.Method{
	decode.Hamming, decode.Euclidean, decode.AttenuatedEuclidean, decode.LossBased, decode.LossWeighted,
	decode.BradleyTerry, decode.Coverage, learned,
}

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
}

// decodingParams describes them for a reduction with decodings of its own, the
// first of which is the default, and those for any code.
func decodingParams(own ...decode.Method) []contract.Param {
	var names []string
	for _, m := range append(own, anyCode...) {
		if !slices.Contains(names, string(m)) {
			names = append(names, string(m))
		}
	}
	return []contract.Param{
		{Name: "decoding", Type: "string", Decoding: true, Default: names[0], OneOf: names,
			Doc: "How the scores of the binary models become a class. Probabilities come from log-odds by bradley_terry, coupling, product, loss_based, loss_weighted and learned, and by max_score from any scores."},
		{Name: "loss", Type: "string", Decoding: true, OneOf: decode.Losses(),
			Doc: "Loss of the margin for loss_based and loss_weighted; hinge if not written. Allwein et al. (2000) advise the loss that the learner minimises. The score of a class is -d, minus its distance; with exponential -ln d. Probabilities from log-odds are the softmax of -d."},
		{Name: "zeros", Type: "string", Decoding: true, OneOf: []string{string(decode.Count), string(decode.Skip), string(decode.Mean)},
			Doc: "What a zero entry of the code adds to a distance (hamming, loss_based): the loss at margin 0 (count, if not written), nothing (skip), or nothing with the sum divided by the number of nonzero entries of the row (mean)."},
		{Name: "ties", Type: "string", Decoding: true, OneOf: []string{string(decode.ByScore), string(decode.First)},
			Doc: "How vote and hamming choose between equally good classes: by the sum of score times code entry (score, if not written) or by class order (first)."},
		{Name: "method", Type: "string", Decoding: true, OneOf: decode.Couplings(),
			Doc: "How coupling makes probabilities of classes from those of pairs: Wu, Lin & Weng's second method (2004; if not written), Hastie & Tibshirani (1998), or Price et al. (1995)."},
		{Name: "weighted", Type: "bool", Decoding: true,
			Doc: "Whether hastie_tibshirani weighs pairs by their number of training rows; false if not written."},
		{Name: "learner", Type: contract.LearnerType, Decoding: true,
			Doc: "The learner of decoding = \"learned\": it learns the classes from the out-of-fold scores of the binary models."},
		{Name: "folds", Type: "number", Integer: true, Min: contract.Bound(2), Max: contract.Bound(1000), Decoding: true,
			Doc: "Inner folds from which learned gets its scores; 5 if not written."},
	}
}

// rule returns the decoder with its defaults filled in; that of learned is the one
// that is used before there is a second model.
func (d decoding) rule() decode.Rule {
	switch d.Decoding {
	case learned:
		return decode.Rule{Method: decode.Hamming}
	case decode.LossBased:
		return decode.Rule{Method: d.Decoding, Loss: orElse(d.Loss, decode.Hinge), Zeros: orElse(d.Zeros, decode.Count)}
	case decode.LossWeighted:
		return decode.Rule{Method: d.Decoding, Loss: orElse(d.Loss, decode.Hinge)}
	case decode.Hamming:
		return decode.Rule{Method: d.Decoding, Zeros: orElse(d.Zeros, decode.Count), Ties: orElse(d.Ties, decode.ByScore)}
	case decode.Vote:
		return decode.Rule{Method: d.Decoding, Ties: orElse(d.Ties, decode.ByScore)}
	case decode.Coupling:
		return decode.Rule{Method: d.Decoding, Coupling: orElse(d.Method, decode.WuLinWeng)}
	}
	return decode.Rule{Method: d.Decoding}
}

func orElse[T ~string](value, fallback T) T {
	if value == "" {
		return fallback
	}
	return value
}

// check refuses what no decoder can be made of.
func (d decoding) check() []contract.Diagnostic {
	if d.Decoding == learned && d.Learner == "" {
		return []contract.Diagnostic{contract.Errorf([]any{"decoding"}, "decoding = \"learned\" needs a learner",
			"Name the block of the learner that is to learn the classes from the scores, for example learner = learner.nb.")}
	}
	if err := d.rule().Check(); err != nil {
		return []contract.Diagnostic{contract.Errorf([]any{"decoding"}, err.Error(), "Choose another decoding.")}
	}
	return nil
}

// users says which decodings use an attribute; all others ignore it.
var users = []struct {
	attribute string
	written   func(decoding) bool
	used      func(decoding) bool
	by        string
}{
	{"loss", func(d decoding) bool { return d.Loss != "" },
		func(d decoding) bool { return d.Decoding == decode.LossBased || d.Decoding == decode.LossWeighted }, "loss_based and loss_weighted do"},
	{"zeros", func(d decoding) bool { return d.Zeros != "" },
		func(d decoding) bool { return d.Decoding == decode.Hamming || d.Decoding == decode.LossBased }, "hamming and loss_based do"},
	{"ties", func(d decoding) bool { return d.Ties != "" },
		func(d decoding) bool { return d.Decoding == decode.Hamming || d.Decoding == decode.Vote }, "vote and hamming do"},
	{"method", func(d decoding) bool { return d.Method != "" },
		func(d decoding) bool { return d.Decoding == decode.Coupling }, "coupling does"},
	{"weighted", func(d decoding) bool { return d.Weighted != nil },
		func(d decoding) bool { return d.Decoding == decode.Coupling && d.Method == decode.HastieTibshirani }, "coupling with method = \"hastie_tibshirani\" does"},
	{"learner", func(d decoding) bool { return d.Learner != "" },
		func(d decoding) bool { return d.Decoding == learned }, "learned does"},
	{"folds", func(d decoding) bool { return d.Folds != 0 },
		func(d decoding) bool { return d.Decoding == learned }, "learned does"},
}

// unused warns of attributes that are written but that the decoding ignores.
func (d decoding) unused() []contract.Diagnostic {
	var ds []contract.Diagnostic
	for _, u := range users {
		if u.written(d) && !u.used(d) {
			ds = append(ds, contract.Warningf([]any{u.attribute}, fmt.Sprintf("%s has no effect", u.attribute),
				"decoding = %q does not use it; %s. Remove it or choose another decoding.", string(d.Decoding), u.by))
		}
	}
	return ds
}

// wants says what has to be seen of the training rows before decoding: the classes
// alone to count the rows of pairs, the scores of the kept models to see how well
// they do, or out-of-fold scores to learn from.
func (d decoding) wants() contract.Outputs {
	switch {
	case d.Decoding == decode.LossWeighted, d.Decoding == decode.Coverage:
		return contract.InSample
	case d.Decoding == learned:
		return contract.OutOfFold
	case d.weighted():
		return contract.ClassesOnly
	}
	return contract.NoOutputs
}

func (d decoding) weighted() bool { return d.Weighted != nil && *d.Weighted }

// innerFolds is the number of inner folds of out-of-fold scores.
func (d decoding) innerFolds() int {
	if d.Folds == 0 {
		return contract.DefaultFolds
	}
	return d.Folds
}

// capabilities are those of a reduction with this decoding. Learned depends on the
// kind of its learner's scores.
func (d decoding) capabilities() contract.Capabilities {
	c := contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Deterministic: true}
	if d.Decoding == learned {
		c.Tasks = append(c.Tasks, contract.Multiclass)
		c.Probabilities = []contract.ScoreKind{contract.LogOdds}
		return c
	}
	c.Probabilities, c.Needs = d.rule().Probabilities(), d.rule().Needs()
	return c
}

// defaults are the capabilities of a reduction whose attributes are not written.
func defaults(params []contract.Param) contract.Capabilities {
	for _, p := range params {
		if p.Name == "decoding" {
			return decoding{Decoding: decode.Method(p.Default.(string))}.capabilities()
		}
	}
	panic("reducer: a reduction by a code without decoding")
}

// narrow is the Narrow of every reduction by a code.
func narrow[C any](decodingOf func(C) decoding) func(contract.Config) contract.Capabilities {
	return func(cfg contract.Config) contract.Capabilities {
		var c C
		if err := cfg.Decode(&c); err != nil {
			return contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Deterministic: true}
		}
		return decodingOf(c).capabilities()
	}
}

// sentence makes the first letter of an error message a capital.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
