package cart

import "math"

// counter holds the weight of each class on one side of a split.
type counter struct {
	counts  []float64
	total   float64
	squares float64   // Σ counts², kept for gini
	bits    bool      // impurity is entropy, not gini
	table   []float64 // v·log₂ v of whole v; nil with row weights
}

// newCounter returns a counter of rows, up to rows of them, or of weights if rows
// is 0.
func newCounter(criterion string, classes, rows int) counter {
	c := counter{counts: make([]float64, classes), bits: criterion == entropy}
	if c.bits && rows > 0 {
		c.table = make([]float64, rows+1)
		for v := 2; v <= rows; v++ {
			c.table[v] = float64(v) * math.Log2(float64(v))
		}
	}
	return c
}

func (c *counter) reset() {
	clear(c.counts)
	c.total, c.squares = 0, 0
}

// set takes over the counts of a node.
func (c *counter) set(counts []float64) {
	c.reset()
	for k, n := range counts {
		c.add(k, n)
	}
}

// add adds weight w, which may be negative, to a class. With whole weights
// nothing is rounded.
func (c *counter) add(class int, w float64) {
	n := c.counts[class]
	c.squares += w * (2*n + w)
	c.counts[class] = n + w
	c.total += w
}

// pure reports whether all weight is on one class.
func (c *counter) pure() bool {
	present := 0
	for _, n := range c.counts {
		if n > 0 {
			present++
		}
	}
	return present < 2
}

// impurity returns total·(1 − Σ p²) or −total·Σ p·log₂ p, with p = counts/total,
// and 0 where weights of very different size have left only rounding.
func (c *counter) impurity() float64 {
	if !(c.total > 0) {
		return 0
	}
	if !c.bits {
		return c.total - c.squares/c.total
	}
	sum := c.timesLog(c.total)
	for _, n := range c.counts {
		sum -= c.timesLog(n)
	}
	return sum
}

// timesLog returns v·log₂ v, and 0 for v = 0.
func (c *counter) timesLog(v float64) float64 {
	if c.table != nil {
		return c.table[int(v)]
	}
	if v <= 0 {
		return 0
	}
	return v * math.Log2(v)
}
