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

// scoreTest scores the test rows with every model that was trained.
func (t *trained) scoreTest(ctx context.Context, features service.Features) {
	var models []string
	var scored []int
	for i, o := range t.outcomes {
		if o.Err == nil && o.Model != "" {
			models = append(models, o.Model)
			scored = append(scored, i)
		}
	}
	if len(models) == 0 {
		return
	}
	err := t.readScores(ctx, service.ScoreCall{
		Models: models, Features: features, Ranges: t.test, Output: filepath.Join(t.dir, "scores.npy"),
	}, scored)
	if err != nil {
		for _, i := range scored {
			t.outcomes[i].Err = err
		}
	}
}

func (t *trained) readScores(ctx context.Context, call service.ScoreCall, scored []int) error {
	answer, err := t.learner.Score(ctx, call)
	if err != nil {
		return err
	}
	t.score = answer.Seconds
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
			o.scores, o.Err = takeColumns(all, at, o.width, t.kind)
		}
		at += o.width
	}
	return nil
}

// width is the number of scores a row of a problem.
func (t *trained) width(problem int) int {
	if t.problems[problem].Task == contract.Multiclass {
		return len(t.block.Dataset.Table.Classes)
	}
	return 1
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
