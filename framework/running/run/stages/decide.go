package stages

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/decision"
	"github.com/manyclass/bench/framework/language/deciding"
	"github.com/manyclass/bench/framework/running/run/scores"
)

// decide does with what was decoded of some rows what the block of the reduction says: it corrects
// probabilities for other priors, and predicts by costs or for a measure of all these rows.
func (c *Cell) decide(d *scores.Decoded, ranges []contract.Range) error {
	host, block := c.Reduction.Host, c.t.Fold.Block
	if what := host.ByProbabilities(); what != "" {
		if err := d.NeedsAll(what); err != nil {
			return err
		}
	}
	t := block.Dataset.Table.Target
	if host.Corrects() {
		if err := c.correct(*d, ranges, t.Names); err != nil {
			return err
		}
	}
	switch {
	case host.LeastCost:
		d.Cheapest(t.Costs)
	case host.Measure != "":
		d.Together(host.Measure, t.K(), c.turns(ranges), block.Weights(ranges))
	}
	return nil
}

// correct corrects class probabilities from the priors of the training rows to those that are wanted, and
// predicts the largest.
func (c *Cell) correct(d scores.Decoded, ranges []contract.Range, classes []string) error {
	block, train := c.t.Fold.Block, make([]float64, len(classes))
	for _, r := range c.t.Fold.Train {
		for _, w := range block.Weights([]contract.Range{r}) {
			train[r.Class] += w
		}
		if block.Dataset.Table.Weights == nil {
			train[r.Class] += float64(r.End - r.Start)
		}
	}
	all := lists.Sum(train)
	train = lists.Map(train, func(rows float64) float64 { return rows / all })
	to, err := c.Reduction.Host.Priors.In(classes)
	if err != nil {
		return err
	}
	if c.Reduction.Host.Priors.Name == deciding.EstimatedPriors {
		to = decision.Estimate(d.Probabilities, train, block.Weights(ranges))
	}
	decision.Correct(d.Probabilities, train, to)
	d.Likeliest(len(classes))
	return nil
}

// turns is the order in which the rows of some ranges are predicted for a measure: at random, which
// neither the file nor the classes of the rows determine.
func (c *Cell) turns(ranges []contract.Range) []int {
	block := c.t.Fold.Block
	ids := block.IDs(ranges)
	order := lists.Range(len(ids))
	slices.SortStableFunc(order, func(a, b int) int { return ids[a] - ids[b] })
	seed := block.Seed("turns", block.Dataset.Table.SHA256, strconv.Itoa(c.t.Fold.Number))
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}
