package decode

import (
	"fmt"
	"math"
)

// Method is a way of decoding.
type Method string

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
	Ties     Ties     `json:"ties,omitempty"`     // those with TiesOption
	Coupling Pairwise `json:"coupling,omitempty"` // Coupling
	Weighted bool     `json:"weighted,omitempty"` // HastieTibshirani: whether PairRows are counted

	// Thresholds decide instead of the class scores, if there are any; for methods with
	// probabilities.
	Thresholds Thresholds `json:"thresholds,omitempty"`
	// Trees lists for Product the columns of each tree, and for TopDown those of one; nil is
	// one tree of all columns.
	Trees [][]int `json:"trees,omitempty"`
	// Nodes are for Product and TopDown those of one tree whose nodes have two parts or more,
	// in place of Trees.
	Nodes []Node `json:"nodes,omitempty"`
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

// Node is a node of a tree whose nodes have two parts or more, with the columns that
// separate its parts: one for two parts, else one for each part against the others, or one for
// each pair of parts, in lexical order. The columns of a wide node are one for each part
// against the others and against classes that the node does not have.
type Node struct {
	Parts   [][]int `json:"parts"` // the classes of each
	Columns []int   `json:"columns"`
	Pairs   bool    `json:"pairs,omitempty"`
	Wide    bool    `json:"wide,omitempty"`
}

// Couplings returns the names of the methods of coupling, the default first.
func Couplings() []string {
	return []string{string(WuLinWeng), string(HastieTibshirani), string(PKPD)}
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
