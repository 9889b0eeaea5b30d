package contract

import "slices"

// Capabilities are a component's honest promises. The host relies on them: it
// refuses at validation what a component cannot do, and shares what it may.
type Capabilities struct {
	// Tasks lists what a learner can train. For a reducer it lists what it asks
	// for: the first task is that of the first stage that trains anything, the
	// last that of the last stage.
	Tasks      []Task
	Scores     ScoreKind // learners: what binary and multiclass scores are
	Properties Property  // a set: Symmetric | Deterministic
	// Facts lists what metrics and splitters need of the rows beside what is to be
	// predicted. Datasets without it are refused; splitters are shown features only so.
	Facts []RowFact
	// SharedRows is the number of training rows up to which a learner shares work among
	// the problems of a fold, such as a matrix in memory; with more it is slower. 0 means
	// that there is no such number.
	SharedRows int
	// MostFeatures is the number of feature columns that a learner takes at most, as where
	// it needs a matrix of their products. 0 means any number.
	MostFeatures int
	// Probabilities lists the kinds of score from which a reducer's Decode
	// gives class probabilities; empty if it never does. As in Needs, the scores
	// are those of the last stage: of the learner that the last parameter of type
	// LearnerType which is written refers to, else of the cell's own.
	Probabilities []ScoreKind
	// Needs lists the kinds of score that a reducer's Decode takes; empty means
	// any. Probabilities and calibrated scores reach it as log-odds. A metric that needs
	// class probabilities lists Probability.
	Needs []ScoreKind
}

// Can reports whether the capabilities include a task.
func (c Capabilities) Can(t Task) bool {
	return slices.Contains(c.Tasks, t)
}

// Has reports whether the capabilities include a property.
func (c Capabilities) Has(p Property) bool { return c.Properties&p == p }

// Takes reports whether a reducer decodes scores of a kind.
func (c Capabilities) Takes(kind ScoreKind) bool {
	return len(c.Needs) == 0 || slices.Contains(c.Needs, kind)
}

// GivesProbabilities reports whether a reducer gives class probabilities from
// scores of a kind.
func (c Capabilities) GivesProbabilities(from ScoreKind) bool {
	return slices.Contains(c.Probabilities, from)
}

// Property is something that a component promises or does not, as one bit; a sum of
// several is a set.
type Property uint32

// The properties, which Properties describes.
const (
	TakesSparse     Property = 1 << iota // sparse
	TrainsBatches                        // batch
	TakesWeights                         // weights
	Symmetric                            // symmetric
	Deterministic                        // deterministic
	UsesThreads                          // threads
	MultiLabel                           // multi_label
	SmallerIsBetter                      // smaller
	LearnsTarget                         // target
	FoldWide                             // fold_wide
	LeavesOneOut                         // leave_one_out
	TakesPositives                       // positives
	MixesScores                          // mixed_scores
	AnyTarget                            // any_target
	UsesTree                             // tree
	Seeks                                // seeks
	ScoresPairs                          // pairs
)

// If is the property where it holds, and the empty set where not.
func (p Property) If(holds bool) Property {
	if holds {
		return p
	}
	return 0
}

// PropertyRow describes a property. Host and plugins exchange it under its name, as a
// field of plugin.proto and of the JSON of scripts; the documents list it.
type PropertyRow struct {
	Property Property
	Name     string
	Label    string // in `bench plugin describe`; "" if it only concerns the host
	Script   bool   // a script can have it
	Doc      string // what is promised
	Use      string // what the host does with it
}

