package encode

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// jamesStein makes James–Stein estimates.
type jamesStein struct {
	perClass
	Model string `json:"model"`
}

// oddsModel is the model of james_stein that pulls log-odds ratios.
const oddsModel = "binary"

func jamesSteinKind() kind {
	return estimateKind("james_stein", "has the share p, or 0",
		contract.Param{Name: "model", Type: "string", Default: "independent",
			OneOf: []string{"independent", "pooled", "beta", oddsModel},
			Doc: "How B is computed, with K values in N rows, n of which have the value, v the variance (divisor rows − 1) of " +
				"the class as 0 and 1 in all rows, and w in those with the value (0 for a single one). independent: " +
				"w / (v + w) · (K − 3) / (K − 1). pooled: (K − 3) · v · (K / N) / Σ(m − p)², summed over all values. beta: " +
				"N / (n + N). binary: w / (t + w) · (K − 3) / (K − 1), with w the variance of the log-odds ratio (the sum of 1 " +
				"over each of the four counts plus a half), and t that between values (Paule and Mandel, 1982)."},
		func() settings { return &jamesStein{} })
}

// check refuses to leave out single rows where estimates are fitted to all values
// together.
func (e *jamesStein) check() []contract.Diagnostic {
	if e.Model != oddsModel || !e.LeaveOneOut {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"leave_one_out"}, "model = \"binary\" cannot leave out single rows",
		"It is fitted to all values together, and would have to be refitted for each row. Take folds = 20, or another "+
			"model.")}
}

func (e *jamesStein) fit(b *builder) func(v variable) {
	return b.eachHolding(e.holding, func(v variable, held *heldOut) {
		s := &estimates{of: steinEstimate(e.Model), setting: e.Model, odds: e.Model == oddsModel}
		b.addEstimates(s, v, e.grouping, held)
		s.shrink()
		if held.alone != nil {
			s.leaveOneOut()
		}
	})
}

// steinEstimate returns the share of a class among the rows with a value, pulled to its
// share p in all rows by a part B of the distance.
func steinEstimate(model string) func(share) float64 {
	if model == oddsModel {
		return steinOdds
	}
	return func(c share) float64 {
		if c.all == 0 {
			return 0
		}
		p := c.allSuccess / c.all
		if c.rows == 0 || c.shrinkage.values >= c.all {
			return p
		}
		own := c.successes / c.rows
		part := shrunk(model, c, variance(p, c.all), variance(own, c.rows))
		if math.IsNaN(part) {
			return own // all rows counted over are of one class, or have one value
		}
		return own + float64(min(max(part, 0), 1)*(p-own))
	}
}

// shrunk returns B, which may be outside of 0 to 1, or NaN.
func shrunk(model string, c share, all, own float64) float64 {
	values := c.shrinkage.values
	switch model {
	case "pooled":
		return (values - 3) * all * values / c.all / c.shrinkage.squares
	case "beta":
		return c.all / (c.rows + c.all)
	}
	return own / (all + own) * (values - 3) / (values - 1)
}

// variance returns the unbiased variance of n numbers of which a share are 1 and the
// others 0, and 0 for a single one.
func variance(share, n float64) float64 {
	if n < 2 {
		return 0
	}
	return share * (1 - share) * n / (n - 1)
}

// steinOdds returns the log-odds ratio of a class and a value, pulled to the mean of all
// values by a part B of the distance.
func steinOdds(c share) float64 {
	values := c.shrinkage.values
	if c.rows == 0 || values < 2 || values >= c.all {
		return 0
	}
	own, variance := oddsRatio(c.rows, c.successes, c.all, c.allSuccess)
	part := (values - 3) / (values - 1) * variance / (c.shrinkage.between + variance)
	return own + float64(min(max(part, 0), 1)*(c.shrinkage.mean-own))
}
