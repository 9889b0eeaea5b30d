package sdktest

import (
	"bytes"
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

// encoder checks one encoder.
type encoder struct {
	*suite
	configuration
	name string
}

func (e *encoder) run() {
	for _, classes := range []int{2, 3, 7} {
		e.check(fmt.Sprintf("%s: encodes rows of %d classes", e.name, classes), func(t *trial) {
			e.encode(t, drawRecords(classes, false))
		})
	}
	if e.caps.Has(contract.LearnsTarget) && e.caps.Has(contract.MultiLabel) {
		e.check(e.name+": encodes rows of labels", func(t *trial) { e.encode(t, drawRecords(3, true)) })
	}
	e.check(e.name+": same seed, same features", e.repeats)
	e.check(e.name+": the features of a row do not depend on other rows", e.alone)
	e.check(e.name+": rows without weights and groups", e.bare)
	e.check(e.name+": one training row", e.single)
	e.check(e.name+": refuses files that do not fit together", e.refuses)
}

// sampled are training rows, and others with values that they do not have.
type sampled struct {
	train contract.TrainingRecords
	test  contract.Records
}

// unseenColour is the number of a value that no training row has.
const unseenColour = 3

// drawRecords draws rows of two numbers and a colour, of which some are missing.
func drawRecords(classes int, multiLabel bool) sampled {
	random := rand.New(rand.NewPCG(uint64(classes), 2))
	columns := []contract.Column{
		{Name: "x", Kind: contract.NumericColumn}, {Name: "y", Kind: contract.NumericColumn},
		{Name: "colour", Kind: contract.NominalColumn, Values: []string{"red", "light green", "blå", "violet"}},
	}
	draw := func(n int, colour func(i int) float64) contract.Records {
		r := contract.Records{X: contract.Matrix{Rows: n, Cols: len(columns)}, Columns: columns}
		for i := range n {
			x := random.NormFloat64() + float64(i%classes)
			if i%11 == 5 {
				x = math.NaN()
			}
			r.X.Data = append(r.X.Data, x, math.Round(10*random.Float64()), colour(i))
		}
		return r
	}
	n := 12 * classes
	s := sampled{train: contract.TrainingRecords{
		Records:    draw(n, func(i int) float64 { return float64((i*i+i/3)%4 - 1) }),
		MultiLabel: multiLabel, Seed: 7,
	}}
	for k := range classes {
		s.train.Classes = append(s.train.Classes, fmt.Sprintf("class %d", k))
	}
	for i := range n {
		if !multiLabel {
			s.train.Target = append(s.train.Target, i%classes)
		} else {
			for k := range classes {
				s.train.Target = append(s.train.Target, one(k == i%classes || k == 0))
			}
		}
		s.train.Weights, s.train.Groups = append(s.train.Weights, 1+float64(i%3)), append(s.train.Groups, i%4)
	}
	s.test = draw(10, func(i int) float64 { return float64(i%(unseenColour+2) - 1) })
	return s
}

func (e *encoder) component() service.ComponentRef {
	return service.ComponentRef{Kind: contract.KindEncoder, Name: e.name, Config: e.config}
}

// records writes rows to files of a folder.
func (e *encoder) records(t *trial, dir string, r contract.Records) service.Features {
	f, err := writeFeatures(dir, r.X)
	t.must(err)
	f.Columns = t.writeColumns(dir, r.Columns)
	return f
}

// call writes training rows to files of a folder: classes only for encoders that learn from
// them.
func (e *encoder) call(t *trial, dir string, of contract.TrainingRecords) service.FitCall {
	call := service.FitCall{Component: e.component(), Records: e.records(t, dir, of.Records), Seed: of.Seed}
	if e.caps.Has(contract.LearnsTarget) {
		call.Classes, call.MultiLabel = of.Classes, of.MultiLabel
	} else {
		of.Target = nil
	}
	t.must(call.Arrays(&of).Write(of.X.Rows, service.Below(dir)))
	return call
}

// fit has the encoder learn, and checks what it says.
func (e *encoder) fit(t *trial, of contract.TrainingRecords) (service.Learnt, error) {
	dir := t.folder()
	defer os.RemoveAll(dir)
	call := e.call(t, dir, of)
	before := t.digests(dir)
	l, err := t.plugin().Fit(t.ctx, call)
	if err != nil {
		return l, err
	}
	t.must(unchanged(before, t.digests(dir)))
	return l, contract.CheckFeatures(l.Columns)
}

// unchanged compares the files that a plugin is given to read with what they were.
func unchanged[S comparable](before, after map[string]S) error {
	for name, sum := range before {
		if after[name] != sum {
			return fmt.Errorf("it writes to %s, which it is given to read", name)
		}
	}
	return nil
}

// transform asks for the features of rows.
func (e *encoder) transform(t *trial, l service.Learnt, r contract.Records) []float64 {
	dir := t.folder()
	defer os.RemoveAll(dir)
	call := service.TransformCall{Component: e.component(), State: l.State, Records: e.records(t, dir, r),
		Output: filepath.Join(dir, "features.npy")}
	before := t.digests(dir)
	t.must(t.plugin().Transform(t.ctx, call))
	t.must(unchanged(before, t.digests(dir)))
	x, err := matrix.ReadAnswer[float64](call.Output, r.X.Rows, len(l.Columns))
	t.must(err)
	for at, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.fail("row %d has %v in feature %q", at/len(l.Columns), v, l.Columns[at%len(l.Columns)].Name)
		}
	}
	return x
}

