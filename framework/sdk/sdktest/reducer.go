package sdktest

import (
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func (r *reducer) run() {
	r.multiLabel = r.caps.Has(contract.MultiLabel)
	r.about(r.name, target.KindOf(r.multiLabel))
	if r.caps.Has(contract.AnyTarget) {
		r.multiLabel, r.classes = true, 0
		r.about(r.name+" of labels", target.KindOf(true))
	}
}

// about checks a reduction, under a name, on rows with classes or with labels.
func (r *reducer) about(name, of string) {
	for _, classes := range []int{2, 3, 4, 7} {
		r.check(fmt.Sprintf("%s: plans and decodes %d %s", name, classes, of), func(t *trial) { r.roundTrip(t, classes) })
	}
	r.check(name+": same seed, same plan", r.repeats)
	r.check(name+": decodes each row by itself", r.rowByItself)
	r.check(name+": decodes no rows", r.noRows)
	r.check(name+": refuses scores of NaN", r.refusesNaN)
	if r.caps.Has(contract.Seeks) {
		r.check(name+": finds by some scores what it finds by all", r.seeksAlike)
	}
}

// plan asks for the first stage. A refusal is a reason to skip: a reduction need
// not take every number of classes.
func (r *reducer) plan(t *trial, classes int) contract.Stage {
	ask := contract.Reduction{Seed: 1}
	for k := range classes {
		ask.Classes = append(ask.Classes, fmt.Sprintf("class %d", k))
		ask.Counts = append(ask.Counts, 20+k)
	}
	if r.caps.Has(contract.UsesTree) {
		ask.Tree = halves(0, classes)
	}
	stage, ds, err := t.plugin().Plan(t.ctx, r.ref(), ask)
	t.must(err)
	if err := contract.FirstError(ds); err != nil {
		t.skip("it refuses them: " + err.Error())
	}
	return stage
}

// halves is a tree of classes, halved again and again.
func halves(from, to int) *target.Tree {
	if to-from == 1 {
		return &target.Tree{Class: from}
	}
	half := (from + to + 1) / 2
	return &target.Tree{Parts: []target.Tree{*halves(from, half), *halves(half, to)}}
}

// roundTrip plans and decodes the scores of perfect models.
func (r *reducer) roundTrip(t *trial, classes int) {
	stage := r.plan(t, classes)
	t.must(r.checkStage(stage, classes))
	r.walk = r.follow(t, stage, newTruth(classes, r.multiLabel))
	r.stage, r.classes = stage, classes
	for _, kind := range []contract.ScoreKind{contract.Margin, contract.LogOdds} {
		if !r.caps.Takes(kind) {
			continue
		}
		t.try(fmt.Sprintf("scores of kind %s", kind), func() {
			d, err := r.decode(t, r.walk.perfect, kind)
			t.must(err)
			r.checkPredictions(t, d.Predictions)
			t.must(r.checkProbabilities(d, kind))
		})
	}
}

// checkPredictions checks the answer to perfect scores. Classes must be right; a
// reduction of labels may tell less than all.
func (r *reducer) checkPredictions(t *trial, predictions []int) {
	of := r.walk.truth
	wrong := 0
	for i, y := range predictions {
		switch {
		case of.labels != nil:
			if y != int(of.labels[i]) {
				wrong++
			}
		case y != of.classes[i] && !slices.Equal(r.walk.perfect.Row(i), r.walk.perfect.Row(y*rowsOfClass)):
			t.fail("the scores of class %d are decoded as class %d", of.classes[i], y)
		}
	}
	if wrong > 0 {
		t.note = fmt.Sprintf("of the scores of right models %d of %d labels are decoded wrongly", wrong, len(predictions))
	}
}

// checkProbabilities checks that there are probabilities where they are declared.
func (r *reducer) checkProbabilities(d contract.Decoded, kind contract.ScoreKind) error {
	switch declared := r.caps.GivesProbabilities(kind); {
	case declared && d.Probabilities == nil:
		return errors.New("it declares probabilities and gives none")
	case !declared && d.Probabilities != nil:
		return errors.New("it gives probabilities without declaring them")
	case declared:
		return checkProbabilities(*d.Probabilities, r.multiLabel)
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
func (r *reducer) decode(t *trial, scores contract.Matrix, kind contract.ScoreKind) (d contract.Decoded, err error) {
	dir := t.folder()
	defer os.RemoveAll(dir)
	call := service.DecodeCall{Component: r.ref(), State: r.walk.state, Kind: kind}.Below(dir)
	t.must(call.Arrays(&scores, &contract.Known{}).Write(scores.Rows, service.Below(dir)))
	done, err := t.plugin().Decode(t.ctx, call)
	if err != nil {
		return d, err
	}
	return r.read(call, done, scores.Rows)
}

// read reads what was decoded of n rows.
func (r *reducer) read(call service.DecodeCall, done service.Decoded, n int) (d contract.Decoded, err error) {
	if done.Top {
		return r.best(call, done, n)
	}
	if d.Scores, err = readTable(call.ClassScores, n, r.classes); err != nil {
		return d, fmt.Errorf("class scores: %w", err)
	}
	if done.Probabilities {
		m, err := readTable(call.Probabilities, n, r.classes)
		if err != nil {
			return d, fmt.Errorf("probabilities: %w", err)
		}
		d.Probabilities = &m
	}
	predicted, below := n, r.classes
	if r.multiLabel {
		predicted, below = n*r.classes, 2
	}
	d.Predictions, err = readPredictions(call.Predictions, predicted, below)
	return d, err
}

// seeksAlike gives scores that are asked for alone.
func (r *reducer) seeksAlike(t *trial) {
	r.planned(t)
	kind, all := r.kind(), r.walk.perfect
	want, err := r.decode(t, all, kind)
	t.must(err)
	has := make([]int8, len(all.Data))
	for {
		d, lacks, err := r.seek(t, all, target.Listed(has, all.Cols), kind)
		t.must(err)
		if len(lacks.Of) == 0 {
			if !reflect.DeepEqual(d, want) {
				t.fail("by the scores that it asks for it decodes other values than by all")
			}
			return
		}
		t.must(lacks.Check(all.Cols))
		for row := range lacks.Rows() {
			for _, column := range lacks.Row(row) {
				if has[row*all.Cols+int(column)] != 0 {
					t.fail("it asks again for score %d of row %d", column, row)
				}
				has[row*all.Cols+int(column)] = 1
			}
		}
	}
}

// seek gives some columns of scores, and returns what was decoded or which columns are lacking.
func (r *reducer) seek(
	t *trial, all contract.Matrix, columns target.Labels, kind contract.ScoreKind,
) (d contract.Decoded, lacks target.Labels, err error) {
	dir := t.folder()
	defer os.RemoveAll(dir)
	known := contract.Known{Columns: columns, Scores: []float64{}}
	for row := range columns.Rows() {
		for _, column := range columns.Row(row) {
			known.Scores = append(known.Scores, all.Row(row)[column])
		}
	}
	call := service.DecodeCall{Component: r.ref(), State: r.walk.state, Kind: kind}.Below(dir)
	t.must(call.Arrays(&contract.Matrix{}, &known).Write(columns.Rows(), service.Below(dir)))
	done, err := t.plugin().Decode(t.ctx, call)
	switch {
	case err != nil:
	case done.Lacks:
		_, _, err = call.Lacking(&lacks).Open(columns.Rows())
	default:
		d, err = r.read(call, done, columns.Rows())
	}
	return d, lacks, err
}

// best reads the best classes or labels of n rows, and fills in the values of all.
func (r *reducer) best(call service.DecodeCall, done service.Decoded, n int) (d contract.Decoded, err error) {
	top := target.Top{Others: done.Others}
	if !done.Probabilities {
		call.Top.Probabilities = ""
	}
	if _, _, err := call.Best(&top).Open(n); err != nil {
		return d, fmt.Errorf("the best of each row: %w", err)
	}
	if err := top.Check(n, r.classes, r.multiLabel); err != nil {
		return d, fmt.Errorf("the best of each row: %w", err)
	}
	all, probabilities := top.Dense(r.classes, r.multiLabel)
	d.Scores = contract.Matrix{Rows: n, Cols: r.classes, Data: all}
	if probabilities != nil {
		d.Probabilities = &contract.Matrix{Rows: n, Cols: r.classes, Data: probabilities}
	}
	chosen := top.Chosen(r.multiLabel)
	d.Predictions = chosen.Class
	if r.multiLabel {
		d.Predictions = lists.Map(chosen.Y.Table(r.classes), func(has int8) int { return int(has) })
	}
	return d, nil
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

// planned skips the check if there is no stage to decode with.
func (r *reducer) planned(t *trial) {
	if r.classes == 0 {
		t.skip("it could plan nothing")
	}
}

// repeats plans anew in the same process and in another.
func (r *reducer) repeats(t *trial) {
	if !r.caps.Has(contract.Deterministic) {
		t.skip("the reduction does not promise it")
	}
	r.planned(t)
	r.planAnew(t, "in the same process")
	t.fresh()
	r.planAnew(t, "in another process")
}

func (r *reducer) planAnew(t *trial, where string) {
	again := r.plan(t, r.classes)
	if !reflect.DeepEqual(again, r.stage) {
		t.fail("%s the plan for %d classes is another one", where, r.classes)
	}
	if !reflect.DeepEqual(r.follow(t, again, r.walk.truth), r.walk) {
		t.fail("%s the later stages for %d classes are others", where, r.classes)
	}
}

// rowByItself decodes the second half of the rows without the first.
func (r *reducer) rowByItself(t *trial) {
	r.planned(t)
	all := r.walk.perfect
	whole, err := r.decode(t, all, r.kind())
	t.must(err)
	from := all.Rows / 2
	rest := contract.Matrix{Rows: all.Rows - from, Cols: all.Cols, Data: all.Data[from*all.Cols:]}
	half, err := r.decode(t, rest, r.kind())
	t.must(err)
	const parts = "bench may ask for rows in parts"
	if !slices.Equal(half.Predictions, whole.Predictions[len(whole.Predictions)/all.Rows*from:]) {
		t.fail("without the first %d of %d rows others are predicted: %s", from, all.Rows, parts)
	}
	if err := near(whole.Scores.Data[from*r.classes:], half.Scores.Data, tolerance); err != nil {
		t.fail("without the first %d of %d rows %v: %s", from, all.Rows, err, parts)
	}
}

func (r *reducer) noRows(t *trial) {
	r.planned(t)
	_, err := r.decode(t, contract.Matrix{Cols: r.walk.perfect.Cols}, r.kind())
	t.must(err)
}

func (r *reducer) refusesNaN(t *trial) {
	r.planned(t)
	scores := r.walk.perfect
	scores.Data = slices.Clone(scores.Data)
	scores.Data[0] = math.NaN()
	_, err := r.decode(t, scores, r.kind())
	t.refuses("a score of NaN", err)
}
