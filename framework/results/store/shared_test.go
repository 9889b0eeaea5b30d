package store

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// What results have in common is held once, and what differs stays as it is, however
// little and however often.
func TestWhatResultsShare(t *testing.T) {
	result := func(version, language string, tolerance int, file string) Result {
		return Result{
			Status:   OK,
			Plugins:  []service.Origin{{Name: "p", Version: version, SHA256: "s", Runtimes: map[string]string{"go": language}}},
			Training: Training{Ends: map[contract.End]int{contract.Tolerance: tolerance}},
			Blobs:    Blobs{Predictions: &Blob{File: file, Offset: int64(tolerance)}},
		}
	}
	common := newShared()
	var first *Result
	for n := range 3 * mostShared {
		for _, r := range []Result{
			result("1", "1.26", 3, "a"), result("2", "1.26", 3, "a"), result("1", "1.27", 3, "b"),
			result("1", "1.26", n, "a"), result(fmt.Sprint(n), "1.26", 3, fmt.Sprint(n)),
		} {
			want := result(r.Plugins[0].Version, r.Plugins[0].Runtimes["go"], r.Ends[contract.Tolerance], r.Predictions.File)
			common.in(&r)
			if !reflect.DeepEqual(r, want) {
				t.Fatalf("a result became %+v, and was %+v", r, want)
			}
			if first == nil {
				first = &r
			}
		}
		again := result("1", "1.26", 3, "a")
		if common.in(&again); &again.Plugins[0] != &first.Plugins[0] {
			t.Fatal("what results have in common is held twice")
		}
	}
}
