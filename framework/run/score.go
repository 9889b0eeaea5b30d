package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
)

// scoreParts scores the rows of every part with the models of some problems. If
// time or memory run out over what is optional, which is last, the cells go
// without: limits are for what was asked for.
func (t *training) scoreParts(ctx context.Context, learner service.Learner, problems []int) error {
	for _, p := range t.parts() {
		err := t.score(ctx, learner, problems, p)
		if t.optional(p) && overLimit(err) {
			for _, i := range problems {
				t.outcomes[i].lose(t.sample, err)
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// score scores the rows of a part with the models of some problems.
func (t *training) score(ctx context.Context, learner service.Learner, problems []int, p *part) error {
	var scored []int
	for _, i := range problems {
		o := &t.outcomes[i]
		if o.Err == nil && (p != t.sample || p == t.train || o.inSample) {
			scored = append(scored, i)
		}
	}
	if len(scored) == 0 {
		return nil
	}
	delete(t.whole, p)
	all, seconds, err := t.askScores(ctx, learner, scored, p)
	if err != nil {
		return err
	}
	if p == t.test {
		t.seconds += seconds
	}
	widths, kinds := make([]int, len(scored)), make([]contract.ScoreKind, len(scored))
	for s, i := range scored {
		widths[s] = t.answered(i)
		if kinds[s] = t.item.Learner.Capabilities.Scores; t.problems[i].Task == contract.Regression {
			kinds[s] = contract.Margin
		}
	}
	taken, errs := takeColumns(all, widths, kinds, p.name)
	for s, i := range scored {
		t.keep(i, p, taken[s], errs[s])
	}
	if len(scored) == len(t.problems) && errors.Join(errs...) == nil && t.unchanged() && all.Cols == t.widths(scored) && slices.ContainsFunc(t.uses, t.inOrder) {
		t.whole[p], err = input(t.files, "scores.npy", all.Rows, all.Cols, all.Data)
	}
	return err
}

// askScores has the learner score the rows of a part with the models of some
// problems, and reads what it writes: as many scores a row as the problems have.
func (t *training) askScores(ctx context.Context, learner service.Learner, scored []int, p *part) (contract.Matrix, float64, error) {
	all := contract.Matrix{Rows: p.rows}
	for _, i := range scored {
		all.Cols += t.answered(i)
	}
	files, err := sealed.New(t.files.Path, "scores-")
	if err != nil {
		return all, 0, &scratchError{err}
	}
	defer files.Close()
	call := service.ScoreCall{
		Models: t.models(scored), Features: p.features, Ranges: p.ranges, Output: filepath.Join(files.Path, "scores.npy"),
		Memory: t.item.Learner.Limits.Memory,
	}
	answer, err := learner.Score(ctx, call)
	if err != nil {
		return all, 0, err
	}
	if len(answer.Widths) != len(scored) {
		return all, 0, fmt.Errorf("the learner sent %d widths of scores for %d models", len(answer.Widths), len(scored))
	}
	for s, i := range scored {
		if want := t.answered(i); answer.Widths[s] != want {
			return all, 0, fmt.Errorf("the learner says that it wrote %d scores a row where %d were asked for", answer.Widths[s], want)
		}
	}
	if all.Data, err = matrix.ReadAnswer[float64](call.Output, all.Rows, all.Cols); err != nil {
		return all, 0, fmt.Errorf("the learner's scores: %w", err)
	}
	return all, answer.Seconds, nil
}

// unchanged reports whether reducers get the scores as the learner writes them.
func (t *training) unchanged() bool {
	host := t.item.Learner.Host
	return host.Calibrate == "" && host.Abstain == 0 && t.item.Learner.Capabilities.Scores != contract.Probability
}

// file returns the file that holds the scores of a cell on a part, as the learner
// wrote them: there is one if the cell uses all problems in their order.
func (t *training) file(uses []plan.Use, p *part) (path string, ok bool) {
	path, ok = t.whole[p]
	return path, ok && t.inOrder(uses)
}

// inOrder reports whether columns are those of all problems in their order.
func (t *training) inOrder(uses []plan.Use) bool {
	for l, u := range uses {
		if u.Problem != l || u.Mirrored {
			return false
		}
	}
	return len(uses) == len(t.problems)
}

// keep keeps the scores of a problem on a part. What is wrong with them is the
// problem's error, but for optional parts: cells go without.
func (t *training) keep(problem int, p *part, scores []float64, err error) {
	o := &t.outcomes[problem]
	switch {
	case err == nil && o.scores == nil:
		o.width, o.scores = t.width(problem), map[*part][]float64{p: t.complete(problem, scores)}
	case err == nil:
		o.scores[p] = t.complete(problem, scores)
	case t.optional(p):
		o.lose(p, err)
	default:
		o.Err = err
	}
}

// width is the number of scores a row of a problem.
func (t *training) width(problem int) int {
	switch p := t.problems[problem]; {
	case p.Task != contract.Multiclass:
		return 1
	case p.Target != nil:
		return p.Groups
	}
	return t.block.Dataset.Table.Target.K()
}

// answered is the number of scores a row that the model of a problem gives: of a
// multiclass problem one for each class that has training rows.
func (t *training) answered(problem int) int { return max(1, len(t.seen(t.problems[problem]))) }

// complete puts scores for the classes that a model has not seen beside its own.
func (t *training) complete(problem int, scores []float64) []float64 {
	if width := t.width(problem); t.answered(problem) < width {
		return widened(scores, t.seen(t.problems[problem]), width)
	}
	return scores
}

// widths is the number of scores a row of several problems.
func (t *training) widths(problems []int) int {
	total := 0
	for _, i := range problems {
		total += t.width(i)
	}
	return total
}

// rowBlock is how many rows of a wide matrix are turned at a time, so that their
// cache lines are still there for the next column.
const rowBlock = 64

// takeColumns copies the scores of each model, whose widths add up to the columns,
// for the rows of a part, which errors call row. It refuses what is no number and
// maps probabilities to log-odds (binary) or logarithms (multiclass).
func takeColumns(all contract.Matrix, widths []int, kinds []contract.ScoreKind, row string) ([][]float64, []error) {
	out, errs := make([][]float64, len(widths)), make([]error, len(widths))
	for s, width := range widths {
		out[s] = make([]float64, all.Rows*width)
	}
	for start := 0; start < all.Rows; start += rowBlock {
		at := 0
		for s, width := range widths {
			for i := start; i < min(start+rowBlock, all.Rows); i++ {
				for k, v := range all.Data[i*all.Cols+at : i*all.Cols+at+width] {
					if v-v != 0 && errs[s] == nil {
						errs[s] = fmt.Errorf("the learner's score of %s %d is %v", row, i, v)
					}
					if kinds[s] == contract.Probability {
						if err := checkProbability(v); err != nil && errs[s] == nil {
							errs[s] = fmt.Errorf("the learner's score of %s %d: %w", row, i, err)
						}
						v = fromProbability(v, width)
					}
					out[s][i*width+k] = v
				}
			}
			at += width
		}
	}
	return out, errs
}

func fromProbability(p float64, width int) float64 {
	const least = 1e-300 // keeps certainty finite
	if width > 1 {
		return math.Log(max(p, least))
	}
	return math.Log(max(p, least)) - math.Log(max(1-p, least))
}

// rounding is how far a probability, or the sum of those of a row, may be off: what
// single precision leaves of it.
const rounding = 1e-5

// checkProbability returns an error for a number that is no probability.
func checkProbability(p float64) error {
	if !(p >= -rounding && p <= 1+rounding) {
		return fmt.Errorf("%v is no probability", p)
	}
	return nil
}
