package sdktest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// truth is what the training rows of a walk are: of one class each, or with any
// number of labels.
type truth struct {
	k       int
	classes []int  // of each row; nil if rows have labels
	labels  []int8 // rows × k, 1 or 0; nil if rows have classes
}

// rowsOfClass is how many training rows a class has while stages are walked; there
// are as many for each label.
const rowsOfClass = 12

func newTruth(k int, multiLabel bool) truth {
	t := truth{k: k}
	random := rand.New(rand.NewPCG(uint64(k), 40))
	for i := range k * rowsOfClass {
		if !multiLabel {
			t.classes = append(t.classes, i/rowsOfClass)
			continue
		}
		for range k {
			t.labels = append(t.labels, int8(random.IntN(5)/3))
		}
	}
	return t
}

func (t truth) rows() int { return t.k * rowsOfClass }

// has reports whether a row is of a class, or has a label.
func (t truth) has(row, k int) bool {
	if t.labels != nil {
		return t.labels[row*t.k+k] == 1
	}
	return t.classes[row] == k
}

// counts are the rows of each class, or with each label.
func (t truth) counts() []int {
	counts := make([]int, t.k)
	for row := range t.rows() {
		for k := range counts {
			if t.has(row, k) {
				counts[k]++
			}
		}
	}
	return counts
}

// ranges are those of the training rows.
func (t truth) ranges() []contract.Range {
	if t.labels != nil {
		return []contract.Range{{End: t.rows()}}
	}
	ranges := make([]contract.Range, t.k)
	for k := range ranges {
		ranges[k] = contract.Range{Start: k * rowsOfClass, End: (k + 1) * rowsOfClass, Class: k}
	}
	return ranges
}

// sure is the size of the scores of right models.
const sure = 3

// perfect returns the scores of the training rows if every model of a stage is
// right.
func (t truth) perfect(s contract.Stage) contract.Matrix {
	m := contract.Matrix{Rows: t.rows()}
	for row := range m.Rows {
		switch of := s.Problems.(type) {
		case contract.Labelled:
			for _, l := range of {
				m.Data = append(m.Data, sign(t.has(row, l)))
			}
		case contract.Subsets:
			for _, one := range of {
				m.Data = append(m.Data, t.about(one, row))
			}
		case contract.Targeted:
			for l := range of.Values.Cols {
				m.Data = append(m.Data, rightAbout(of, targetOf(of, row, l))...)
			}
		case contract.Whole:
			for k := range t.k {
				m.Data = append(m.Data, sign(t.has(row, k)))
			}
		case contract.Coded:
			scores := make([]float64, of.Columns())
			for _, e := range of.Row(t.classes[row]) {
				scores[e.Column] = sure * float64(e.Sign)
			}
			m.Data = append(m.Data, scores...)
		}
	}
	m.Cols = len(m.Data) / m.Rows
	if s.Search != nil { // it is right after each guess
		return sideBySide(m.Rows, slices.Repeat([]contract.Matrix{m}, s.Search.Width(len(s.Of))))
	}
	return m
}

// about is the score of a right model of a subset, 0 for a row that it leaves out.
func (t truth) about(s contract.Subset, row int) float64 {
	has := func(k int32) bool { return t.has(row, int(k)) }
	if s.Among != nil && !slices.ContainsFunc(s.Among, has) {
		return 0
	}
	return sign(slices.ContainsFunc(s.Positive, has))
}

// targetOf is the target of a training row, the first if there are several, of a binary problem the
// first that is not left out; of one that is not there that of a row that is left out.
func targetOf(t contract.Targeted, row, column int) float64 {
	if t.Rows == nil {
		return t.Values.Row(row)[column]
	}
	at, there := slices.BinarySearch(t.Rows, row)
	switch {
	case !there && t.Task == contract.Multiclass:
		return -1
	case !there:
		return 0
	}
	y := t.Values.Row(at)[column]
	for at++; t.Task == contract.Binary && y == 0 && at < len(t.Rows) && t.Rows[at] == row; at++ {
		y = t.Values.Row(at)[column]
	}
	return y
}

// rightAbout are the scores of a right model of a target.
func rightAbout(t contract.Targeted, y float64) []float64 {
	switch t.Task {
	case contract.Multiclass:
		scores := slices.Repeat([]float64{-sure}, t.Groups)
		if y >= 0 {
			scores[int(y)] = sure
		}
		return scores
	case contract.Binary:
		return []float64{sure * y}
	}
	return []float64{y}
}

func sign(positive bool) float64 {
	if positive {
		return sure
	}
	return -sure
}

// invented returns scores of training rows for the stages that asked for some:
// those of right models with some noise. It does not change the sides of rows with targets: later
// stages may leave out the rows that earlier ones get wrong, and then nothing says how to decode them.
func (t truth) invented(taken []contract.Stage) contract.Matrix {
	random := rand.New(rand.NewPCG(uint64(t.k), uint64(len(taken))))
	var parts []contract.Matrix
	for _, s := range taken {
		if !s.WantsScores() {
			continue
		}
		m := t.perfect(s)
		for i, right := range m.Data {
			m.Data[i] += float64(2 * random.NormFloat64())
			if s.Targets().Task == contract.Binary && right != 0 {
				m.Data[i] = math.Copysign(m.Data[i], right)
			}
		}
		parts = append(parts, m)
	}
	return sideBySide(t.rows(), parts)
}

