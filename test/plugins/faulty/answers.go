package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/manyclass/bench/framework/contract"
)

// replacing is a model that puts something else in the place of the file that the
// SDK has mapped for its scores.
type replacing func(path string) error

func (r replacing) Score(contract.Matrix, []float64) {
	path, err := mappedScores()
	if path == "" && err == nil {
		return // the model before this one of the same call has done it
	}
	if err == nil {
		err = os.Remove(path)
	}
	if err == nil {
		err = r(path)
	}
	if err != nil {
		panic(fmt.Sprintf("faulty: %v", err))
	}
}

func replace(r replacing) trainFunc {
	return func(settings, context.Context, contract.Problem) (contract.Model, error) { return r, nil }
}

func nothing(string) error { return nil }

func pipe(path string) error { return syscall.Mkfifo(path, 0o600) }

func link(path string) error { return os.Symlink("/dev/zero", path) }

// hole makes a file of a terabyte that takes no room.
func hole(path string) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	return os.Truncate(path, 1<<40)
}

// loud is an error of 200 MB that speaks to terminals.
func loud(settings, context.Context, contract.Problem) (contract.Model, error) {
	return nil, errors.New("faulty: \x1b[2J\x1b]0;gone\x07woe " + strings.Repeat("is me ", 200<<20/6))
}
