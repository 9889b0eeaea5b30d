package sdk

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// sparseRows are classes 0, 0, 1, 1, 1, 2 with the values i in column i%3 of 4,
// and 10 in the last column of odd rows.
func sparseRows(t *testing.T) service.Features {
	t.Helper()
	dir := t.TempDir()
	paths := matrix.CSRPaths{Data: filepath.Join(dir, "d.npy"), Indices: filepath.Join(dir, "i.npy"),
		Indptr: filepath.Join(dir, "p.npy")}
	m, err := matrix.CreateCSR(paths, 6, 9)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	at := 0
	for i := range 6 {
		m.Data[at], m.Indices[at] = float64(i+1), int32(i%3)
		at++
		if i%2 == 1 {
			m.Data[at], m.Indices[at] = 10, 3
			at++
		}
		m.Indptr[i+1] = int64(at)
	}
	return service.Features{Rows: 6, Cols: 4, Data: paths.Data, Indices: paths.Indices, Indptr: paths.Indptr}
}

// summing is a learner of models that add up a row; how says what they can do.
type summing struct {
	how  string
	seen *[]string // calls of the models
	csr  *contract.CSR
	set  contract.RowSet
}

func (s *summing) Train(context.Context, contract.Problem) (contract.Model, error) {
	return nil, errors.New("problems come in batches")
}

func (s *summing) TrainBatch(_ context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	s.csr = &contract.CSR{Data: slices.Clone(b.Features.CSR.Data), Indices: slices.Clone(b.Features.CSR.Indices),
		Indptr: slices.Clone(b.Features.CSR.Indptr)}
	s.set = b.RowSets[0]
	for i := range b.Problems {
		m := sum{float64(100 * i), s.seen}
		switch s.how {
		case "sparse":
			done(i, sparseSum{m}, nil)
		case "joint":
			done(i, jointSum{sparseSum{m}}, nil)
		default:
			done(i, m, nil)
		}
	}
	return nil
}

type sum struct {
	add  float64
	seen *[]string
}

func (m sum) Score(x contract.Matrix, scores []float64) {
	*m.seen = append(*m.seen, fmt.Sprintf("%d dense", x.Rows))
	for i := range scores {
		scores[i] = m.add
		for _, v := range x.Row(i) {
			scores[i] += v
		}
	}
}

type sparseSum struct{ sum }

func (m sparseSum) ScoreSparse(x contract.SparseMatrix, scores []float64) {
	*m.seen = append(*m.seen, fmt.Sprintf("%d sparse", x.Rows))
	m.each(x, scores, 0, 1)
}

func (m sparseSum) each(x contract.SparseMatrix, scores []float64, at, step int) {
	for i := range x.Rows {
		scores[i*step+at] = m.add
		for _, v := range x.Data[x.Indptr[i]:x.Indptr[i+1]] {
			scores[i*step+at] += v
		}
	}
}

type jointSum struct{ sparseSum }

func (m jointSum) ScoreAll(models []contract.Model, x contract.Rows, _ int, scores []float64) {
	if x.Sparse != nil {
		*m.seen = append(*m.seen, fmt.Sprintf("%d × %d sparse", x.Rows, len(models)))
		for l, one := range models {
			one.(jointSum).each(*x.Sparse, scores, l, len(models))
		}
		return
	}
	*m.seen = append(*m.seen, fmt.Sprintf("%d × %d dense", x.Rows, len(models)))
	one := make([]float64, x.Rows)
	for l, model := range models {
		model.(jointSum).sum.Score(x.Matrix, one)
		*m.seen = (*m.seen)[:len(*m.seen)-1]
		for i, v := range one {
			scores[i*len(models)+l] = v
		}
	}
}

func serveSumming(s *summing, sparse bool) service.Plugin {
	return New(contract.Plugin{Name: "p", Version: "1", Components: []contract.Component{{
		Kind: contract.KindLearner, Name: "sum", Capabilities: contract.Capabilities{
			Properties: contract.TakesSparse.If(sparse) | contract.TrainsBatches},
		NewLearner: func(contract.Config) (contract.Learner, error) { return s, nil },
	}}})
}

var sixClasses = []contract.Range{{Start: 0, End: 2, Class: 0}, {Start: 2, End: 5, Class: 1},
	{Start: 5, End: 6, Class: 2}}

func binaries(sets ...int) []service.Problem {
	var problems []service.Problem
	for _, s := range sets {
		problems = append(problems, service.Problem{RowSet: s, Task: contract.Binary, Column: []int8{1, -1, -1}, Classes: 3})
	}
	return problems
}