// encode fits the encoder and encodes the rows it was fitted to, and others.
func (e *encoder) encode(t *trial, s sampled) {
	l, err := e.fit(t, s.train)
	t.must(err)
	t.try("encoding training rows", func() { e.transform(t, l, s.train.Records) })
	t.try("encoding rows with values that no training row has", func() { e.transform(t, l, s.test) })
}

// repeats fits again in the same process and in another, which encodes by the first state
// too.
func (e *encoder) repeats(t *trial) {
	s := drawRecords(3, false)
	l, err := e.fit(t, s.train)
	t.must(err)
	x := e.transform(t, l, s.test)
	again := func(where string) {
		other, err := e.fit(t, s.train)
		t.must(err)
		if !bytes.Equal(other.State, l.State) || !sameBits(e.transform(t, other, s.test), x) ||
			!slices.EqualFunc(other.Columns, l.Columns, contract.Column.Equal) {
			t.fail("%s it learns something else of the same rows", where)
		}
	}
	if e.caps.Has(contract.Deterministic) {
		again("in the same process")
	}
	t.fresh()
	if !sameBits(e.transform(t, l, s.test), x) {
		t.fail("another process makes other features by the same state")
	}
	if e.caps.Has(contract.Deterministic) {
		again("in another process")
	} else {
		t.note = "it does not promise to be deterministic"
	}
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// alone encodes rows together, one by one and in another order.
func (e *encoder) alone(t *trial) {
	s := drawRecords(3, false)
	l, err := e.fit(t, s.train)
	t.must(err)
	x, width := e.transform(t, l, s.test), len(l.Columns)
	turned := contract.Records{X: contract.Matrix{Rows: s.test.X.Rows, Cols: s.test.X.Cols}, Columns: s.test.Columns}
	for i := s.test.X.Rows - 1; i >= 0; i-- {
		turned.X.Data = append(turned.X.Data, s.test.X.Row(i)...)
	}
	back := e.transform(t, l, turned)
	for i := range s.test.X.Rows {
		alone := contract.Matrix{Rows: 1, Cols: s.test.X.Cols, Data: s.test.X.Row(i)}
		row := contract.Records{X: alone, Columns: s.test.Columns}
		together := x[i*width : (i+1)*width]
		if !sameBits(e.transform(t, l, row), together) {
			t.fail("row %d has other features alone than among others", i)
		}
		at := (s.test.X.Rows - 1 - i) * width
		if !sameBits(back[at:at+width], together) {
			t.fail("row %d has other features where the rows come in another order", i)
		}
	}
}

// bare fits without what datasets need not have. An encoder may want it, and say so.
func (e *encoder) bare(t *trial) {
	s := drawRecords(3, false)
	s.train.Weights, s.train.Groups = nil, nil
	if _, err := e.fit(t, s.train); err != nil {
		t.survives("rows without weights and groups", err)
		t.note = "it says: " + err.Error()
	}
}

// single fits to one row, which may be too few.
func (e *encoder) single(t *trial) {
	s := drawRecords(2, false)
	s.train.X.Rows, s.train.X.Data = 1, s.train.X.Row(0)
	s.train.Target, s.train.Weights, s.train.Groups = s.train.Target[:1], s.train.Weights[:1], s.train.Groups[:1]
	l, err := e.fit(t, s.train)
	if err != nil {
		t.survives("one training row", err)
		t.note = "it says: " + err.Error()
		return
	}
	e.transform(t, l, s.test)
}

// refuses sends weights of one row, and a file that is not there.
func (e *encoder) refuses(t *trial) {
	dir := t.folder()
	defer os.RemoveAll(dir)
	call := e.call(t, dir, drawRecords(3, false).train)
	t.must(matrix.WriteFloat64(call.Weights, 1, 0, []float64{1}))
	_, err := t.plugin().Fit(t.ctx, call)
	t.refuses("weights of one row", err)
	t.must(os.Remove(call.Records.Dense))
	_, err = t.plugin().Fit(t.ctx, call)
	t.refuses("records that are not there", err)
}
