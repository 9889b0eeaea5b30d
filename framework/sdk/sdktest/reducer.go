package sdktest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

// reducer checks one reduction.
type reducer struct {
	*suite
	configuration
	name    string
	stage   contract.Stage // the first of the last number of classes that could be planned
	walk    walk           // from there to the last stage
	classes int            // 0 if none could be planned
}

func (r *reducer) run() {
	of := "classes"
	if r.caps.MultiLabel {
		of = "labels"
	}
	for _, classes := range []int{2, 3, 4, 7} {
		r.check(fmt.Sprintf("%s: plans and decodes %d %s", r.name, classes, of), func(ctx context.Context) (string, error) {
			return r.roundTrip(ctx, classes)
		})
	}
	r.check(r.name+": same seed, same plan", r.repeats)
	r.check(r.name+": decodes no rows", r.noRows)
	r.check(r.name+": refuses scores of NaN", r.refusesNaN)
}

func (r *reducer) ref() service.ComponentRef {
	return service.ComponentRef{Kind: contract.KindReducer, Name: r.name, Config: r.config}
}

// plan asks for the first stage. A refusal is a reason to skip: a reduction need
// not take every number of classes.
func (r *reducer) plan(ctx context.Context, p *host.Process, classes int) (contract.Stage, error) {
	ask := contract.Reduction{Seed: 1}
	for k := range classes {
		ask.Classes = append(ask.Classes, fmt.Sprintf("class %d", k))
		ask.Counts = append(ask.Counts, 20+k)
	}
	stage, ds, err := p.Plan(ctx, r.ref(), ask)
	if err != nil {
		return stage, err
	}
	if err := contract.FirstError(ds); err != nil {
		return stage, skipped("it refuses them: " + err.Error())
	}
	return stage, nil
}

// checkStage checks that a stage can be trained.
func (r *reducer) checkStage(s contract.Stage, classes int) error {
	if err := s.Check(classes); err != nil {
		return err
	}
	if s.Problems() > 0 && !r.caps.Can(s.Task) {
		return fmt.Errorf("it plans a %q stage but declares %v", s.Task, r.caps.Tasks)
	}
	for l := range s.Code.Columns() {
		column := s.Code.Column(l)
		if !slices.Contains(column, 1) || !slices.Contains(column, -1) {
			return fmt.Errorf("column %d of its code has not both signs: %v", l+1, column)
		}
	}
	return nil
}

// roundTrip plans and decodes the scores of perfect models.
func (r *reducer) roundTrip(ctx context.Context, classes int) (note string, err error) {
	p, err := r.plugin(ctx)
	if err != nil {
		return "", err
	}
	stage, err := r.plan(ctx, p, classes)
	if err != nil {
		return "", err
	}
	if err := r.checkStage(stage, classes); err != nil {
		return "", err
	}
	if r.walk, err = r.follow(ctx, p, stage, newTruth(classes, r.caps.MultiLabel)); err != nil {
		return "", err
	}
	r.stage, r.classes = stage, classes
	for _, kind := range []contract.ScoreKind{contract.Margin, contract.LogOdds} {
		if !r.caps.Takes(kind) {
			continue
		}
		d, err := r.decode(ctx, p, r.walk.perfect, kind)
		if err == nil {
			note, err = r.checkPredictions(d.Predictions)
		}
		if err == nil {
			err = r.checkProbabilities(d, kind)
		}
		if err != nil {
			return "", fmt.Errorf("scores of kind %s: %w", kind, err)
		}
	}
	return note, nil
}

// checkPredictions checks the answer to perfect scores. Classes must be right; a
// reduction of labels may tell less than all.
func (r *reducer) checkPredictions(predictions []int) (note string, err error) {
	of := r.walk.truth
	if of.labels != nil {
		wrong := 0
		for i, y := range predictions {
			if y != int(of.labels[i]) {
				wrong++
			}
		}
		if wrong > 0 {
			return fmt.Sprintf("of the scores of right models %d of %d labels are decoded wrongly", wrong, len(predictions)), nil
		}
		return "", nil
	}
	for row, got := range predictions {
		k := of.classes[row]
		if got == k || slices.Equal(r.walk.perfect.Row(row), r.walk.perfect.Row(got*rowsOfClass)) {
			continue
		}
		return "", fmt.Errorf("the scores of class %d are decoded as class %d", k, got)
	}
	return "", nil
}

// checkProbabilities checks that there are probabilities where they are declared.
func (r *reducer) checkProbabilities(d contract.Decoded, kind contract.ScoreKind) error {
	switch declared := r.caps.GivesProbabilities(kind); {
	case declared && d.Probabilities == nil:
		return errors.New("it declares probabilities and gives none")
	case !declared && d.Probabilities != nil:
		return errors.New("it gives probabilities without declaring them")
	case declared:
		return checkProbabilities(*d.Probabilities, r.caps.MultiLabel)
	}
	return nil
}

