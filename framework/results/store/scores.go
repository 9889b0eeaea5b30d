package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

// BinaryScores is the record of one binary model whose scores are kept: what its
// training said, and where its scores are.
type BinaryScores struct {
	Key    string `json:"key"`    // of what the model was made from: see plan.Identity.Training
	Column string `json:"column"` // of the code that the model was trained for, as in code.Signs

	ModelCosts
	Objective    *float64     `json:"objective,omitempty"`
	Unconverged  bool         `json:"unconverged,omitempty"`
	End          contract.End `json:"end,omitempty"`
	Constant     bool         `json:"constant,omitempty"`
	Uncalibrated bool         `json:"uncalibrated,omitempty"`
	Blob         *Blob        `json:"blob"`
}

// ModelCosts are what a binary model took.
type ModelCosts struct {
	TrainSeconds float64  `json:"train_seconds"`
	ScoreSeconds float64  `json:"score_seconds"`
	CPUSeconds   *float64 `json:"cpu_seconds,omitempty"`
	EnergyJoules *float64 `json:"energy_joules,omitempty"`
	ModelBytes   int64    `json:"model_bytes,omitempty"`
	PeakRSSBytes int64    `json:"peak_rss_bytes"` // of the learner that trained it
}

// check refuses a record that no run has written.
func (s *BinaryScores) check() error {
	switch {
	case s == nil || s.Key == "" || !code.Signs(s.Column).Valid() || s.Blob == nil:
		return errors.New("a record of scores is incomplete")
	case !(s.TrainSeconds >= 0 && s.ScoreSeconds >= 0), math.IsInf(s.TrainSeconds+s.ScoreSeconds, 0), s.PeakRSSBytes < 0,
		s.ModelBytes < 0, !plausible(s.CPUSeconds), !plausible(s.EnergyJoules):
		return errors.New("a model took less than nothing, or for ever")
	case s.End != s.End.Known():
		return errors.New("the reason why a training ended is unknown")
	}
	return nil
}

// RowScores are the scores of a binary model: of the test rows of its fold, one
// entry a row, and of the points of a decision-region grid.
type RowScores struct {
	Rows   []int // row ids in the dataset, counted from 0, in the order of the fold's matrix
	Truth  []int // class numbers
	Scores []float64
	Grid   []float64 // nil where there is no picture
}

// Bytes is about how much memory the scores hold.
func (s RowScores) Bytes() int64 { return 8 * int64(len(s.Scores)+len(s.Grid)) }

// ByRow lists the places of the rows, in ascending order of their ids.
func (s RowScores) ByRow() []int {
	places := make([]int, len(s.Rows))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return s.Rows[a] - s.Rows[b] })
	return places
}

// Scores are stored as the numbers of rows and grid points, then id and class of
// each row, all in the variable-length form of encoding/binary; then the scores of
// rows and points, 8 bytes each, little-endian.
func encodeScores(s RowScores) []byte {
	if len(s.Truth) != len(s.Rows) || len(s.Scores) != len(s.Rows) {
		panic(fmt.Sprintf("store: scores of %d rows have other shapes inside", len(s.Rows)))
	}
	b := appendNumbers(nil, len(s.Rows), len(s.Grid))
	for i, id := range s.Rows {
		b = appendNumbers(b, id, s.Truth[i])
	}
	for _, v := range slices.Concat(s.Scores, s.Grid) {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

func decodeScores(b []byte) (RowScores, error) {
	in := &fields{rest: b}
	rows, points := in.number(len(b)), in.number(len(b))
	var s RowScores
	for range rows {
		if in.failed {
			break
		}
		s.Rows, s.Truth = append(s.Rows, in.number(math.MaxInt)), append(s.Truth, in.count())
	}
	s.Scores, s.Grid = in.finite(rows), in.finite(points)
	if in.failed || len(in.rest) > 0 {
		return RowScores{}, fmt.Errorf("%d bytes are not scores of a binary model", len(b))
	}
	return s, nil
}

// finite takes numbers that are neither NaN nor infinite; nil if there are none.
func (in *fields) finite(n int) (values []float64) {
	b := in.take(8 * n)
	for ; len(b) > 0; b = b[8:] {
		v := math.Float64frombits(binary.LittleEndian.Uint64(b))
		in.failed = in.failed || v-v != 0
		values = append(values, v)
	}
	return values
}
