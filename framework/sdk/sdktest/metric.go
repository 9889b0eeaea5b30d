package sdktest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// metric checks one metric.
type metric struct {
	*suite
	configuration
	name string
}

func (m *metric) run() {
	of := "classes"
	if m.caps.Has(contract.MultiLabel) {
		of = "labels"
	}
	for _, classes := range []int{2, 3, 7} {
		m.check(fmt.Sprintf("%s: measures %d %s", m.name, classes, of), func(t *trial) {
			o := drawOutcome(classes, m.caps.Has(contract.MultiLabel))
			m.measure(t, o, o.Rows())
		})
	}
	m.check(m.name+": same rows, same value", m.repeats)
	m.check(m.name+": a value does not depend on other rows", m.alone)
	m.check(m.name+": rows without weights and groups", m.bare)
	m.check(m.name+": one row", func(t *trial) { m.ask(t, m.usual().Part(0, 1), 1) })
	m.check(m.name+": refuses files that do not fit together", m.refuses)
}

// usual is the outcome of most checks.
func (m *metric) usual() contract.Outcome { return drawOutcome(3, m.caps.Has(contract.MultiLabel)) }

// drawOutcome draws predictions that are right more often than not, of rows with weights
// and groups.
func drawOutcome(classes int, multiLabel bool) contract.Outcome {
	random := rand.New(rand.NewPCG(uint64(classes), 1))
	n := 12 * classes
	o := contract.Outcome{MultiLabel: multiLabel, Scores: contract.Matrix{Rows: n, Cols: classes}}
	for k := range classes {
		o.Classes = append(o.Classes, fmt.Sprintf("class %d", k))
	}
	p := contract.Matrix{Rows: n, Cols: classes}
	for i := range n {
		sum, best, most := 0.0, 0, math.Inf(-1)
		for k := range classes {
			score := random.NormFloat64()
			if k == i%classes {
				score += 2
			}
			o.Scores.Data = append(o.Scores.Data, score)
			if score > most {
				best, most = k, score
			}
			sum += math.Exp(score)
		}
		for k := range classes {
			odds := math.Exp(o.Scores.Row(i)[k])
			if multiLabel {
				o.Truth, o.Predicted = append(o.Truth, one(k == i%classes || k == 0)), append(o.Predicted, one(odds > 1))
				p.Data = append(p.Data, odds/(1+odds))
				continue
			}
			p.Data = append(p.Data, odds/sum)
		}
		if !multiLabel {
			o.Truth, o.Predicted = append(o.Truth, i%classes), append(o.Predicted, best)
		}
		o.Weights, o.Groups = append(o.Weights, 1+float64(i%3)), append(o.Groups, i%4)
	}
	o.Probabilities = &p
	return o
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// call writes an outcome to files.
func (m *metric) call(t *trial, o contract.Outcome) service.ComputeCall {
	call := service.ComputeCall{
		Component: service.ComponentRef{Kind: contract.KindMetric, Name: m.name, Config: m.config},
		Classes:   o.Classes, MultiLabel: o.MultiLabel,
	}
	t.must(call.Arrays(&o).Write(o.Rows(), service.Below(t.folder())))
	return call
}

// ask asks for the values of the parts that end where ends say.
func (m *metric) ask(t *trial, o contract.Outcome, ends ...int) []service.Computed {
	call := m.call(t, o)
	defer os.RemoveAll(filepath.Dir(call.Truth))
	call.Ends = ends
	values, err := t.plugin().Compute(t.ctx, call)
	t.must(err)
	return values
}

// measure is ask where every part must have a value, which may be undefined.
func (m *metric) measure(t *trial, o contract.Outcome, ends ...int) []float64 {
	var list []float64
	for _, v := range m.ask(t, o, ends...) {
		t.must(v.Err)
		list = append(list, v.Value)
	}
	return list
}

// repeats asks again in the same process and in another.
func (m *metric) repeats(t *trial) {
	if !m.caps.Has(contract.Deterministic) {
		t.skip("the metric does not promise it")
	}
	o := m.usual()
	first := m.measure(t, o, o.Rows())[0]
	again := func(where string) {
		if v := m.measure(t, o, o.Rows())[0]; math.Float64bits(v) != math.Float64bits(first) {
			t.fail("%s the value is %v, and was %v", where, v, first)
		}
	}
	again("in the same process")
	t.fresh()
	again("in another process")
}

// alone asks for parts together and one by one.
func (m *metric) alone(t *trial) {
	o := m.usual()
	ends := []int{o.Rows() / 3, o.Rows() / 2, o.Rows()}
	start := 0
	for i, v := range m.measure(t, o, ends...) {
		part := o.Part(start, ends[i])
		by := m.measure(t, part, part.Rows())[0]
		if by != v && !(math.IsNaN(by) && math.IsNaN(v)) {
			t.fail("rows %d to %d have the value %v among others and %v alone", start, ends[i]-1, v, by)
		}
		start = ends[i]
	}
}

// bare asks without what datasets need not have, and the metric does not need. A metric
// may want it all the same, and say so.
func (m *metric) bare(t *trial) {
	o := m.usual()
	if !slices.Contains(m.caps.Facts, contract.RowWeights) {
		o.Weights = nil
	}
	if !slices.Contains(m.caps.Facts, contract.RowGroups) {
		o.Groups = nil
	}
	if v := m.ask(t, o, o.Rows())[0]; v.Err != nil {
		t.survives("an outcome without weights and groups", v.Err)
		t.note = "it says: " + v.Err.Error()
	}
}

// refuses sends one truth less than there are rows, and a file that is missing.
func (m *metric) refuses(t *trial) {
	call := m.call(t, m.usual())
	defer os.RemoveAll(filepath.Dir(call.Truth))
	call.Ends = []int{m.usual().Rows()}
	ask := func(given string) {
		values, err := t.plugin().Compute(t.ctx, call)
		if err == nil && len(values) == 1 {
			err = values[0].Err
		}
		t.refuses(given, err)
	}
	t.must(matrix.WriteInt32(call.Truth, 1, 0, []int32{0}))
	ask("a truth of one row")
	t.must(os.Remove(call.Truth))
	ask("a truth that is not there")
}