func TestSparseFeaturesAreScoredInEveryWay(t *testing.T) {
	features := sparseRows(t)
	sets := []service.RowSet{{Ranges: sixClasses},
		{Ranges: sixClasses, Shift: []float64{0, 0, 0, 0}, Scale: []float64{1, 1, 1, 10}}}
	// Rows 1, 2 and 4: (0, 2, 0, 10), (0, 0, 3, 0) and (0, 5, 0, 0).
	ranges := []contract.Range{{Start: 1, End: 3}, {Start: 4, End: 5, Class: 1}}
	want := []float64{
		12, 112, 203, 303,
		3, 103, 203, 303,
		5, 105, 205, 305,
	}
	for how, calls := range map[string]string{
		"dense":  "[3 dense 3 dense 3 dense 3 dense]",
		"sparse": "[3 sparse 3 sparse 3 sparse 3 sparse]",
		"joint":  "[3 × 2 sparse 3 × 2 sparse]",
	} {
		var seen []string
		s := &summing{how: how, seen: &seen}
		p := serveSumming(s, true)
		done := train(t, p, service.TrainCall{Component: "sum", Features: features, RowSets: sets,
			Problems: binaries(0, 0, 1, 1)})
		if !slices.Equal(s.csr.Indptr, []int64{0, 1, 3, 4, 6, 7, 9}) || s.set.Shift != nil {
			t.Errorf("%s: the learner got %+v, shift %v", how, s.csr, s.set.Shift)
		}
		var models []string
		for _, d := range done {
			models = append(models, d.Model)
		}
		out := filepath.Join(t.TempDir(), "s.npy")
		if _, err := p.Score(t.Context(),
			service.ScoreCall{Models: models, Features: features, Ranges: ranges, Output: out}); err != nil {
			t.Fatal(err)
		}
		scores, _, cols, err := matrix.ReadFloat64(out)
		if err != nil || cols != 4 || !slices.Equal(scores, want) {
			t.Errorf("%s: scores %v, %v", how, scores, err)
		}
		if got := fmt.Sprint(seen); got != calls {
			t.Errorf("%s: calls %s, want %s", how, got, calls)
		}
	}
}

// TestBlocksOfRows scores with blocks that hold one row, a few and all.
func TestBlocksOfRows(t *testing.T) {
	features, unmap, err := openFeatures(sparseRows(t))
	if err != nil {
		t.Fatal(err)
	}
	defer unmap()
	full := gather(features, contract.RowSet{Ranges: []contract.Range{{Start: 0, End: 6}}})
	dense := contract.Features{Rows: 6, Cols: 4, Dense: full.Data}
	ranges := []contract.Range{{Start: 5, End: 6}, {Start: 3, End: 3}, {Start: 0, End: 4}}
	for _, how := range []string{"dense", "sparse", "joint"} {
		for _, f := range []contract.Features{features, dense} {
			for _, block := range []int{0, 1, 3, 4, 7, 1000} {
				var seen []string
				models := make([]storedModel, 3)
				for i := range models {
					m := sum{float64(100 * i), &seen}
					models[i] = storedModel{width: 1,
						model: map[string]contract.Model{"dense": m, "sparse": sparseSum{m}, "joint": jointSum{sparseSum{m}}}[how]}
				}
				out, err := matrix.Create(filepath.Join(t.TempDir(), "s.npy"), 5, 3)
				if err != nil {
					t.Fatal(err)
				}
				s := scorer{features: f, ranges: ranges, out: out, block: block}
				if err := s.all(t.Context(), models); err != nil {
					t.Fatal(err)
				}
				want := []float64{16, 116, 216, 1, 101, 201, 12, 112, 212, 3, 103, 203, 14, 114, 214}
				if !slices.Equal(out.Data, want) {
					t.Errorf("%s, blocks of %d values: %v after %q", how, block, out.Data, seen)
				}
				if (block == 1000) != (seen[0][0] == '5') {
					t.Errorf("%s, blocks of %d values: %q", how, block, seen)
				}
				out.Close()
			}
		}
	}
}

