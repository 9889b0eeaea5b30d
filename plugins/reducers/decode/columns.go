package decode

import (
	"github.com/manyclass/bench/framework/contract"
)

// columns holds the nonzero entries of a code column by column, so that sums
// over all rows read scores in order and touch no zero.
type columns struct {
	start []int   // the classes of column l are class[start[l]:start[l+1]]
	split []int   // those with +1 come before split[l], those with −1 from there on
	class []int32 // ascending within each sign
	pairs bool    // every column holds one +1 and one −1
}

func newColumns(code contract.Code) *columns {
	if all, ok := code.(contract.Pairs); ok {
		return allPairs(all.Classes())
	}
	c := &columns{start: []int{0}, pairs: true}
	for l := range code.Columns() {
		column := code.Column(l)
		c.class = appendClasses(c.class, column, 1)
		c.split = append(c.split, len(c.class))
		c.class = appendClasses(c.class, column, -1)
		c.start = append(c.start, len(c.class))
		c.pairs = c.pairs && c.split[l]-c.start[l] == 1 && c.start[l+1]-c.split[l] == 1
	}
	return c
}

func appendClasses(classes []int32, column []int8, sign int8) []int32 {
	for k, m := range column {
		if m == sign {
			classes = append(classes, int32(k))
		}
	}
	return classes
}

// allPairs holds the columns of contract.Pairs.
func allPairs(classes int) *columns {
	count := contract.Pairs(classes).Columns()
	c := &columns{
		start: make([]int, 1, count+1), split: make([]int, 0, count), class: make([]int32, 0, 2*count), pairs: true,
	}
	for i := range classes {
		for j := i + 1; j < classes; j++ {
			c.class = append(c.class, int32(i), int32(j))
			c.split = append(c.split, len(c.class)-1)
			c.start = append(c.start, len(c.class))
		}
	}
	return c
}

func (c *columns) positive(l int) []int32 { return c.class[c.start[l]:c.split[l]] }
func (c *columns) negative(l int) []int32 { return c.class[c.split[l]:c.start[l+1]] }

// add adds to out, for every class, the value of each of its columns in column
// order: positive[l] where its entry is +1, negative[l] where it is −1.
func (c *columns) add(positive, negative, out []float64) {
	if c.pairs {
		class, negative := c.class[:2*len(positive)], negative[:len(positive)]
		for l, p := range positive {
			out[class[2*l]] += p
			out[class[2*l+1]] += negative[l]
		}
		return
	}
	for l, p := range positive {
		for _, k := range c.positive(l) {
			out[k] += p
		}
		n := negative[l]
		for _, k := range c.negative(l) {
			out[k] += n
		}
	}
}

// addWeighted is add with every value times the weight of its entry; weights
// are in the order of c.class.
func (c *columns) addWeighted(weights, positive, negative, out []float64) {
	for l, p := range positive {
		for e := c.start[l]; e < c.split[l]; e++ {
			out[c.class[e]] += float64(weights[e] * p)
		}
		n := negative[l]
		for e := c.split[l]; e < c.start[l+1]; e++ {
			out[c.class[e]] += float64(weights[e] * n)
		}
	}
}

// entries are the nonzero entries of the rows of a code, listed when they are first
// asked for.
type entries struct {
	code contract.Code
	rows [][]contract.Entry
}

func newEntries(code contract.Code) *entries {
	return &entries{code, make([][]contract.Entry, code.Classes())}
}

func (e *entries) row(k int) []contract.Entry {
	if e.rows[k] == nil {
		e.rows[k] = e.code.Row(k)
	}
	return e.rows[k]
}

// Zeros says what the zero entries of a row add to its distance.
type Zeros string

// The conventions for zero entries.
const (
	Count Zeros = "count" // each costs Loss(0)
	Skip  Zeros = "skip"  // they cost nothing
	Mean  Zeros = "mean"  // they cost nothing; the rest is divided by its number of terms
)

// AllZeros returns the names of the conventions for zero entries, the default first.
func AllZeros() []string { return []string{string(Count), string(Skip), string(Mean)} }

// zeroTerms returns what the zeros of each row add to a distance when each costs
// one, and what the sum is divided by.
func (z Zeros) zeroTerms(code contract.Code, cost float64) (offset, divide []float64) {
	offset, divide = make([]float64, code.Classes()), make([]float64, code.Classes())
	for k := range code.Classes() {
		nonzero := len(code.Row(k))
		divide[k] = 1
		switch z {
		case Skip:
		case Mean:
			divide[k] = max(1, float64(nonzero))
		default:
			offset[k] = float64(code.Columns()-nonzero) * cost
		}
	}
	return offset, divide
}
