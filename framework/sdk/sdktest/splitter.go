package sdktest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/splitting"
)

// splitter checks one splitter.
type splitter struct {
	*suite
	configuration
	name string
}

func (s *splitter) run() {
	for _, classes := range []int{2, 3, 7} {
		s.check(fmt.Sprintf("%s: divides rows of %d classes", s.name, classes), func(t *trial) {
			s.divide(t, drawTable(classes))
		})
	}
	s.check(s.name+": same rows and seed, same folds", s.repeats)
	s.check(s.name+": rows with labels", func(t *trial) { s.graceful(t, drawLabels()) })
	s.check(s.name+": rows without weights and groups", s.bare)
	s.check(s.name+": two rows", func(t *trial) { s.graceful(t, drawTable(2).first(2)) })
	s.check(s.name+": refuses files that do not fit together", s.refuses)
}

// table is the rows of a check.
type table struct{ *data.Table }

// drawTable draws rows of classes with a number, a category, groups and weights.
func drawTable(classes int) table {
	random := rand.New(rand.NewPCG(uint64(classes), 2))
	n := 20 * classes
	number := data.Column{Name: "number", Values: make([]float64, n)}
	word := data.Column{Name: "word", Kind: data.Categorical, Levels: []string{"a", "b"}, Codes: make([]int32, n)}
	t := &data.Table{Rows: n}
	for k := range classes {
		t.Target.Names = append(t.Target.Names, fmt.Sprintf("class %d", k))
		t.Target.Counts = append(t.Target.Counts, n/classes)
	}
	for i := range n {
		number.Values[i], word.Codes[i] = random.NormFloat64(), int32(i%2)
		t.Truth.Class = append(t.Truth.Class, i%classes)
		t.GroupOf, t.Weights = append(t.GroupOf, i/classes%5), append(t.Weights, 1+float64(i%3))
	}
	t.GroupNames = []string{"0", "1", "2", "3", "4"}
	t.Columns = []data.Column{number, word}
	return table{t}
}

// drawLabels is drawTable of rows with labels in place of classes.
func drawLabels() table {
	t := drawTable(3)
	t.Target.MultiLabel = true
	for i, class := range t.Truth.Class {
		labels := []int32{int32(class)}
		if i%4 == 0 {
			labels = []int32{0, 1, 2}
		}
		t.Truth.Y.Add(labels...)
	}
	t.Truth.Class = make([]int, t.Rows)
	return t
}

// first leaves some rows.
func (t table) first(n int) table {
	part := *t.Table
	part.Rows, part.Truth = n, target.Rows{Class: t.Truth.Class[:n]}
	part.GroupOf, part.Weights = t.GroupOf[:n], t.Weights[:n]
	part.Columns = slices.Clone(t.Columns)
	part.Columns[0].Values, part.Columns[1].Codes = t.Columns[0].Values[:n], t.Columns[1].Codes[:n]
	return table{&part}
}

// asked asks a plugin.
func (s *splitter) asked(by service.Splitter) splitting.Asked {
	return splitting.Asked{
		Plugin: by, Component: service.ComponentRef{Kind: contract.KindValidation, Name: s.name, Config: s.config},
		Features: slices.Contains(s.caps.Facts, contract.RowFeatures), Seed: 7, Once: true,
	}
}

// divide asks for folds, which there must be, and returns what identifies them.
func (s *splitter) divide(t *trial, of table) string {
	splits, said, err := s.asked(t.plugin()).Of(t.ctx, of.Table)
	t.must(err)
	t.must(contract.FirstError(said))
	return splits.SHA256
}

// graceful asks for folds that a splitter may refuse, with a diagnostic.
func (s *splitter) graceful(t *trial, of table) {
	_, said, err := s.asked(t.plugin()).Of(t.ctx, of.Table)
	if err != nil {
		t.survives("them", err)
		t.fail("the answer is an error, not a diagnostic: %w", err)
	}
	if refused := contract.FirstError(said); refused != nil {
		t.note = "it says: " + refused.Error()
	}
}

// repeats asks again in the same process and in another.
func (s *splitter) repeats(t *trial) {
	first := s.divide(t, drawTable(3))
	again := func(where string) {
		if s.divide(t, drawTable(3)) != first {
			t.fail("%s the folds are others", where)
		}
	}
	again("in the same process")
	t.fresh()
	again("in another process")
}

// bare asks without what datasets need not have, unless the splitter needs it.
func (s *splitter) bare(t *trial) {
	of := drawTable(3)
	if !slices.Contains(s.caps.Facts, contract.RowGroups) {
		of.GroupOf, of.GroupNames = nil, nil
	}
	if !slices.Contains(s.caps.Facts, contract.RowWeights) {
		of.Weights = nil
	}
	s.divide(t, of)
}

// shortened sends a truth of one row.
type shortened struct {
	service.Splitter
	truth string
}

func (s shortened) Split(ctx context.Context, call service.SplitCall) (
	[][]service.FoldSize, []contract.Diagnostic, error,
) {
	call.Truth = s.truth
	return s.Splitter.Split(ctx, call)
}

// refuses sends one truth less than there are rows, and a file that is missing.
func (s *splitter) refuses(t *trial) {
	truth := filepath.Join(t.folder(), "truth.npy")
	ask := func(given string) {
		_, said, err := s.asked(shortened{t.plugin(), truth}).Of(t.ctx, drawTable(3).Table)
		if err == nil {
			err = contract.FirstError(said)
		}
		t.refuses(given, err)
	}
	ask("a truth that is not there")
	t.must(matrix.WriteInt32(truth, 1, 0, []int32{0}))
	ask("a truth of one row")
}
