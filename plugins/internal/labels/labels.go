// Package labels reads the targets of classification problems for learners that
// look at the rows one by one.
package labels

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// Of returns the class of each row of a problem on rows x and the number of classes: 0 for
// −1 and 1 for +1 in a binary problem, whose rows must be of both signs. It returns an
// error for problems without rows or columns, of another task, with features that
// are not finite, or with weights that are not positive.
func Of(p contract.Problem, x contract.Rows) (classes []int, k int, err error) {
	switch {
	case len(p.Y) == 0:
		return nil, 0, fmt.Errorf("there are no training rows")
	case p.X.Cols == 0:
		return nil, 0, fmt.Errorf("there are no feature columns")
	}
	if err := dense.CheckWeights(p.Weights); err != nil {
		return nil, 0, err
	}
	if err := dense.CheckFinite(x); err != nil {
		return nil, 0, err
	}
	return Targets(p.Task, p.Y, p.Classes)
}

// Targets is Of for the targets alone.
func Targets(task contract.Task, y []float64, k int) (classes []int, _ int, err error) {
	switch task {
	case contract.Binary:
		classes, err = signs(y)
		return classes, 2, err
	case contract.Multiclass:
		classes, err = numbers(y, k)
		return classes, k, err
	}
	return nil, 0, fmt.Errorf("cannot train a %s problem, only binary and multiclass ones", task)
}

// CheckNumbers returns an error for a target that is not a finite number or, in a binary
// problem, neither −1 nor +1.
func CheckNumbers(task contract.Task, y []float64) error {
	for i, v := range y {
		switch {
		case v-v != 0:
			return fmt.Errorf("target %v of training row %d is not a finite number", v, i)
		case task == contract.Binary && v != 1 && v != -1:
			return NoSign(v, i)
		}
	}
	return nil
}

// NoSign is the error of a target of a binary problem.
func NoSign(y float64, row int) error {
	return fmt.Errorf("target %v of training row %d is neither −1 nor +1", y, row)
}

func signs(y []float64) ([]int, error) {
	classes := make([]int, len(y))
	for i, v := range y {
		switch v {
		case 1:
			classes[i] = 1
		case -1:
		default:
			return nil, NoSign(v, i)
		}
	}
	return classes, linear.BothSigns(y)
}

func numbers(y []float64, k int) ([]int, error) {
	classes := make([]int, len(y))
	for i, v := range y {
		classes[i] = int(v)
		if float64(classes[i]) != v || v < 0 || classes[i] >= k {
			return nil, fmt.Errorf("target %v of training row %d is not a class number below %d", v, i, k)
		}
	}
	return classes, nil
}
