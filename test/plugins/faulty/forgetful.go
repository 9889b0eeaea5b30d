package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
)

func forgetful(settings, context.Context, contract.Problem) (contract.Model, error) {
	return shortened{}, nil
}

// shortened puts a file with a row too few in the place of the one that the SDK
// has mapped for the scores.
type shortened struct{}

func (shortened) Score(x contract.Matrix, _ []float64) {
	path, err := mappedScores()
	if path == "" && err == nil {
		return // the model before this one of the same call has done it
	}
	if err == nil {
		err = os.Remove(path)
	}
	if err == nil {
		err = matrix.WriteFloat64(path, x.Rows-1, 1, make([]float64, x.Rows-1))
	}
	if err != nil {
		panic(fmt.Sprintf("faulty: %v", err))
	}
}

// mappedScores finds the file of scores among what the process has mapped, or
// returns "" if none is.
func mappedScores() (string, error) {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return "", err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if at := strings.IndexByte(lines.Text(), '/'); at >= 0 && strings.Contains(lines.Text(), "/scores") &&
			strings.HasSuffix(lines.Text(), ".npy") {
			return lines.Text()[at:], nil
		}
	}
	return "", lines.Err()
}
