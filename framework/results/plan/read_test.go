package plan

import (
	"encoding/json"
	"reflect"
	"testing"
	"unsafe"
)

// A plan that is read is the one that was written; names that cells share are there
// once.
func TestReadPlan(t *testing.T) {
	c := Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: "r"}
	p := &Plan{Experiment: "x", Cells: []Cell{
		{Key: "1", Identity: "i", Combination: c}, {Key: "2", Identity: "i", Combination: c, Fold: 1, Skipped: "so"},
	}}
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var got Plan
	if err := json.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(&got, p) {
		t.Fatalf("got %+v, want %+v: %v", got, p, err)
	}
	if unsafe.StringData(got.Cells[0].Identity) != unsafe.StringData(got.Cells[1].Identity) {
		t.Error("cells hold the same name twice")
	}
	if err := json.Unmarshal([]byte(`{"cells": 3}`), &got); err == nil {
		t.Error("a number is taken for cells")
	}
}
