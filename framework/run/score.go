package run

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

// scoreParts scores the rows of every part with the models of some problems. If
// time or memory run out over the grid, which is the last, the cells go without:
// limits are for what was asked for.
func (t *training) scoreParts(ctx context.Context, learner service.Learner, problems []int) error {
	for _, p := range t.parts() {
		err := t.score(ctx, learner, problems, p)
		if p == t.grid && overLimit(err) {
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
		if t.outcomes[i].Err == nil {
			scored = append(scored, i)
		}
	}
	if len(scored) == 0 {
		return nil
	}
	call := service.ScoreCall{
		Models: t.models(scored), Features: p.features, Ranges: p.ranges, Output: filepath.Join(t.dir, "scores.npy"),
		Memory: t.item.Learner.Limits.Memory,
	}
	answer, err := learner.Score(ctx, call)
	if err != nil {
		return err
	}
	if p == t.test {
		t.seconds += answer.Seconds
	}
	all, err := matrix.Open(call.Output)
	if err != nil {
		return fmt.Errorf("reading the scores: %w", err)
	}
	defer all.Close()
	if len(answer.Widths) != len(scored) || all.Rows != p.rows || all.Cols != sum(answer.Widths) {
		return fmt.Errorf("the learner wrote scores of %d × %d and %d widths for %d rows and %d models",
			all.Rows, all.Cols, len(answer.Widths), p.rows, len(scored))
	}
	at := 0
	for s, i := range scored {
		t.keep(i, p, all, at, answer.Widths[s])
		at += answer.Widths[s]
	}
	return nil
}

// keep takes the scores of a problem on a part from those of all. What is wrong
// with them is the problem's error, but for the grid: cells go without.
func (t *training) keep(problem int, p *part, all *matrix.Mapped, at, width int) {
	o := &t.outcomes[problem]
	var scores []float64
	var err error
	if want := t.width(problem); width != want {
		err = fmt.Errorf("the learner wrote %d scores a row where %d were asked for", width, want)
	} else {
		scores, err = takeColumns(all, at, width, t.item.Learner.Capabilities.Scores, p.name)
	}
	switch {
	case err == nil && o.scores == nil:
		o.width, o.scores = width, map[*part][]float64{p: scores}
	case err == nil:
		o.scores[p] = scores
	case p != t.grid:
		o.Err = err
	}
}

// width is the number of scores a row of a problem.
func (t *training) width(problem int) int {
	if t.problems[problem].Task == contract.Multiclass {
		return len(t.block.Dataset.Table.Classes)
	}
	return 1
}

// widths is the number of scores a row of several problems.
func (t *training) widths(problems []int) int {
	total := 0
	for _, i := range problems {
		total += t.width(i)
	}
	return total
}

// takeColumns copies a model's scores of the rows of a part, which errors call
// row. It refuses what is no number and maps probabilities to log-odds (binary)
// or logarithms (multiclass).
func takeColumns(all *matrix.Mapped, at, width int, kind contract.ScoreKind, row string) ([]float64, error) {
	out := make([]float64, 0, all.Rows*width)
	for i := range all.Rows {
		for _, v := range all.Data[i*all.Cols+at : i*all.Cols+at+width] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("the learner's score of %s %d is %v", row, i, v)
			}
			if kind == contract.Probability {
				v = fromProbability(v, width)
			}
			out = append(out, v)
		}
	}
	return out, nil
}

func fromProbability(p float64, width int) float64 {
	const least = 1e-300 // keeps certainty finite
	if width > 1 {
		return math.Log(max(p, least))
	}
	return math.Log(max(p, least)) - math.Log(max(1-p, least))
}

func sum(values []int) int {
	total := 0
	for _, v := range values {
		total += v
	}
	return total
}
