package sdktest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
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

// write writes the file of classes or labels of a call.
func (t truth) write(dir string, call *service.NextCall) error {
	if t.labels != nil {
		call.Labels = filepath.Join(dir, "labels.npy")
		return matrix.WriteInt8(call.Labels, t.rows(), t.k, t.labels)
	}
	call.Classes = filepath.Join(dir, "classes.npy")
	var numbers []int32
	for _, k := range t.classes {
		numbers = append(numbers, int32(k))
	}
	return matrix.WriteInt32(call.Classes, len(numbers), 0, numbers)
}

// sure is the size of the scores of right models.
const sure = 3

// perfect returns the scores of the training rows if every model of a stage is
// right.
func (t truth) perfect(s contract.Stage) contract.Matrix {
	m := contract.Matrix{Rows: t.rows()}
	for row := range m.Rows {
		switch {
		case s.Labels != nil:
			for _, l := range s.Labels {
				m.Data = append(m.Data, sign(t.has(row, l)))
			}
		case s.Targets.Cols > 0:
			for l := range s.Targets.Cols {
				m.Data = append(m.Data, rightAbout(s, targetOf(s, row, l))...)
			}
		case s.Task == contract.Multiclass:
			for k := range t.k {
				m.Data = append(m.Data, sign(t.has(row, k)))
			}
		case s.Coded():
			scores := make([]float64, s.Code.Columns())
			for _, e := range s.Code.Row(t.classes[row]) {
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

// targetOf is the target of a training row, the first if there are several; of one that
// is not there that of a row that is left out.
func targetOf(s contract.Stage, row, column int) float64 {
	if s.Rows == nil {
		return s.Targets.Row(row)[column]
	}
	if at, there := slices.BinarySearch(s.Rows, row); there {
		return s.Targets.Row(at)[column]
	}
	if s.Task == contract.Multiclass {
		return -1
	}
	return 0
}

// rightAbout are the scores of a right model of a target.
func rightAbout(s contract.Stage, y float64) []float64 {
	switch s.Task {
	case contract.Multiclass:
		scores := slices.Repeat([]float64{-sure}, s.Groups)
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
// those of right models with some noise.
func (t truth) invented(taken []contract.Stage) contract.Matrix {
	random := rand.New(rand.NewPCG(uint64(t.k), uint64(len(taken))))
	var parts []contract.Matrix
	for _, s := range taken {
		if !s.WantsScores() {
			continue
		}
		m := t.perfect(s)
		for i := range m.Data {
			m.Data[i] += 2 * random.NormFloat64()
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
		if next.Problems() == 0 {
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
	t.must(of.write(dir, &call))
	if outputs := of.invented(taken); outputs.Cols > 0 {
		call.Outputs, call.Kind = filepath.Join(dir, "outputs.npy"), r.kind()
		t.must(matrix.WriteFloat64(call.Outputs, outputs.Rows, outputs.Cols, outputs.Data))
	}
	var err error
	if last.Features {
		call.Features, err = writeFeatures(dir, draw(of.k, rowsOfClass, 5).x)
		t.must(err)
		call.Rows = service.RowSet{Ranges: of.ranges()}
	}
	next, done, err = t.plugin().Next(t.ctx, call)
	t.must(err)
	if done || next.Targets.Cols == 0 {
		return next, done
	}
	rows := of.rows()
	if next.Rows != nil {
		if last := slices.Max(next.Rows); last >= rows {
			t.fail("it has targets for training row %d where there are %d, numbered from 0", last, rows)
		}
		rows = len(next.Rows)
	}
	targets, err := readTable(call.Targets, rows, next.Targets.Cols)
	if err != nil {
		t.fail("targets: %w", err)
	}
	if next.Targets.Rows != targets.Rows {
		t.fail("it has targets for %d rows where there are %d", next.Targets.Rows, targets.Rows)
	}
	next.Targets = targets
	return next, false
}

// kind is a kind of score that the reduction takes: margins if it can.
func (r *reducer) kind() contract.ScoreKind {
	if r.caps.Takes(contract.Margin) {
		return contract.Margin
	}
	return contract.LogOdds
}