func TestPlainLearnersGetSparseRowsAsDenseOnes(t *testing.T) {
	r := &recorder{}
	p := New(contract.Plugin{Name: "p", Version: "1", Components: []contract.Component{{
		Kind: contract.KindLearner, Name: "recorder", Capabilities: contract.Capabilities{Properties: contract.TakesSparse},
		NewLearner: func(contract.Config) (contract.Learner, error) { return r, nil },
	}}})
	train(t, p, service.TrainCall{Component: "recorder", Features: sparseRows(t), Problems: binaries(0),
		RowSets: []service.RowSet{{
			Ranges: sixClasses, Shift: make([]float64, 4), Scale: []float64{1, 2, 1, 5},
		}}})
	if x := r.problems[0].X; x.Rows != 6 || !slices.Equal(x.Row(1), []float64{0, 1, 0, 2}) ||
		!slices.Equal(x.Row(2), []float64{0, 0, 3, 0}) {
		t.Errorf("%+v", x)
	}
}

// compressing is a plain learner that takes rows in compressed form.
type compressing struct {
	recorder
	x contract.SparseMatrix
}

func (c *compressing) TrainSparse(ctx context.Context, p contract.Problem, x contract.SparseMatrix) (contract.Model,
	error) {
	c.x = contract.SparseMatrix{Rows: x.Rows, Cols: x.Cols, CSR: contract.CSR{Data: slices.Clone(x.Data),
		Indices: slices.Clone(x.Indices), Indptr: slices.Clone(x.Indptr)}}
	return c.Train(ctx, p)
}

// A SparseLearner gets the rows of its problem as they are, scaled, however many columns
// there are.
func TestSparseLearnersGetCompressedRows(t *testing.T) {
	c := &compressing{}
	p := New(contract.Plugin{Name: "p", Version: "1", Components: []contract.Component{{
		Kind: contract.KindLearner, Name: "compressing", Capabilities: contract.Capabilities{
			Properties: contract.TakesSparse},
		NewLearner: func(contract.Config) (contract.Learner, error) { return c, nil },
	}}})
	features := sparseRows(t)
	features.Cols = 1 << 30
	train(t, p, service.TrainCall{Component: "compressing", Features: features,
		Problems: []service.Problem{{Task: contract.Binary, Column: []int8{1, -1, 0}, Classes: 3}},
		RowSets:  []service.RowSet{{Ranges: sixClasses}}})
	problem := c.problems[0]
	if problem.X.Rows != 5 || problem.X.Cols != 1<<30 || problem.X.Data != nil ||
		!slices.Equal(problem.Y, []float64{1, 1, -1, -1, -1}) {
		t.Errorf("%+v", problem)
	}
	if c.x.Rows != 5 || c.x.Cols != 1<<30 || !slices.Equal(c.x.Data, []float64{1, 2, 10, 3, 4, 10, 5}) ||
		!slices.Equal(c.x.Indices, []int32{0, 1, 3, 2, 0, 3, 1}) || !slices.Equal(c.x.Indptr, []int64{0, 1, 3, 4, 6, 7}) {
		t.Errorf("%+v", c.x)
	}
	features.Cols = 4
	train(t, p, service.TrainCall{Component: "compressing", Features: features, Problems: binaries(0),
		RowSets: []service.RowSet{{Ranges: sixClasses, Shift: make([]float64, 4), Scale: []float64{1, 2, 1, 5}}}})
	if !slices.Equal(c.x.Data, []float64{1, 1, 2, 3, 4, 2, 2.5, 6, 2}) {
		t.Errorf("scaled: %v", c.x.Data)
	}
}

func TestSparseFeaturesThatCannotBeUsed(t *testing.T) {
	var seen []string
	features := sparseRows(t)
	call := service.TrainCall{Component: "sum", Features: features, RowSets: []service.RowSet{{Ranges: sixClasses}},
		Problems: binaries(0)}
	shifted, wide, absent := call, call, call
	shifted.RowSets = []service.RowSet{{Ranges: sixClasses, Shift: []float64{0, 0, 1, 0}, Scale: []float64{1, 1, 1, 1}}}
	wide.Features.Cols = 3
	absent.Features.Indptr = ""
	for _, c := range []struct {
		call   service.TrainCall
		sparse bool
		want   string
	}{
		{call, false, `the features are sparse, which learner "sum" does not take`},
		{shifted, true, "shifts the columns of sparse features"},
		{wide, true, "index 3 of 3 columns"},
		{absent, true, "no such file"},
	} {
		err := serveSumming(&summing{seen: &seen}, c.sparse).Train(t.Context(), c.call, func(service.Trained) {})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	huge := contract.Features{Rows: 1 << 20, Cols: 1 << 20, CSR: &contract.CSR{}}
	if err := checkDense(huge, []contract.Range{{End: 1 << 20}}); err == nil {
		t.Error("8 TiB were not too many")
	}
}
