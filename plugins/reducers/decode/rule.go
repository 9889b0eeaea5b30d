package decode

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Method is a way of decoding.
type Method string

// The methods, with their class scores.
const (
	// MaxScore takes the class whose own model scores highest; that score is the
	// class score. The code must give every class a column in which it alone is
	// +1, or have two rows and one column, whose score s then stands for the
	// class scores (s, −s). Its probabilities are the sigmoids of the class
	// scores divided by their sum, as scikit-learn's OneVsRestClassifier has
	// them: a convention, since the models are fitted apart.
	MaxScore Method = "max_score"
	// Vote takes the class with most votes, v_k = Σ (1 + w_l·m_kl)/2 over the
	// nonzero entries of its row. The votes are the class scores.
	Vote Method = "vote"
	// Hamming takes the row nearest to the signs of the scores, at distance
	// d_k = Σ_l (1 − w_l·m_kl)/2. The class score is −d_k.
	Hamming Method = "hamming"
	// Euclidean takes the row at the least distance
	// d_k = √Σ_l (w_l − m_kl)². The class score is −d_k.
	Euclidean Method = "euclidean"
	// AttenuatedEuclidean is Euclidean without the terms in which the entry or
	// the sign is 0: d_k = √Σ_l |m_kl|·|w_l|·(w_l − m_kl)² (Escalera, Pujol &
	// Radeva, PAMI 32, 2010). The class score is −d_k.
	AttenuatedEuclidean Method = "attenuated_euclidean"
	// LossBased takes the row of least loss, d_k = Σ_l Loss(s_l·m_kl) (Allwein,
	// Schapire & Singer, JMLR 1, 2000). The class score is −d_k, but −ln d_k
	// with Exponential, which orders alike and stays finite where d_k would
	// overflow. Probabilities from log-odds are the softmax of −d. With Logistic
	// that has a meaning: e^−d_k = Π_l σ(s_l·m_kl), a zero counting ½, is the
	// probability that independent models spell out the row of class k, and the
	// softmax is the posterior of the classes when all are equally frequent.
	// With the other losses it is only a transform that keeps the order.
	LossBased Method = "loss_based"
	// LossWeighted is d_k = Σ_l W_kl·Loss(s_l·m_kl), where W is Rule.Weights,
	// the accuracy of model l on the training rows of class k, with 0 for zero
	// entries, each row divided by its sum (Escalera, Pujol & Radeva 2010). A
	// row without any weight weighs its nonzero entries alike. Class scores and
	// probabilities are as for LossBased.
	LossWeighted Method = "loss_weighted"
	// Ordered takes the first model that fires (s > 0), in column order, and the
	// class left over if none does. The code must give every column a class of
	// its own in which it alone is +1, leaving one class without. The class
	// score is the least margin on the way to the class: min(s_k, −s_j for all
	// columns j before its own), for the class left over min_j −s_j; only the
	// predicted class can have one above 0.
	Ordered Method = "first"
	// DDAG keeps the classes in class order and tests the first against the
	// last; the loser leaves, until one is left (Platt, Cristianini &
	// Shawe-Taylor, NIPS 12, 2000). A margin above 0 is a win for the first, so
	// an abstention is a win for the last. The class score is the number of
	// tests done before the class left, K−1 for the winner. The code must be of
	// pairs; columns of one pair are tested together, by their mean margin.
	DDAG Method = "ddag"
	// Product multiplies probabilities along the path from the root of a
	// nested dichotomy to the class, p_k = Π σ(s_l·m_kl) over the nonzero
	// entries of its row among the columns of a tree, and takes the mean over
	// the trees of Rule.Trees (Frank & Kramer, ICML 2004). Class scores are
	// ln p_k.
	Product Method = "product"
	// Coupling makes probabilities of classes from those of pairs,
	// r_ij = σ(s_ij), as Rule.Coupling says. The code must be of pairs and hold
	// them all; several columns of one pair count with their mean score.
	Coupling Method = "coupling"
	// BradleyTerry fits p to the models' probabilities r_l = σ(s_l) under any
	// code: it maximises Σ_l r_l·ln(q⁺_l/q_l) + (1 − r_l)·ln(q⁻_l/q_l), where q⁺_l
	// sums p over the classes with +1, q⁻_l over those with −1 and q_l over both
	// (Huang, Weng & Lin, "Generalized Bradley–Terry models and multi-class
	// probability estimates", JMLR 7, 2006). Class scores are ln p_k.
	// Log-odds are cut off at ±23.03 (r = 1e-10), where p would run to 0 or 1.
	BradleyTerry Method = "bradley_terry"
	// Coverage adds up Rule.Counts_kl, the number of training rows of class k on
	// which model l fires, over the models that fire (s > 0). The sums are the
	// class scores.
	Coverage Method = "coverage"
)

