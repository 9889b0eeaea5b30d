package decode

import (
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// Decoder is a way of decoding: a row of the table of decoders. Everything else about
// a decoder follows from its row: who offers it, what the documents and
// `bench plugin describe` say, what a reduction asks for and promises, and which
// attributes are written in vain.
type Decoder struct {
	Method Method
	Doc    string // what it takes, for users
	Codes  Form   // the codes that it decodes
	// Needs and Probabilities are kinds of score, as in contract.Capabilities.
	Needs, Probabilities []contract.ScoreKind
	Options              []Option // the attributes that it uses
	Sources              []contract.Source
	// Signs says that the signs of scores alone count, except in ties by score.
	Signs bool
	// Sees is what it has to see of the training rows: scores in sample to count what
	// models do, or scores out of fold that a second model learns from. "" is nothing.
	Sees contract.Outputs
	// count stores in the rule what is counted on training rows; nil if nothing is.
	count func(r *Rule, code contract.Code, t contract.Training)
	// prepare returns a function that makes decoders for a code, one a goroutine, or
	// an error if the code does not fit. Nil for Learned.
	prepare func(r Rule, code contract.Code) (func() decoder, error)
}

// Form says what codes a decoder takes.
type Form string

// The forms. A reduction offers the decoders of the forms that its codes have.
const (
	AnyCode Form = "any"
	OneEach Form = "one_each" // for each class a column in which it alone is +1
	Chain   Form = "chain"    // the same for each class but one
	Pairs   Form = "pairs"    // one +1 and one −1 in every column
	Trees   Form = "trees"    // the columns are the nodes of binary trees
	Steps   Form = "steps"    // the columns are the thresholds between ordered classes
)

// Option is the name of an attribute of some decoders.
type Option string

// The options. The first four are fields of Rule.
const (
	LossOption     Option = "loss"
	ZerosOption    Option = "zeros"
	TiesOption     Option = "ties"
	CouplingOption Option = "method"
	WeightedOption Option = "weighted"
	LearnerOption  Option = "learner"
	FoldsOption    Option = "folds"
)

// Learned is the decoding by a second learner, which a reduction trains on the scores
// of the binary models. No Rule has it.
const Learned Method = "learned"

var logOdds = []contract.ScoreKind{contract.LogOdds}

// Decoders is the table of decoders, in the order in which they are listed for users.
var Decoders = []Decoder{
	{Method: Vote, Signs: true, Codes: Pairs, Options: []Option{TiesOption}, prepare: prepareVote,
		Sources: []contract.Source{Friedman1996},
		Doc:     "the class that wins most of its models, an abstention counting one half"},
	{Method: MaxScore, Codes: OneEach, Probabilities: []contract.ScoreKind{contract.LogOdds, contract.Margin},
		prepare: prepareMaxScore,
		Sources: []contract.Source{Rifkin2004},
		Doc:     "the class whose own model scores highest"},
	{Method: OneVsEach, Codes: OneEach, Probabilities: logOdds, prepare: prepareOneVsEach,
		Sources: []contract.Source{titsias2016},
		Doc:     "the same class as max_score, with probabilities by the products of its pairwise ones (Titsias 2016)"},
	{Method: Ordered, Codes: Chain, prepare: prepareOrdered,
		Doc: "the class of the first model that fires"},
	{Method: Product, Codes: Trees, Needs: logOdds, Probabilities: logOdds, prepare: prepareProduct,
		Sources: []contract.Source{FrankKramer2004},
		Doc:     "the largest product of probabilities on the way through a tree, the mean over trees (Frank & Kramer 2004)"},
	{Method: TopDown, Codes: Trees, prepare: prepareTopDown,
		Sources: []contract.Source{koller1997},
		Doc:     "at each node of a tree, from the root on, the part that its models prefer (Koller & Sahami 1997)"},
	{Method: Cumulative, Codes: Steps, Needs: logOdds, Probabilities: logOdds, prepare: prepareCumulative,
		Sources: []contract.Source{FrankHall2001},
		Doc: "the differences of the probabilities of being above the thresholds between ordered classes " +
			"(Frank & Hall 2001)"},
	{Method: DDAG, Signs: true, Codes: Pairs, prepare: prepareDDAG,
		Sources: []contract.Source{platt2000},
		Doc:     "what is left when the first class is tested against the last and the loser leaves (Platt et al. 2000)"},
	{Method: Coupling, Codes: Pairs, Needs: logOdds, Probabilities: logOdds,
		Options: []Option{CouplingOption, WeightedOption}, count: countPairs, prepare: prepareCoupling,
		Sources: couplings,
		Doc:     "probabilities of classes from those of pairs"},
	{Method: Hamming, Signs: true, Codes: AnyCode, Options: []Option{ZerosOption, TiesOption}, prepare: prepareHamming,
		Sources: []contract.Source{Dietterich1995, Allwein2000},
		Doc:     "the row of the code nearest to the signs of the scores"},
	{Method: InverseHamming, Signs: true, Codes: AnyCode, Options: []Option{TiesOption}, prepare: prepareInverseHamming,
		Sources: []contract.Source{windeatt2003},
		Doc:     "the largest weight by which rows explain the Hamming distances to all of them (Windeatt & Ghaderi 2003)"},
	{Method: Euclidean, Signs: true, Codes: AnyCode, prepare: prepareEuclidean,
		Sources: []contract.Source{Pujol2006},
		Doc:     "the row of the code nearest to the signs of the scores by the Euclidean distance"},
	{Method: AttenuatedEuclidean, Signs: true, Codes: AnyCode, prepare: prepareAttenuated,
		Sources: []contract.Source{pujol2008, escalera2010},
		Doc:     "the same without zero entries and abstentions (Escalera et al. 2010)"},
	{Method: Laplacian, Signs: true, Codes: AnyCode, Options: []Option{TiesOption}, prepare: prepareLaplacian,
		Sources: []contract.Source{escalera2010},
		Doc: "the largest Laplace estimate of the share of a row's nonzero entries with which the signs agree " +
			"(Escalera et al. 2010)"},
	{Method: BetaDensity, Signs: true, Codes: AnyCode, Options: []Option{TiesOption}, prepare: prepareBetaDensity,
		Sources: []contract.Source{escalera2010},
		Doc:     "the largest pessimistic estimate of that share by its β-density (Escalera et al. 2010)"},
	{Method: LossBased, Codes: AnyCode, Probabilities: logOdds, Options: []Option{LossOption, ZerosOption},
		prepare: prepareLoss,
		Sources: []contract.Source{Allwein2000},
		Doc:     "the row whose entries times the scores have the least loss (Allwein et al. 2000)"},
	{Method: LossWeighted, Codes: AnyCode, Probabilities: logOdds, Options: []Option{LossOption},
		Sees: contract.InSample, count: countRight, prepare: prepareWeighted,
		Sources: []contract.Source{escalera2010},
		Doc:     "the same, weighted by how often a model is right on training rows of the class (Escalera et al. 2010)"},
	{Method: Probabilistic, Codes: AnyCode, Needs: logOdds, Probabilities: logOdds, prepare: prepareProbabilistic,
		Sources: []contract.Source{passerini2004},
		Doc: "the largest product of the models' probabilities of the row's nonzero entries " +
			"(Passerini, Pontil & Frasconi 2004)"},
	{Method: BradleyTerry, Codes: AnyCode, Needs: logOdds, Probabilities: logOdds, prepare: prepareBradleyTerry,
		Sources: []contract.Source{huang2006},
		Doc:     "the probabilities of classes that fit those of the models best (Huang, Weng & Lin 2006)"},
	{Method: Coverage, Signs: true, Codes: AnyCode, Sees: contract.InSample, count: countFiring, prepare: prepareCoverage,
		Doc: "the class on most of whose training rows the models fire that fire here"},
	{Method: Learned, Codes: AnyCode, Probabilities: logOdds, Options: []Option{LearnerOption, FoldsOption},
		Sees:    contract.OutOfFold,
		Sources: []contract.Source{Wolpert1992},
		Doc:     "a second learner that is trained on the scores"},
}

// Find returns the row of a method, and whether there is one.
func Find(m Method) (Decoder, bool) {
	i := slices.IndexFunc(Decoders, func(d Decoder) bool { return d.Method == m })
	if i < 0 {
		return Decoder{}, false
	}
	return Decoders[i], true
}

// Uses reports whether a decoder uses an attribute.
func (d Decoder) Uses(o Option) bool { return slices.Contains(d.Options, o) }

// Mixes reports whether scores of different kinds can be decoded side by side.
func (d Decoder) Mixes(t Ties) bool {
	return d.Method == Learned || d.Signs && (t == First || !d.Uses(TiesOption))
}

// NeedsLogOdds reports whether margins are not enough.
func (d Decoder) NeedsLogOdds() bool { return d.Needs != nil }

// Select returns the names of the decoders that are chosen.
func Select(chosen func(Decoder) bool) []string {
	return lists.Map(lists.Filter(Decoders, chosen), func(d Decoder) string { return string(d.Method) })
}

// Sources are those of all decoders, under the values of the attribute decoding.
func Sources() []contract.Source {
	var list []contract.Source
	for _, d := range Decoders {
		for _, s := range d.Sources {
			list = append(list, s.Under("decoding", string(d.Method)))
		}
	}
	return list
}
