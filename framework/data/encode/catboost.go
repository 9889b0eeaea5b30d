package encode

import (
	"crypto/sha256"
	"math/rand/v2"
	"sync"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/variate"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// ordered is the source of catboost: the training rows are in an order, and each is
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
			x = (total[class] + float64(p*s.a)) / (total[0] + s.a)
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
type catboost struct {
	perClass
	A     float64 `json:"a"`
	Sigma float64 `json:"sigma"`
}

func catboostKind() kind {
	return kind{contract.Component{Name: "catboost", Params: scaled(
		contract.Param{Name: "a", Type: "number", Default: 1., Above: contract.Bound(0),
			Doc: "How many rows p counts for."},
		contract.Param{Name: "sigma", Type: "number", Default: 0., Min: contract.Bound(0),
			Doc: "Multiplies each feature of a training row by 1 + sigma times a normal random number; 0 for no noise."},
		sampleWeightParam, pairsParam, rareBelowParam, unseenCounted("has p"),
	)}, func() settings { return &catboost{} }}
}

func (e *catboost) fit(b *builder) func(v variable) {
	h := e.holding
	h.InSample = true // test rows; training rows have an order
	order := sync.OnceValue(func() [][]int { return b.batches(b.stream("order of an encoder")) })
	return b.eachHolding(h, func(v variable, held *heldOut) { e.add(b, v, held, order()) })
}

// add appends the ordered statistics of a variable. batches are the training
// rows in their order, by their positions in b.rows; those of a batch do not count
// each other.
func (e *catboost) add(b *builder, v variable, held *heldOut, batches [][]int) {
	k := held.classes
	s := &ordered{counted: b.count(v, e.grouping, held), feature: len(b.Columns), a: e.A}
	s.before = make(tally, len(b.rows)*(k+1))
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
			s.noise = append(s.noise, 1+float64(e.Sigma*variate.Normal(random)))
			order.real(s.noise[len(s.noise)-1])
		}
	}
	s.digest = string(order.Sum(nil))
	for _, class := range b.table.Target.Names {
		b.feature(s.name+"~"+class, contract.NumericColumn)
	}
	b.source(s, k)
}
