package sdktest

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// filesSize is about what the files of a suite take at one time, in bytes.
const filesSize = 64 << 20

// memory is what a plugin may hold while it trains or scores, in bytes.
const memory = 2 << 30

// answers are the outcomes of an exam's problems.
type answers struct {
	trained []service.Trained
	scores  [][]float64 // by problem: test rows × width; nil if it failed
}

// folder makes a folder for the files of a call.
func (t *trial) folder() string {
	t.made++
	path := filepath.Join(t.files, strconv.Itoa(t.made))
	t.must(os.Mkdir(path, 0o700))
	return path
}

// take trains the problems of an exam, scores its test rows with the models and
// forgets them. The error is for failures of a call, and for answers of a wrong
// shape.
func (l *learner) take(t *trial, e exam) (answers, error) {
	dir := t.folder()
	defer os.RemoveAll(dir)
	write := writeFeatures
	if e.sparse {
		write = writeCSR
	}
	features, err := write(dir, e.x)
	t.must(err)
	features.Columns = t.writeColumns(dir, e.columns)
	before := t.digests(dir)
	a := answers{scores: make([][]float64, len(e.problems))}
	if a.trained, err = l.train(t, features, e); err != nil {
		return a, err
	}
	models, err := a.score(t, dir, features, e)
	if err != nil || len(models) == 0 {
		return a, err
	}
	after := t.digests(dir)
	for name, sum := range before {
		if after[name] != sum {
			return a, fmt.Errorf("it writes to %s, which it is given to read; open inputs for reading (in NumPy "+
				"mmap_mode=\"r\" or \"c\")", name)
		}
	}
	return a, t.plugin().Forget(t.ctx, models)
}

// digests returns what the files of a folder hold, by name. Those that a plugin is
// given have to stay as they are: bench seals them, and a plugin that writes to them
// fails.
func (t *trial) digests(dir string) map[string][sha256.Size]byte {
	entries, err := os.ReadDir(dir)
	t.must(err)
	sums := map[string][sha256.Size]byte{}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		t.must(err)
		sums[e.Name()] = sha256.Sum256(content)
	}
	return sums
}

// distinct checks that no two models have the same name.
func distinct(trained []service.Trained) error {
	names := map[string]bool{}
	for _, t := range trained {
		if t.Err == nil && names[t.Model] {
			return fmt.Errorf("it calls the models of two problems %q", t.Model)
		}
		names[t.Model] = true
	}
	return nil
}

func writeFeatures(dir string, x contract.Matrix) (service.Features, error) {
	f := service.Features{Rows: x.Rows, Cols: x.Cols, Dense: filepath.Join(dir, "X.npy")}
	return f, matrix.WriteFloat64(f.Dense, x.Rows, x.Cols, x.Data)
}

func (l *learner) train(t *trial, features service.Features, e exam) ([]service.Trained, error) {
	trained := make([]service.Trained, len(e.problems))
	sets, problems, err := e.sent(filepath.Dir(features.Dense + features.Data))
	t.must(err)
	call := service.TrainCall{
		Component: l.name, Config: l.config, Features: features, RowSets: sets, Problems: problems,
		Threads: max(e.threads, 1), Memory: memory, LeaveOneOut: e.leaves,
	}
	if err := t.plugin().Train(t.ctx, call, func(t service.Trained) { trained[t.Problem] = t }); err != nil {
		return trained, err
	}
	return trained, distinct(trained)
}

// score scores the test rows with the models that there are, gives each problem its
// columns and returns the models.
func (a answers) score(t *trial, dir string, features service.Features, e exam) (models []string, err error) {
	var widths []int
	rows, cols := contract.CountRows(e.test), 0
	for i, trained := range a.trained {
		if trained.Err == nil {
			models, widths = append(models, trained.Model), append(widths, width(e.problems[i]))
			cols += width(e.problems[i])
		}
	}
	if len(models) == 0 {
		return nil, nil
	}
	call := service.ScoreCall{
		Models: models, Features: features, Ranges: e.test, Memory: memory, LeaveOneOut: e.leaves,
		Output: filepath.Join(dir, "scores.npy"),
	}
	values, err := scoreAll(t, dir, call, widths, e.pairs)
	if err != nil {
		return nil, err
	}
	at := 0
	for i, trained := range a.trained {
		if trained.Err != nil {
			continue
		}
		w := width(e.problems[i])
		for r := range rows {
			a.scores[i] = append(a.scores[i], values[r*cols+at:r*cols+at+w]...)
		}
		at += w
	}
	return models, nil
}

// scoreAll returns the scores of all rows by all models, which have so many each.
func scoreAll(t *trial, dir string, call service.ScoreCall, widths []int, pairs bool) (values []float64, err error) {
	if pairs {
		return scorePairs(t, dir, call)
	}
	scored, err := t.plugin().Score(t.ctx, call)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(scored.Widths, widths) {
		return nil, fmt.Errorf("the widths of the scores are %v, not %v", scored.Widths, widths)
	}
	values, err = matrix.ReadAnswer[float64](call.Output, contract.CountRows(call.Ranges), lists.Sum(widths))
	if err != nil {
		return nil, fmt.Errorf("the scores: %w", err)
	}
	return values, nil
}

