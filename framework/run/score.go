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

// score scores the test rows with the models of some problems.
func (t *training) score(ctx context.Context, learner service.Learner, problems []int) error {
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
		Models: t.models(scored), Features: t.features, Ranges: t.test, Output: filepath.Join(t.dir, "scores.npy"),
		Memory: t.item.Learner.Limits.Memory,
	}
	answer, err := learner.Score(ctx, call)
	if err != nil {
		return err
	}
	t.seconds += answer.Seconds
	all, err := matrix.Open(call.Output)
	if err != nil {
		return fmt.Errorf("reading the scores: %w", err)
	}
	defer all.Close()
	if len(answer.Widths) != len(scored) || all.Rows != t.testN || all.Cols != sum(answer.Widths) {
		return fmt.Errorf("the learner wrote scores of %d × %d and %d widths for %d rows and %d models",
			all.Rows, all.Cols, len(answer.Widths), t.testN, len(scored))
	}
	at := 0
	for s, i := range scored {
		o := &t.outcomes[i]
		o.width = answer.Widths[s]
		if want := t.width(i); o.width != want {
			o.Err = fmt.Errorf("the learner wrote %d scores a row where %d were asked for", o.width, want)
		} else {
			o.scores, o.Err = takeColumns(all, at, o.width, t.item.Learner.Capabilities.Scores)
		}
		at += o.width
	}
	return nil
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

// takeColumns copies a model's scores, refuses what is no number and maps
// probabilities to log-odds (binary) or logarithms (multiclass).
func takeColumns(all *matrix.Mapped, at, width int, kind contract.ScoreKind) ([]float64, error) {
	out := make([]float64, 0, all.Rows*width)
	for i := range all.Rows {
		for _, v := range all.Data[i*all.Cols+at : i*all.Cols+at+width] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("the learner's score of test row %d is %v", i, v)
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
