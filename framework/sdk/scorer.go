package sdk

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// blockValues bounds the values of rows that are gathered for scoring at a time:
// 64 MiB of float64.
const blockValues = 64 << 20 / 8

// scorer writes the scores of models side by side, block of rows by block.
type scorer struct {
	features contract.Features
	ranges   []contract.Range
	out      *matrix.Mapped
	block    int // values gathered at a time
	scores   []float64
}

// all scores the models in runs that see the same rows.
func (s *scorer) all(ctx context.Context, models []storedModel) error {
	at := 0
	for len(models) > 0 {
		n := 1
		for n < len(models) && s.seeTheSame(models[0], models[n]) {
			n++
		}
		width, err := s.run(ctx, models[:n], at)
		if err != nil {
			return err
		}
		models, at = models[n:], at+width
	}
	return nil
}

// seeTheSame reports whether two models take the same rows in the same form.
func (s *scorer) seeTheSame(a, b storedModel) bool {
	return s.sparse(a) == s.sparse(b) && slices.Equal(a.shift, b.shift) && slices.Equal(a.scale, b.scale)
}

// sparse reports whether a model takes the rows in compressed form.
func (s *scorer) sparse(m storedModel) bool {
	_, alone := m.model.(contract.SparseModel)
	_, joint := m.model.(contract.JointModel)
	return (alone || joint) && s.features.CSR != nil
}

// run scores models that see the same rows, from a column of the output on, and
// returns how many columns that were.
func (s *scorer) run(ctx context.Context, models []storedModel, at int) (width int, err error) {
	first, row := models[0], 0
	for _, block := range s.blocks(s.sparse(first)) {
		var rows contract.Rows
		if seen := (contract.RowSet{Ranges: block, Shift: first.shift, Scale: first.scale}); s.sparse(first) {
			rows = s.features.Borrow(seen)
		} else {
			rows.Matrix = gather(s.features, seen)
		}
		column := at
		for left := models; len(left) > 0; {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			group := left[:together(left)]
			width, err := s.write(ctx, group, rows, row, column)
			if err != nil {
				return 0, err
			}
			column, left = column+width, left[len(group):]
		}
		row += contract.CountRows(block)
	}
	return lists.Sum(lists.Map(models, func(m storedModel) int { return m.width })), nil
}

// blocks cuts the ranges into runs of rows that are gathered at a time: as many
// as hold the values allowed, at least one row.
func (s *scorer) blocks(sparse bool) [][]contract.Range {
	var blocks [][]contract.Range
	var block []contract.Range
	left := s.block
	for _, r := range s.ranges {
		for r.Start < r.End {
			end, values := s.fitting(r, left, sparse)
			if end == r.Start && len(block) == 0 {
				end = r.Start + 1
			}
			if end > r.Start {
				block = append(block, contract.Range{Start: r.Start, End: end, Class: r.Class})
				r.Start, left = end, left-values
			}
			if r.Start < r.End {
				blocks, block, left = append(blocks, block), nil, s.block
			}
		}
	}
	if block != nil {
		blocks = append(blocks, block)
	}
	return blocks
}

// fitting returns the end of the rows of a range that hold no more than some
// values, and how many they hold.
func (s *scorer) fitting(r contract.Range, limit int, sparse bool) (end, values int) {
	if !sparse {
		rows := min(r.End-r.Start, max(limit, 0)/max(s.features.Cols, 1))
		return r.Start + rows, rows * s.features.Cols
	}
	indptr := s.features.CSR.Indptr
	bound := indptr[r.Start] + int64(limit)
	end = r.Start
	for end < r.End && indptr[end+1] <= bound {
		end++
	}
	return end, int(indptr[end] - indptr[r.Start])
}

// together counts the first models that are scored in one go: those of one type
// that can do that.
func together(models []storedModel) int {
	first := models[0]
	_, joint := first.model.(contract.JointModel)
	if !joint || first.width != 1 {
		return 1
	}
	n := 1
	for n < len(models) && models[n].width == 1 && reflect.TypeOf(models[n].model) == reflect.TypeOf(first.model) {
		n++
	}
	return n
}

// write scores a group of models on rows and puts the scores where they belong
// in the output. It returns how many there are a row.
func (s *scorer) write(ctx context.Context, group []storedModel, x contract.Rows, row, column int) (int, error) {
	width := group[0].width * len(group) // a group of several has width 1
	n := x.Rows
	if width == s.out.Cols {
		return width, score(ctx, group, x, s.out.Data[row*width:(row+n)*width])
	}
	s.scores = slices.Grow(s.scores[:0], n*width)[:n*width]
	if err := score(ctx, group, x, s.scores); err != nil {
		return width, err
	}
	for i := range n {
		copy(s.out.Data[(row+i)*s.out.Cols+column:], s.scores[i*width:(i+1)*width])
	}
	return width, nil
}

// score calls the most that the models of a group can do.
func score(ctx context.Context, group []storedModel, x contract.Rows, scores []float64) error {
	switch first := group[0].model.(type) {
	case contract.RemoteModel:
		return first.ScoreRemote(ctx, x.Matrix, scores)
	case contract.JointModel:
		models := lists.Map(group, func(m storedModel) contract.Model { return m.model })
		first.ScoreAll(models, x, group[0].threads, scores)
	case contract.SparseModel:
		if x.Sparse != nil {
			first.ScoreSparse(*x.Sparse, scores)
		} else {
			first.Score(x.Matrix, scores)
		}
	default:
		first.Score(x.Matrix, scores)
	}
	return nil
}

// table writes the scores of all rows by all models.
func (s *scorer) table(ctx context.Context, call service.ScoreCall, models []storedModel) (err error) {
	width := lists.Sum(lists.Map(models, func(m storedModel) int { return m.width }))
	if s.out, err = matrix.Create(call.Output, contract.CountRows(call.Ranges), width); err != nil {
		return err
	}
	defer s.out.Close()
	if call.LeaveOneOut {
		return leftOut(models, s.out)
	}
	return s.all(ctx, models)
}

// leftOut writes the leave-one-out scores of models side by side.
func leftOut(models []storedModel, out *matrix.Mapped) error {
	at := 0
	for _, m := range models {
		model, can := m.model.(contract.LeftOutModel)
		if !can {
			return errors.New("a model has no leave-one-out scores")
		}
		scores := model.LeftOut()
		if len(scores) != out.Rows*m.width {
			return fmt.Errorf("%d leave-one-out scores for %d rows", len(scores), out.Rows)
		}
		for i := range out.Rows {
			copy(out.Data[i*out.Cols+at:], scores[i*m.width:(i+1)*m.width])
		}
		at += m.width
	}
	return nil
}