// Zeros says what the zero entries of a row add to its distance.
type Zeros string

// The conventions for zero entries.
const (
	Count Zeros = "count" // each costs Loss(0)
	Skip  Zeros = "skip"  // they cost nothing
	Mean  Zeros = "mean"  // they cost nothing; the rest is divided by its number of terms
)

// Ties says how Vote and Hamming choose between classes that are equally good.
// All other methods take the first in class order.
type Ties string

// The ways to break a tie.
const (
	ByScore Ties = "score" // the largest Σ_l s_l·m_kl, then class order
	First   Ties = "first" // class order
)

// Pairwise is a method of pairwise coupling.
type Pairwise string

// The methods of coupling. All return consistent probabilities
// r_ij = p_i/(p_i + p_j) as the p they come from.
const (
	// WuLinWeng minimises Σ_i Σ_j≠i (r_ji·p_i − r_ij·p_j)², Σ p = 1: the second
	// method of Wu, Lin & Weng, "Probability estimates for multi-class
	// classification by pairwise coupling", JMLR 5 (2004). Class scores are p_k.
	WuLinWeng Pairwise = "wu_lin_weng"
	// HastieTibshirani maximises Σ_i<j n_ij·(r_ij·ln(p_i/(p_i+p_j)) +
	// r_ji·ln(p_j/(p_i+p_j))) (Hastie & Tibshirani, "Classification by pairwise
	// coupling", Annals of Statistics 26, 1998): BradleyTerry on pairs, with
	// n_ij from Rule.PairRows or 1. Class scores are ln p_k. Log-odds are cut
	// off as by BradleyTerry.
	HastieTibshirani Pairwise = "hastie_tibshirani"
	// PKPD is p_i ∝ 1/(Σ_j≠i 1/r_ij − (K−2)) (Price, Knerr, Personnaz &
	// Dreyfus, "Pairwise neural network classifiers with probabilistic
	// outputs", NIPS 7, 1995). Class scores are ln p_k before they are made to
	// sum to 1.
	PKPD Pairwise = "pkpd"
)

// Rule is a complete decoder and goes through JSON. The fields that its Method
// does not use are ignored; the zero values of Zeros, Ties and Coupling mean
// Count, ByScore and WuLinWeng.
type Rule struct {
	Method   Method   `json:"method"`
	Loss     Loss     `json:"loss,omitempty"`     // LossBased, LossWeighted
	Zeros    Zeros    `json:"zeros,omitempty"`    // Hamming, LossBased
	Ties     Ties     `json:"ties,omitempty"`     // Vote, Hamming
	Coupling Pairwise `json:"coupling,omitempty"` // Coupling

	// Trees lists for Product the columns of each tree; nil is one tree of all
	// columns.
	Trees [][]int `json:"trees,omitempty"`
	// Weights is K × L for LossWeighted: accuracies, at least 0; those of zero
	// entries do not matter.
	Weights [][]float64 `json:"weights,omitempty"`
	// PairRows is for HastieTibshirani the number of training rows of each
	// column, n_i + n_j; nil weighs all pairs alike.
	PairRows []float64 `json:"pair_rows,omitempty"`
	// Counts is K × L for Coverage. For the one column of two classes it may be
	// 2 × 2: the second column is that of the mirror image of the model, which
	// fires where s < 0. Without it the first class is all that Coverage finds
	// where the model does not fire.
	Counts [][]float64 `json:"counts,omitempty"`
}

