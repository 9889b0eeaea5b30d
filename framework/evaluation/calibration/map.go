package calibration

import (
	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
)

// Map takes a score to the log-odds of the positive class. It does not fall
// where the score grows, except for a sigmoid of scores that point the wrong way,
// and is finite: within ±LogOddsLimit.
type Map interface {
	LogOdds(score float64) float64
}

// least keeps the logarithms of probabilities 0 and 1 finite.
const least = 1e-300

// LogOddsLimit bounds what a Map returns: the log-odds of a probability of 1.
var LogOddsLimit = -elementary.Log(least)

// logOdds is that of a probability.
func logOdds(p float64) float64 {
	return elementary.Log(max(p, least)) - elementary.Log(max(1-p, least))
}

// count is the number of positive rows.
func count(positive []bool) int { return lists.Count(positive, func(is bool) bool { return is }) }