func checkProbabilities(m contract.Matrix, eachByItself bool) error {
	for i := range m.Rows {
		sum := 0.0
		for _, v := range m.Row(i) {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("a probability is %v", v)
			}
			sum += v
		}
		if !eachByItself && math.Abs(sum-1) > 1e-9 {
			return fmt.Errorf("the probabilities of a row sum to %v", sum)
		}
	}
	return nil
}

// decode decodes scores and checks the shape of the answer.
func (r *reducer) decode(ctx context.Context, p *host.Process, scores contract.Matrix,
	kind contract.ScoreKind) (d contract.Decoded, err error) {
	dir, err := r.folder()
	if err != nil {
		return d, err
	}
	defer os.RemoveAll(dir)
	file := func(name string) string { return filepath.Join(dir, name+".npy") }
	call := service.DecodeCall{
		Component: r.ref(), State: r.walk.state, Kind: kind,
		Scores: file("cell"), ClassScores: file("class"), Probabilities: file("probabilities"),
		Predictions: file("predictions"),
	}
	if err := matrix.WriteFloat64(call.Scores, scores.Rows, scores.Cols, scores.Data); err != nil {
		return d, err
	}
	with, err := p.Decode(ctx, call)
	if err != nil {
		return d, err
	}
	if d.Scores, err = readTable(call.ClassScores, scores.Rows, r.classes); err != nil {
		return d, fmt.Errorf("class scores: %w", err)
	}
	if with {
		m, err := readTable(call.Probabilities, scores.Rows, r.classes)
		if err != nil {
			return d, fmt.Errorf("probabilities: %w", err)
		}
		d.Probabilities = &m
	}
	if r.caps.MultiLabel {
		d.Predictions, err = readPredictions(call.Predictions, scores.Rows*r.classes, 2)
	} else {
		d.Predictions, err = readPredictions(call.Predictions, scores.Rows, r.classes)
	}
	return d, err
}

func readTable(path string, rows, cols int) (contract.Matrix, error) {
	values, r, c, err := matrix.ReadFloat64(path)
	if err != nil {
		return contract.Matrix{}, err
	}
	if r != rows || c != cols {
		return contract.Matrix{}, fmt.Errorf("%d × %d values where %d × %d were asked for", r, c, rows, cols)
	}
	for _, v := range values {
		if !finite(v) {
			return contract.Matrix{}, fmt.Errorf("a value is %v", v)
		}
	}
	return contract.Matrix{Rows: rows, Cols: cols, Data: values}, nil
}

// readPredictions reads numbers below classes.
func readPredictions(path string, rows, classes int) ([]int, error) {
	values, err := matrix.ReadInt32(path)
	if err != nil {
		return nil, fmt.Errorf("predictions: %w", err)
	}
	if len(values) != rows {
		return nil, fmt.Errorf("%d predictions for %d rows", len(values), rows)
	}
	out := make([]int, rows)
	for i, v := range values {
		if v < 0 || int(v) >= classes {
			return nil, fmt.Errorf("class number %d of %d is predicted", v, classes)
		}
		out[i] = int(v)
	}
	return out, nil
}

// ready returns the process, if there is a stage to decode with.
func (r *reducer) ready(ctx context.Context) (*host.Process, error) {
	if r.classes == 0 {
		return nil, skipped("it could plan nothing")
	}
	return r.plugin(ctx)
}

// repeats plans anew in the same process and in another.
func (r *reducer) repeats(ctx context.Context) (string, error) {
	if !r.caps.Deterministic {
		return "", skipped("the reduction does not promise it")
	}
	p, err := r.ready(ctx)
	if err != nil {
		return "", err
	}
	for _, where := range []string{"in the same process", "in another process"} {
		again, err := r.plan(ctx, p, r.classes)
		if err != nil {
			return "", err
		}
		if !reflect.DeepEqual(again, r.stage) {
			return "", fmt.Errorf("%s the plan for %d classes is another one", where, r.classes)
		}
		walked, err := r.follow(ctx, p, again, r.walk.truth)
		if err != nil {
			return "", err
		}
		if !reflect.DeepEqual(walked, r.walk) {
			return "", fmt.Errorf("%s the later stages for %d classes are others", where, r.classes)
		}
		if p, err = r.fresh(ctx); err != nil {
			return "", err
		}
	}
	return "", nil
}

func (r *reducer) noRows(ctx context.Context) (string, error) {
	p, err := r.ready(ctx)
	if err != nil {
		return "", err
	}
	_, err = r.decode(ctx, p, contract.Matrix{Cols: r.walk.perfect.Cols}, r.kind())
	return "", err
}

func (r *reducer) refusesNaN(ctx context.Context) (string, error) {
	p, err := r.ready(ctx)
	if err != nil {
		return "", err
	}
	scores := r.walk.perfect
	scores.Data = slices.Clone(scores.Data)
	scores.Data[0] = math.NaN()
	_, err = r.decode(ctx, p, scores, r.kind())
	return "", refuses(ctx, p, "a score of NaN", err)
}