// Properties are all properties, in the order in which they are shown.
var Properties = []PropertyRow{
	{Property: TakesSparse, Name: "sparse", Label: "sparse features",
		Doc: "learners: take CSR features as well as dense ones; reductions: `Next` takes such features, and lists of labels",
		Use: "sends data that are mostly zeros as CSR; otherwise as a dense matrix of at most 1 GiB; sends the labels of " +
			"rows to such reductions as lists"},
	{Property: TrainsBatches, Name: "batch", Label: "trains in batches",
		Doc: "learners: train the problems of a fold together (`BatchLearner`)",
		Use: "shows it; the SDK looks at the type"},
	{Property: TakesWeights, Name: "weights", Label: "row weights", Script: true,
		Doc: "learners: take row weights; reductions: weigh rows, which needs such a learner",
		Use: "sends those of a dataset with `weights`; refuses to train others on such data"},
	{Property: Symmetric, Name: "symmetric", Label: "symmetric", Script: true,
		Doc: "learners: swapping the signs of y negates every score exactly, to the bit",
		Use: "trains a column and its mirror image once"},
	{Property: Deterministic, Name: "deterministic", Label: "deterministic", Script: true,
		Doc: "the same inputs and seed give the same bytes",
		Use: "shows it, and in each run asks a metric and an encoder the same again once, a splitter always: " +
			"one that answers otherwise is not believed; results of other plugins are not reproducible"},
	{Property: UsesThreads, Name: "threads", Label: "threads",
		Doc: "learners: use more than one thread when given them",
		Use: "says in each call how many it may use"},
	{Property: MultiLabel, Name: "multi_label", Label: "multi-label", Script: true,
		Doc: "reductions, metrics: rows have any number of labels instead of one class; encoders with " +
			"`target`: such rows too",
		Use: "refuses or skips them for data of the other kind"},
	{Property: SmallerIsBetter, Name: "smaller", Label: "smaller is better", Script: true,
		Doc: "metrics: smaller values are better",
		Use: "marks the best, ranks and tunes by it"},
	{Property: LearnsTarget, Name: "target", Label: "learns from classes", Script: true,
		Doc: "encoders: learn from classes or labels",
		Use: "shows them the classes of training rows, and encodes each training row by a fit without its inner fold; " +
			"without it no class is shown"},
	{Property: FoldWide, Name: "fold_wide",
		Doc: "learners: models depend on all rows of the row set, those that a code column leaves out included, as by " +
			"a scale that is the same for all problems of a fold; without it, on the rows of the problem alone",
		Use: "shows it; `bench plugin test` leaves out what cannot hold"},
	{Property: LeavesOneOut, Name: "leave_one_out",
		Doc: "learners: models know what they would make of each training row without it (`LeftOutModel`)",
		Use: "`tune` asks for that where inner folds hold one row each and features do not depend on the row"},
	{Property: TakesPositives, Name: "positives",
		Doc: "learners: take the targets of labels as `Positives`, the rows that have the label, and give the bytes that " +
			"they give with all targets",
		Use: "sends lists of rows, which of rare labels are short, in place of files of targets"},
	{Property: MixesScores, Name: "mixed_scores",
		Doc: "reductions: `Decode` takes scores of learners of different kinds side by side, since it uses their signs " +
			"alone or learns from them; it is told that they are margins",
		Use: "takes such mixes in [`learners`](experiment-file/reduction.md#a-learner-for-each-column), and " +
			"refuses them without"},
	{Property: AnyTarget, Name: "any_target", Label: "classes and labels",
		Doc: "reductions: rows have a class each or any number of labels, which `Next` sees; no `multi_label` with it",
		Use: "takes them for data of both kinds"},
	{Property: UsesTree, Name: "tree", Label: "tree of classes", Script: true,
		Doc: "reductions: use the tree of classes of the dataset",
		Use: "tells `Plan` the tree; refuses or skips them for datasets without one"},
	{Property: Seeks, Name: "seeks",
		Doc: "reductions: decode a row by a few of the scores, and ask for these (`Seeker`)",
		Use: "has no others computed where there are very many models and rows, if the learner has `pairs`"},
	{Property: ScoresPairs, Name: "pairs",
		Doc: "learners: score rows by some of the models each, with the bytes that all models side by side have; " +
			"those of the Go SDK do",
		Use: "asks for what a reduction with `seeks` needs"},
}
