package progress

import (
	"fmt"
	"math"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// best says which method is best so far by a metric, as the answer of the report does: on a dataset by the mean, among
// the methods with as many values as any; over datasets by the mean rank, on those of which no value is missing.
type best struct {
	metric   metric.Spec
	methods  []string // in the order of the plan
	number   func(plan.Cell) int
	counts   func(plan.Cell) bool
	datasets map[string]*means
	last     string // dataset of the last value
	ranks    []float64
	ranked   int // datasets, over which ranks are sums
}

// means are those of the methods on a dataset.
type means struct {
	sums           []float64
	values, wanted []int
}

// newBest begins without a value.
func newBest(p *plan.Plan, by metric.Spec) *best {
	b := &best{metric: by, counts: p.IsMain(), datasets: map[string]*means{}}
	axes, numbers := p.DefaultColumns(), map[string]int{}
	b.number = func(c plan.Cell) int {
		name := strings.Join(lists.Map(axes, func(axis string) string { return c.Called(contract.Kind(axis)) }), "/")
		if _, known := numbers[name]; !known {
			numbers[name] = len(b.methods)
			b.methods = append(b.methods, name)
		}
		return numbers[name]
	}
	for _, c := range p.Cells {
		b.number(c)
	}
	b.ranks = make([]float64, len(b.methods))
	for _, c := range p.Cells {
		if b.counts(c) {
			b.of(c.Dataset).wanted[b.number(c)]++
		}
	}
	return b
}

func (b *best) of(dataset string) *means {
	if b.datasets[dataset] == nil {
		n := len(b.methods)
		b.datasets[dataset] = &means{make([]float64, n), make([]int, n), make([]int, n)}
	}
	return b.datasets[dataset]
}

// add takes the value of a cell.
func (b *best) add(c plan.Cell, value float64) {
	if !b.counts(c) || math.IsNaN(value) {
		return
	}
	m, i := b.of(c.Dataset), b.number(c)
	m.sums[i] += value
	m.values[i]++
	b.last = c.Dataset
	for i := range m.values {
		if m.values[i] != m.wanted[i] || m.wanted[i] == 0 {
			return
		}
	}
	b.ranked++
	losses := lists.Map(lists.Range(len(m.sums)), func(i int) float64 { return b.loss(m.mean(i)) })
	for i, rank := range stats.Ranks(losses) {
		b.ranks[i] += rank
	}
}

func (m *means) mean(i int) float64 { return m.sums[i] / float64(m.values[i]) }

// loss is a number that is smaller for better values.
func (b *best) loss(value float64) float64 {
	if b.metric.SmallerIsBetter() {
		return value
	}
	return -value
}

// lines say which method is best on the dataset of the last value, and over datasets once there are two.
func (b *best) lines() []string {
	if b == nil || b.last == "" {
		return nil
	}
	lines := []string{b.on(b.last)}
	if b.ranked > 1 && len(b.methods) > 1 {
		first := b.first(lists.Range(len(b.methods)), func(i int) float64 { return b.ranks[i] })
		lines = append(lines, fmt.Sprintf("best over %d datasets: %s, mean rank %.2f by %s", b.ranked, b.methods[first],
			b.ranks[first]/float64(b.ranked), b.metric.Name))
	}
	return lines
}

// on says which method is best on a dataset.
func (b *best) on(dataset string) string {
	m, most := b.datasets[dataset], 0
	for _, n := range m.values {
		most = max(most, n)
	}
	full := lists.Filter(lists.Range(len(m.values)), func(i int) bool { return m.values[i] == most })
	first := b.first(full, func(i int) float64 { return b.loss(m.mean(i)) })
	what := "best so far"
	if len(b.methods) == 1 {
		what = "so far"
	}
	return fmt.Sprintf("%s on %s: %s, %s %s, mean of %s", what, dataset, b.methods[first], b.metric.Name,
		sheet.Fixed(m.mean(first)), wording.Count(most, "cell"))
}

// first is the place of the smallest number.
func (b *best) first(of []int, number func(i int) float64) int {
	first := of[0]
	for _, i := range of {
		if number(i) < number(first) && !stats.Tied(number(i), number(first)) {
			first = i
		}
	}
	return first
}
