package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

var ofProcess = rand.Uint64()

// splitters are validation methods of which each does one thing wrong, and a sound one.
func splitters() []contract.Component {
	return []contract.Component{
		splitter("v_sound", "Deals shuffled rows to folds in turn, as kfold does.", shuffled),
		grouped(splitter("v_leave_group", "Leaves out one group after the other.", func(u contract.Undivided, _ int) []contract.Fold {
			list := make([]contract.Fold, slices.Max(u.Groups)+1)
			for row, group := range u.Groups {
				list[group].Test = append(list[group].Test, row)
			}
			return list
		})),
		splitter("v_crashing", "Ends the process.", func(contract.Undivided, int) []contract.Fold {
			fmt.Fprintln(os.Stderr, "faulty: no folds for you")
			os.Exit(3)
			return nil
		}),
		splitter("v_panicking", "Panics.", func(u contract.Undivided, _ int) []contract.Fold {
			return []contract.Fold{{Test: []int{u.Truth[u.Rows()]}}}
		}),
		splitter("v_outside", "Tests a row that is not there.", func(u contract.Undivided, _ int) []contract.Fold {
			return []contract.Fold{{Test: []int{0}}, {Test: []int{1, u.Rows()}}}
		}),
		splitter("v_overlapping", "Trains on a row that it tests.", func(contract.Undivided, int) []contract.Fold {
			return []contract.Fold{{Train: []int{0, 40, 2}, Test: []int{1, 2}}}
		}),
		splitter("v_twice", "Tests a row twice.", func(contract.Undivided, int) []contract.Fold {
			return []contract.Fold{{Test: []int{1, 1}}}
		}),
		splitter("v_untested", "Tests no row.", func(contract.Undivided, int) []contract.Fold {
			return []contract.Fold{{Test: []int{0}}, {Train: []int{0, 1}}}
		}),
		splitter("v_untrained", "Tests all rows.", func(u contract.Undivided, _ int) []contract.Fold {
			all := contract.Fold{}
			for row := range u.Rows() {
				all.Test = append(all.Test, row)
			}
			return []contract.Fold{all}
		}),
		splitter("v_idle", "Names no folds.", func(contract.Undivided, int) []contract.Fold { return nil }),
		splitter("v_single", "Trains on one class.", func(u contract.Undivided, _ int) []contract.Fold {
			one := contract.Fold{Test: []int{0, 1}}
			for row, class := range u.Truth {
				if row > 1 && class == 0 {
					one.Train = append(one.Train, row)
				}
			}
			return []contract.Fold{one}
		}),
		splitter("v_restless", "Divides otherwise in each process.", func(u contract.Undivided, folds int) []contract.Fold {
			u.Seed = ofProcess
			return shuffled(u, folds)
		}),
		splitter("v_fickle", "Divides otherwise each time.", func(u contract.Undivided, folds int) []contract.Fold {
			u.Seed = rand.Uint64()
			return shuffled(u, folds)
		}),
		splitter("v_hanging", "Never returns.", func(contract.Undivided, int) []contract.Fold {
			forever()
			return nil
		}),
	}
}

func splitter(name, doc string, divide func(u contract.Undivided, folds int) []contract.Fold) contract.Component {
	return contract.Component{
		Kind: contract.KindValidation, Name: name, Doc: doc, Capabilities: contract.Capabilities{
			Properties: contract.Deterministic},
		Params: []contract.Param{{Name: "folds", Type: "number", Integer: true, Min: contract.Bound(2), Default: 3.0,
			Doc: "Number of folds."}},
		NewSplitter: func(c contract.Config) (contract.Splitter, error) {
			d := divider{divide: divide}
			err := c.Decode(&d)
			return d, err
		},
	}
}

// grouped is a splitter that needs groups.
func grouped(c contract.Component) contract.Component {
	c.Capabilities.Facts = []contract.RowFact{contract.RowGroups}
	return c
}

// divider is a function as a splitter.
type divider struct {
	Folds  int `json:"folds"`
	divide func(contract.Undivided, int) []contract.Fold
}

func (d divider) Split(u contract.Undivided) ([][]contract.Fold, []contract.Diagnostic) {
	if d.Folds > u.Rows() {
		return nil, []contract.Diagnostic{contract.Errorf([]any{"folds"}, "Not with me", "There are %d rows.", u.Rows())}
	}
	return [][]contract.Fold{d.divide(u, d.Folds)}, nil
}

// shuffled draws what bench's own kfold draws.
func shuffled(u contract.Undivided, folds int) []contract.Fold {
	h := sha256.Sum256(fmt.Appendf(nil, "validation seed %d repeat 0", u.Seed))
	rng := rand.New(rand.NewPCG(binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:16])))
	list := make([]contract.Fold, folds)
	for position, row := range rng.Perm(u.Rows()) {
		one := &list[position%folds]
		one.Test = append(one.Test, row)
	}
	return list
}