// scorePairs has half of the pairs of rows and models scored, and then the others. It returns the scores of all.
func scorePairs(t *trial, dir string, call service.ScoreCall) ([]float64, error) {
	rows, cols := contract.CountRows(call.Ranges), len(call.Models)
	all := make([]float64, rows*cols)
	for half := range 2 {
		var pairs target.Labels
		var places []int
		for row := range rows {
			var some []int32
			for m := range cols {
				if (row/2+m)%2 == half {
					some, places = append(some, int32(m)), append(places, row*cols+m)
				}
			}
			pairs.Add(some...)
		}
		t.must(call.Pairs.Arrays("models", "ends", &pairs).Write(rows, service.Below(dir)))
		if _, err := t.plugin().Score(t.ctx, call); err != nil {
			return nil, err
		}
		values, err := matrix.ReadAnswer[float64](call.Output, len(places), 1)
		if err != nil {
			return nil, err
		}
		for n, place := range places {
			all[place] = values[n]
		}
	}
	return all, nil
}

// width is the number of scores a row.
func width(p service.Problem) int {
	if p.Task == contract.Multiclass {
		return p.Classes
	}
	return 1
}

// pass takes an exam in which everything must succeed, and returns the scores.
func (l *learner) pass(t *trial, e exam) [][]float64 {
	a, err := l.take(t, e)
	t.must(err)
	for i, trained := range a.trained {
		err := trained.Err
		if err == nil {
			err = l.checkScores(a.scores[i], width(e.problems[i]))
		}
		if err != nil {
			t.fail("problem %d of %d: %w", i+1, len(a.trained), err)
		}
	}
	return a.scores
}

// checkScores checks that scores are finite, and probabilities what they are
// called.
func (l *learner) checkScores(scores []float64, width int) error {
	sum := 0.0
	for i, v := range scores {
		if !finite(v) {
			return fmt.Errorf("a score is %v", v)
		}
		if l.caps.Scores != contract.Probability || l.task == contract.Regression {
			continue
		}
		if v < 0 || v > 1 {
			return fmt.Errorf("a probability is %v", v)
		}
		if sum += v; width > 1 && i%width == width-1 {
			if math.Abs(sum-1) > 1e-6 {
				return fmt.Errorf("the probabilities of a row sum to %v", sum)
			}
			sum = 0
		}
	}
	return nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// sameBytes compares the scores of problems to the bit.
func sameBytes(a, b [][]float64) error {
	for i := range a {
		for j := range a[i] {
			if math.Float64bits(a[i][j]) != math.Float64bits(b[i][j]) {
				return fmt.Errorf("a score of problem %d is %v and then %v", i+1, a[i][j], b[i][j])
			}
		}
	}
	return nil
}

// tolerance is how far scores may be apart that rounding alone makes differ,
// relative to the largest.
const tolerance = 1e-9

func nearlySame(a, b [][]float64) error {
	for i := range a {
		if err := near(a[i], b[i], tolerance); err != nil {
			return fmt.Errorf("problem %d: %w", i+1, err)
		}
	}
	return nil
}

// near compares the scores of a problem, relative to the largest.
func near(a, b []float64, within float64) error {
	largest := 0.0
	for _, v := range a {
		largest = max(largest, math.Abs(v))
	}
	for j := range a {
		if !(math.Abs(a[j]-b[j]) <= within*largest) {
			return fmt.Errorf("a score is %v and then %v", a[j], b[j])
		}
	}
	return nil
}

// failure joins an error with those of the problems.
func (a answers) failure(err error) error {
	for _, t := range a.trained {
		err = errors.Join(err, t.Err)
	}
	return err
}

// writeCSR writes a matrix in compressed form.
func writeCSR(dir string, x contract.Matrix) (service.Features, error) {
	f := service.Features{
		Rows: x.Rows, Cols: x.Cols,
		Data: filepath.Join(dir, "data.npy"), Indices: filepath.Join(dir, "indices.npy"),
		Indptr: filepath.Join(dir, "indptr.npy"),
	}
	nonzeros := 0
	for _, v := range x.Data {
		if v != 0 {
			nonzeros++
		}
	}
	m, err := matrix.CreateCSR(matrix.CSRPaths{Data: f.Data, Indices: f.Indices, Indptr: f.Indptr}, x.Rows, nonzeros)
	if err != nil {
		return f, err
	}
	defer m.Close()
	at := 0
	for i := range x.Rows {
		for j, v := range x.Row(i) {
			if v != 0 {
				m.Data[at], m.Indices[at] = v, int32(j)
				at++
			}
		}
		m.Indptr[i+1] = int64(at)
	}
	return f, nil
}

// writeColumns writes the description of features; without one there is no file.
func (t *trial) writeColumns(dir string, columns []contract.Column) (path string) {
	if columns == nil {
		return ""
	}
	content, err := json.Marshal(columns)
	t.must(err)
	path = filepath.Join(dir, "columns.json")
	t.must(os.WriteFile(path, content, 0o600))
	return path
}
