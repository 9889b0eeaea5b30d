package encode

import (
	"crypto/sha256"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/lists"
)

// ordered is the source of catboost: the training rows stand in an order, and each is
// counted over those before it; other rows over all of them.
type ordered struct {
	counted
	feature  int
	a        float64
	position []int32   // of each row of the table among the training rows, −1 if it is none
	before   tally     // by training row: the rows of its value before it
	noise    []float64 // factors, by training row and class; nil for none
	digest   string    // of the order and the noise
}

// addOrdered appends the ordered statistics of a variable. batches are the training
// rows in their order, by their positions in b.rows; those of a batch do not count
// each other.
func (b *builder) addOrdered(v variable, e *encoder, held *heldOut, batches [][]int) {
	k := held.classes
	s := &ordered{counted: b.count(v, e, held), feature: len(b.Columns), a: e.A, before: make(tally, len(b.rows)*(k+1))}
	numbers := make([]int32, len(b.rows))
	so := make(tally, s.total*(k+1))
	order := digest{sha256.New()}
	for _, batch := range batches {
		for _, i := range batch {
			numbers[i] = int32(i)
			order.number(uint64(i))
			copy(s.before.of(int32(i), k), so.of(s.groupOf(b, i), k))
		}
		for _, i := range batch {
			held.add(so.of(s.groupOf(b, i), k), b.table, b.rows[i])
		}
	}
	s.position = b.positions(numbers)
	if e.Sigma > 0 {
		random := b.stream("noise of " + s.name)
		for range len(b.rows) * k {
			s.noise = append(s.noise, 1+e.Sigma*random.NormFloat64())
			order.real(s.noise[len(s.noise)-1])
		}
	}
	s.digest = string(order.Sum(nil))
	for _, class := range b.table.Target.Names {
		b.feature(s.name+"~"+class, contract.NumericColumn)
	}
	b.source(s, k)
}

// groupOf returns the group of the i-th training row.
func (s *ordered) groupOf(b *builder, i int) int32 {
	return s.index.get(s.key(b.table, s.at(b.table, b.rows[i])))
}

func (s *ordered) each(v view, row int, yield func(int, float64)) error {
	k := s.held.classes
	total, _, err := s.tallies(view{table: v.table}, row)
	if err != nil {
		return err
	}
	at := int32(-1)
	if v.training {
		at = s.position[row] // −1, of a row that is none, panics
		total = s.before.of(at, k)
	}
	all := s.held.everyone
	for class := 1; class <= k; class++ {
		p := all[class] / all[0]
		x := p
		if at >= 0 || total[0] > 1 {
			x = (total[class] + p*s.a) / (total[0] + s.a)
		}
		if at >= 0 && s.noise != nil {
			x *= s.noise[int(at)*k+class-1]
		}
		if x != 0 {
			yield(s.feature+class-1, x)
		}
	}
	return nil
}

func (s *ordered) identify(d digest, t *data.Table) {
	s.counted.identify(d, t)
	d.real(s.a)
	d.text(s.digest)
}

// batches puts the training rows in a random order: each by itself, or the groups of
// rows, whose rows must not know each other's classes.
func (b *builder) batches(random *rand.Rand) [][]int {
	var list [][]int
	if b.groups == nil {
		list = lists.Map(lists.Range(len(b.rows)), func(i int) []int { return []int{i} })
	} else {
		place := map[int]int{}
		for i, row := range b.rows {
			at, known := place[b.groups[row]]
			if !known {
				at = len(list)
				place[b.groups[row]] = at
				list = append(list, nil)
			}
			list[at] = append(list[at], i)
		}
	}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// catboost makes ordered target statistics.
func catboost() kind {
	return kind{
		Component: contract.Component{
			Name: "catboost",
			Doc: "Ordered target statistics: the training rows are put in a random order by the experiment's seed, and a " +
				"row with " +
				"the value u has for class k the feature `col~k` = (s + a·p) / (n + a), with n the rows before it that have " +
				"u, s of " +
				"these of class k, and p the share of class k in all training rows. Test rows are counted over all training " +
				"rows; there a value that at most one row has gets p. As category_encoders' CatBoostEncoder, which " +
				"takes the rows in their order. p is the same for all rows, so that it tells none its class. Of multi-label " +
				"data k " +
				"counts labels. A missing category is a value of its own. Under group methods of validation whole groups are " +
				"put in order, and a row is counted over earlier groups. Features are not " +
				"scaled. (Prokhorenkova et al., CatBoost: unbiased boosting with categorical features, NeurIPS 2018.)",
			Params: scaled(
				contract.Param{Name: "a", Type: "number", Default: 1., Above: contract.Bound(0), Doc: "How many rows p " +
					"counts for."},
				contract.Param{Name: "sigma", Type: "number", Default: 0., Min: contract.Bound(0),
					Doc: "Multiplies each feature of a training row by 1 + sigma times a normal random number; 0 for no noise."},
				sampleWeightParam, pairsParam, rareBelowParam,
				unseenParam("What becomes of a value that no training row has: it joins the rare ones if there are any (rare, "+
					"the default with rare_below), has p (ignore), or is an error.", "ignore", "error", "rare"),
			),
		},
		fit: func(b *builder, e *encoder) (func(v variable), func()) {
			all := *e
			all.InSample = true // test rows; training rows have an order
			var order [][]int
			take, end := eachHolding(func(b *builder, v variable, e *encoder, held *heldOut) {
				if order == nil {
					order = b.batches(b.stream("order of an encoder"))
				}
				b.addOrdered(v, e, held, order)
			})(b, &all)
			return take, end
		},
		most: func(_ *encoder, _ variable, outcomes int) (int, int) { return outcomes, outcomes },
	}
}