func sideBySide(rows int, parts []contract.Matrix) contract.Matrix {
	out := contract.Matrix{Rows: rows}
	for _, p := range parts {
		out.Cols += p.Cols
	}
	for i := range rows {
		for _, p := range parts {
			out.Data = append(out.Data, p.Row(i)...)
		}
	}
	return out
}

// walk is where a reduction's stages lead.
type walk struct {
	state   []byte // for Decode
	truth   truth
	perfect contract.Matrix // the scores of the training rows if every model of every stage is right
}

// follow asks for one stage after the other, with outputs and features that are
// invented: nearly right scores, and points about a centre of each class. The
// later stages must not train more than the first announced.
func (r *reducer) follow(t *trial, stage contract.Stage, of truth) walk {
	var taken []contract.Stage
	later := 0
	for {
		t.must(r.checkStage(stage, of.k))
		taken = append(taken, stage)
		if !stage.Asks() {
			return arrived(t, taken, stage.State, of)
		}
		var next contract.Stage
		var done bool
		t.try(fmt.Sprintf("after stage %d", len(taken)), func() { next, done = r.next(t, taken, of) })
		if done {
			return arrived(t, taken, next.State, of)
		}
		if later += next.Fits(); later > taken[0].Later {
			t.fail("its later stages train more than the %d problems, inner folds counted, that the first announced",
				taken[0].Later)
		}
		if next.Count() == 0 {
			t.fail("stage %d trains nothing, which only a first stage may", len(taken)+1)
		}
		stage = next
	}
}

// arrived joins the perfect scores of all stages.
func arrived(t *trial, taken []contract.Stage, state []byte, of truth) walk {
	var scores []contract.Matrix
	for _, s := range taken {
		scores = append(scores, of.perfect(s))
	}
	w := walk{state: state, truth: of, perfect: sideBySide(of.rows(), scores)}
	if w.perfect.Cols == 0 {
		t.fail("its stages train nothing")
	}
	return w
}

// next asks for the stage after those that were taken.
func (r *reducer) next(t *trial, taken []contract.Stage, of truth) (next contract.Stage, done bool) {
	dir := t.folder()
	defer os.RemoveAll(dir)
	last := taken[len(taken)-1]
	call := service.NextCall{Component: r.ref(), State: last.State, Counts: of.counts(), Seed: 1,
		Targets: filepath.Join(dir, "targets.npy")}
	shown := contract.Training{Outputs: of.invented(taken), Classes: of.classes, Labels: of.labels}
	if r.caps.Has(contract.TakesSparse) {
		shown.Labels, shown.Lists = nil, target.Listed(of.labels, of.k)
	}
	if shown.Outputs.Cols > 0 {
		call.Kind = r.kind()
	}
	t.must(call.Arrays(&shown).Write(of.rows(), service.Below(dir)))
	var err error
	if last.Features {
		call.Features, err = writeFeatures(dir, draw(of.k, rowsOfClass, 5).x)
		t.must(err)
		call.Rows = service.RowSet{Ranges: of.ranges()}
	}
	next, done, err = t.plugin().Next(t.ctx, call)
	t.must(err)
	targeted, ok := next.Problems.(contract.Targeted)
	if done || !ok {
		return next, done
	}
	rows := of.rows()
	if targeted.Rows != nil {
		if last := slices.Max(targeted.Rows); last >= rows {
			t.fail("it has targets for training row %d where there are %d, numbered from 0", last, rows)
		}
		rows = len(targeted.Rows)
	}
	targets, err := readTable(call.Targets, rows, targeted.Values.Cols)
	if err != nil {
		t.fail("targets: %w", err)
	}
	if targeted.Values.Rows != targets.Rows {
		t.fail("it has targets for %d rows where there are %d", targeted.Values.Rows, targets.Rows)
	}
	targeted.Values = targets
	next.Problems = targeted
	return next, false
}

// kind is a kind of score that the reduction takes: margins if it can.
func (r *reducer) kind() contract.ScoreKind {
	if r.caps.Takes(contract.Margin) {
		return contract.Margin
	}
	return contract.LogOdds
}

// reducer checks one reduction.
type reducer struct {
	*suite
	configuration
	name    string
	stage   contract.Stage // the first of the last number of classes that could be planned
	walk    walk           // from there to the last stage
	classes int            // 0 if none could be planned
	// multiLabel says that it is checked on rows with labels.
	multiLabel bool
}

func (r *reducer) ref() service.ComponentRef {
	return service.ComponentRef{Kind: contract.KindReducer, Name: r.name, Config: r.config}
}

// checkStage checks that a stage can be trained.
func (r *reducer) checkStage(s contract.Stage, classes int) error {
	if err := s.Check(classes); err != nil {
		return err
	}
	if s.Count() > 0 && !r.caps.Can(s.Task()) {
		return fmt.Errorf("it plans a %q stage but declares %v", s.Task(), r.caps.Tasks)
	}
	if _, labelled := s.Problems.(contract.Labelled); labelled && !r.multiLabel {
		return errors.New("it asks for labels, and the rows have classes")
	}
	if _, coded := s.Problems.(contract.Coded); coded && r.multiLabel {
		return errors.New("it asks for a code of classes, and the rows have labels")
	}
	return nil
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
