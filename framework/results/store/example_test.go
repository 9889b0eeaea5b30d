package store_test

import (
	"fmt"
	"log"
	"os"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/store"
)

// A worker opens a journal, and records the result of a cell with its predictions. Whoever
// reads the folder finds both, by the key of the cell.
func Example() {
	dir, err := os.MkdirTemp("", "results")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	j, err := store.OpenJournal(dir, "worker1", store.Manifest{})
	if err != nil {
		log.Fatal(err)
	}
	result := store.Result{Key: "cell", Status: store.OK, Sizes: store.Sizes{TrainRows: 3, TestRows: 2}}
	result.TrainSeconds = 0.25
	output := store.Output{Test: &store.Predictions{
		K: 2, Rows: []int{3, 4}, // the last two rows of the dataset
		Truth:     target.Rows{Class: []int{0, 1}},
		Predicted: target.Rows{Class: []int{0, 0}},
		Scores:    []float64{0.5, -0.5, 0.1, -0.1}, // a number for each row and class
	}}
	if err := j.Start(result.Key); err != nil {
		log.Fatal(err)
	}
	if err := j.Result(result, output); err != nil {
		log.Fatal(err)
	}
	if err := j.Close(); err != nil {
		log.Fatal(err)
	}

	results, err := store.ReadResults(dir)
	if err != nil {
		log.Fatal(err)
	}
	r := results.ByKey["cell"]
	fmt.Println(r.Status, r.TrainRows, r.TrainSeconds)
	p, err := store.ReadPredictions(dir, *r.Predictions)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Truth.Class, p.Predicted.Class)
	// Output:
	// ok 3 0.25
	// [0 1] [0 0]
}
