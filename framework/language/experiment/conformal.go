package experiment

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/language/blocks"
)

// conformalBlock is the block within the experiment block that asks for prediction sets.
const conformalBlock = "conformal"

// setFolds is the number of inner folds of training rows that calibrate sets, where none is
// given.
const setFolds = 5

// ConformalParams are the attributes of a conformal block.
func ConformalParams() []contract.Param {
	return []contract.Param{
		{Name: "level", Type: "number", Default: 0.1, Above: contract.Bound(0), Max: contract.Bound(0.99),
			Doc: "The share of the sets that may miss the true class; the others cover it."},
		{Name: "score", Type: "string", Default: conformal.LAC,
			OneOf: []string{conformal.LAC, conformal.APS, conformal.RAPS, conformal.TopK},
			Doc: "How little a class suits a row. lac: 1 − its probability (Sadinle, Lei & Wasserman 2019). aps: the sum " +
				"of the probabilities from the largest down to its own (Romano, Sesia & Candès 2020). raps: as aps, and " +
				"lambda for each place behind k_reg (Angelopoulos et al. 2021). top_k: its place, 1 for the most probable."},
		{Name: "per", Type: "string", Default: conformal.All, OneOf: []string{conformal.All, conformal.Class},
			Doc: "Whether one threshold is for all classes, or each class has one from its own rows, so that each is " +
				"covered as often as is asked for; a class with too few rows is then in every set."},
		{Name: "rows", Type: "string", Default: conformal.Train, OneOf: []string{conformal.Train, conformal.Test},
			Doc: "Which rows calibrate. train: the training rows, out of inner folds. test: of two random halves of the " +
				"test rows of a fold each calibrates the other, which trains nothing."},
		{Name: "folds", Type: "number", Default: float64(setFolds), Integer: true, Min: contract.Bound(2),
			Max: contract.Bound(100),
			Doc: "How many inner folds the training rows are divided into; for rows = \"train\" only."},
		{Name: "randomized", Type: "bool", Default: true,
			Doc: "Whether the scores of aps and raps count a random share of the class's own probability, for which sets " +
				"may be empty; without, sets have at least one class and cover more than is asked for. For aps and raps only."},
		{Name: "k_reg", Type: "number", Default: 1.0, Integer: true, Min: contract.Bound(0), Max: contract.Bound(1e6),
			Doc: "How many places raps does not punish; for raps only."},
		{Name: "lambda", Type: "number", Default: 0.01, Min: contract.Bound(0), Max: contract.Bound(1e6),
			Doc: "What raps adds for each further place; for raps only."},
	}
}

// conformal decodes the block that asks for prediction sets, if there is one.
func (b *binder) conformal(around *hclsyntax.Block) {
	block, good := b.Inner(around, conformalBlock, "Remove one of them.")
	if block == nil {
		return
	}
	attrs, ok := b.Attributes(block, blocks.Schema{What: conformalBlock, Params: ConformalParams()})
	s := &conformal.Settings{Level: 0.1, Score: conformal.LAC, Per: conformal.All, Rows: conformal.Train,
		Folds: setFolds, Randomized: true, KReg: 1, Lambda: 0.01}
	for _, attr := range attrs {
		switch value := attr.Values[0].(type) {
		case bool:
			s.Randomized = value
		case string:
			*map[string]*string{"score": &s.Score, "per": &s.Per, "rows": &s.Rows}[attr.Name] = value
		case float64:
			switch attr.Name {
			case "folds":
				s.Folds = int(value)
			case "k_reg":
				s.KReg = int(value)
			default:
				*map[string]*float64{"level": &s.Level, "lambda": &s.Lambda}[attr.Name] = value
			}
		}
	}
	b.sets = block
	if good && ok && b.usedInSets(block, s) {
		b.exp.Sets = s
	}
}

// usedInSets reports attributes that the settings do not use, and makes what is not used the same
// for all files.
func (b *binder) usedInSets(block *hclsyntax.Block, s *conformal.Settings) bool {
	good := true
	only := func(used bool, what string, names ...string) {
		for _, name := range names {
			if written := block.Body.Attributes[name]; written != nil && !used {
				b.Errorf(mistake.Conflict, written.NameRange, fmt.Sprintf("Attribute %q has no effect", name),
					"It is for %s only. Remove it, or write that.", what)
				good = false
			}
		}
	}
	sums := s.Score == conformal.APS || s.Score == conformal.RAPS
	only(s.Rows == conformal.Train, `rows = "train"`, "folds")
	only(sums, `score = "aps" or "raps"`, "randomized")
	only(s.Score == conformal.RAPS, `score = "raps"`, "k_reg", "lambda")
	if s.Rows != conformal.Train {
		s.Folds = 0
	}
	if s.Score != conformal.RAPS {
		s.KReg, s.Lambda = 0, 0
	}
	s.Randomized = s.Randomized && sums
	return good
}

// checkSets reports metrics of prediction sets without a block that says which, and a block
// whose sets nothing measures.
func (b *binder) checkSets() {
	ofSets := func(m Metric) bool { return m.OfSets() }
	for _, m := range b.exp.Metrics {
		switch {
		case !ofSets(m):
		case m.OnTrain():
			b.List = append(b.List, m.Errorf(mistake.Conflict, []any{"on"}, "Training rows have no prediction sets",
				"Prediction sets are of the test rows. Remove the attribute on."))
		case b.sets == nil:
			b.List = append(b.List, m.Errorf(mistake.Missing, nil,
				fmt.Sprintf("Metric %q has no prediction sets", m.Name),
				"Write a block within the experiment block that says which: conformal { level = 0.1 }."))
		}
	}
	wrong := slices.ContainsFunc(b.metrics, func(m metricBlock) bool { return m.bound == nil })
	if b.sets != nil && !wrong && !slices.ContainsFunc(b.exp.Metrics, ofSets) {
		b.Warnf(mistake.UnusedBlock, b.sets.DefRange(), "No metric measures the prediction sets",
			`Write metric "set_size" {} and metric "set_coverage" {}, or remove the block.`)
	}
}
