package metric

import (
	"math"
)

// Value is one number with the name that files and tables give it. An
// undefined value (no rows, or no probabilities where they are needed) is NaN.
type Value struct {
	Name  string
	Value float64
}

// Defined reports whether there is a value.
func (v Value) Defined() bool { return !math.IsNaN(v.Value) }

// Compute returns the metric's values, in the order of Names: all NaN where there
// are no rows, where probabilities are needed and missing, and where the
// dataset lacks one of the metric's classes, and where the metric is not for this
// kind of target (see SingleLabel and MultiLabel). The conventions are
// scikit-learn's defaults:
//
//   - a ratio 0/0 is 0 (a class never predicted has precision 0, a class
//     without rows recall 0), or what zero_division says; where that is nan, means
//     leave it out, and are NaN if nothing else is there;
//   - macro averages over the classes present in truth or predictions,
//     balanced accuracy over those present in truth;
//   - f1 averages the f1 of the classes, it is not the f1 of averages;
//   - mcc is 0 when truth or predictions are constant, kappa NaN when both are
//     one and the same class;
//   - log_loss clips probabilities to [ε, 1−ε], ε = 2⁻⁵², and then divides each
//     row by its sum;
//   - top_k counts, of equal scores, that of the later class as larger;
//   - the auc of a class without rows, or with all of them, is NaN, and so is
//     then the macro average; the weighted one leaves classes without rows out,
//     and so do mode = "ovo" and hand_till.
//
// Those of multi-label data:
//
//   - macro averages over all labels, also those without rows, samples and the
//     example_ metrics over all rows, also those without labels; zero_division is
//     the value of a row that has no label and gets none;
//   - weighted is the plain mean where no row has a label, for auc it is 0;
//   - of labels with equal scores those that the row does not have count as larger, in
//     ranking_loss, one_error, coverage and lrap alike; rankings are by
//     probabilities if there are any, else by scores;
//   - for a row without labels ranking_loss and coverage are 0 and lrap is 1, and
//     so they are (except coverage, which is K) for a row with all labels;
//     one_error, which scikit-learn does not have, is 1 for a row without labels;
//   - coverage counts from 1, as scikit-learn's coverage_error: 1 more than the
//     coverage that counts steps down the ranking;
//   - average_precision of a label without rows is 0, as everywhere;
//   - precision_at_k, ndcg and psp_at_k take the mean over all orders of labels with
//     equal scores, as ndcg_score does; a k above K counts in precision_at_k as if more
//     labels followed that the row does not have;
//   - log_loss and brier are means over labels of those of each label.
//
// With sample_weight a row counts as its weight says, as often as there were that many of
// it: in counts, sums, means over rows, shares of pairs and what averages weigh classes by.
// hand_till and mode = "ovo", of which scikit-learn refuses weights, do likewise within
// pairs. Propensities of psp_at_k count rows.
//
// brier is twice scikit-learn's for two classes: it sums over classes always.
// cost is NaN without costs, and of the option classes it counts their part of them; those of
// the tree of the classes likewise.
// kappa weighs by places in class order, also where a class between is absent.
// A Spec that does not pass Check, one of a plugin, and slices of wrong lengths are a
// caller's bug and panic.
func (s Spec) Compute(in Input) []Value {
	if err := s.Check(); err != nil {
		panic(err)
	}
	in.check()
	k, o := s.kind(), s.options()
	var values []Value
	for _, name := range s.names(o, in.Target.Names) {
		values = append(values, Value{name, math.NaN()})
	}
	if !s.Suits(in.Target.MultiLabel) {
		return values
	}
	if !s.Costed(in.Target) || !s.Placed(in.Target) {
		return values
	}
	if k.by == byCosts {
		in.Target.Costs, _ = s.CostsOf(in.Target)
	}
	in, fits := o.restrict(in)
	switch {
	case k.table || !fits || in.rows() == 0:
	case k.probabilities && !in.HasProbabilities():
	case s.OfSets() && in.Sets == nil:
	case k.ranks && in.ranking() == nil && in.Top == nil:
	case in.Top != nil && (k.probabilities || k.ranks) && !k.best.has(in, o):
	default:
		compute := k.compute
		if in.Target.MultiLabel {
			compute = k.labels
		}
		for i, v := range compute(in, o) {
			values[i].Value = v
		}
	}
	return values
}

// Restrict returns the part of the input that the option classes leaves, the
// whole without it: rows whose truth and prediction are both among these
// classes, renumbered, with the columns of these classes. Probabilities are
// divided by their sum over the row, and equal where that is 0. Of multi-label
// data it leaves all rows with the columns of these labels, as they are. It is
// false if the input lacks some of the classes.
func (s Spec) Restrict(in Input) (Input, bool) { return s.options().restrict(in) }