var methods = []Method{
	MaxScore, Vote, Ordered, Product, DDAG, Hamming, Euclidean, AttenuatedEuclidean,
	LossBased, LossWeighted, Coupling, BradleyTerry, Coverage,
}

// Couplings returns the names of the methods of coupling, the default first.
func Couplings() []string {
	return []string{string(WuLinWeng), string(HastieTibshirani), string(PKPD)}
}

// Probabilities returns the kinds of score from which the rule gives class
// probabilities, nil if it never does.
func (r Rule) Probabilities() []contract.ScoreKind {
	switch r.Method {
	case MaxScore:
		return []contract.ScoreKind{contract.LogOdds, contract.Margin}
	case Product, Coupling, BradleyTerry, LossBased, LossWeighted:
		return []contract.ScoreKind{contract.LogOdds}
	}
	return nil
}

// Needs returns the kinds of score that the rule can decode, nil for any. The
// host maps probabilities to log-odds.
func (r Rule) Needs() []contract.ScoreKind {
	if r.needsLogOdds() {
		return []contract.ScoreKind{contract.LogOdds}
	}
	return nil
}

func (r Rule) needsLogOdds() bool {
	return r.Method == Product || r.Method == Coupling || r.Method == BradleyTerry
}

// has reports whether kinds include kind, taking probabilities for the log-odds
// that the host makes of them.
func has(kinds []contract.ScoreKind, kind contract.ScoreKind) bool {
	if kind == contract.Probability {
		kind = contract.LogOdds
	}
	return slices.Contains(kinds, kind)
}

// Check returns an error if a field that the rule uses has no meaning whatever
// the code.
func (r Rule) Check() error {
	if !slices.Contains(methods, r.Method) {
		return fmt.Errorf("unknown decoding %q", string(r.Method))
	}
	if _, ok := losses[r.Loss]; (r.Method == LossBased || r.Method == LossWeighted) && !ok {
		return fmt.Errorf("unknown loss %q", string(r.Loss))
	}
	switch r.Zeros {
	case "", Count, Skip, Mean:
	default:
		return fmt.Errorf("unknown convention %q for zeros", string(r.Zeros))
	}
	switch r.Ties {
	case "", ByScore, First:
	default:
		return fmt.Errorf("unknown way %q to break ties", string(r.Ties))
	}
	if r.Coupling != "" && !slices.Contains(Couplings(), string(r.Coupling)) {
		return fmt.Errorf("unknown coupling %q", string(r.Coupling))
	}
	return nil
}

// Fits returns an error if the rule cannot decode a code: MaxScore, Ordered,
// Product, DDAG and Coupling each need one of a certain form. What is counted
// in training (Weights, PairRows, Counts) need not be there yet.
func (r Rule) Fits(code contract.Code) error {
	if err := r.Check(); err != nil {
		return err
	}
	if err := checkCode(code); err != nil {
		return err
	}
	switch r.Method {
	case LossWeighted, Coverage:
		return nil
	}
	r.PairRows = nil
	_, err := r.prepare(code)
	return err
}

// checkTable refuses what is not one number, finite and at least 0, for every
// class and column.
func checkTable(name string, table [][]float64, classes, columns int) error {
	if len(table) != classes {
		return fmt.Errorf("%s have %d rows, but there are %d classes", name, len(table), classes)
	}
	for k, row := range table {
		if err := checkColumns(fmt.Sprintf("row %d of %s", k, name), row, columns); err != nil {
			return err
		}
	}
	return nil
}

// checkColumns does the same for one number a column.
func checkColumns(name string, row []float64, columns int) error {
	if len(row) != columns {
		return fmt.Errorf("%s has %d numbers, but there are %d binary problems", name, len(row), columns)
	}
	for l, x := range row {
		if !(x >= 0) || math.IsInf(x, 1) {
			return fmt.Errorf("%s: column %d is %g, not a number of at least 0", name, l, x)
		}
	}
	return nil
}
