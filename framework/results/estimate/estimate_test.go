package estimate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// cells makes cells of "dataset/encoder/learner/reduction" with keys of their places.
func cells(names ...string) []plan.Cell {
	var list []plan.Cell
	for i, name := range names {
		part := strings.Split(name, "/")
		list = append(list, plan.Cell{Key: fmt.Sprint(i), Combination: plan.Combination{
			Dataset: part[0], Encoder: part[1], Learner: part[2], Reduction: part[3],
		}})
	}
	return list
}

// measured are the costs of cells that took some seconds.
func measured(list []plan.Cell, seconds ...float64) *Costs {
	results := map[string]store.Result{}
	for i, s := range seconds {
		results[list[i].Key] = store.Result{Key: list[i].Key, Status: store.OK, Elapsed: s}
	}
	var c Costs
	c.Add(list, results)
	return &c
}

// Of several likenesses the closest counts.
func TestCostsOfTheLike(t *testing.T) {
	costs := measured(cells("d/e/l/r", "d/e/l/r", "d/f/l/r", "d/e/l/s", "d/e/m/r", "x/e/l/r"), 1, 3, 7, 11, 100, 1000)
	for _, test := range []struct {
		cell    string
		seconds float64
		want    Total // except the seconds
	}{
		{"d/e/l/r", 2, Total{Known: 1}},
		{"d/f/l/r", 7, Total{Known: 1}},
		{"d/g/l/r", 11. / 3, Total{Similar: 1}},
		{"d/g/l/t", 22. / 4, Total{Similar: 1}},
		{"d/g/n/r", 122. / 5, Total{Similar: 1}},
		{"y/e/l/r", 1122. / 6, Total{Unknown: 1}},
	} {
		test.want.Cells, test.want.Seconds, test.want.Longest = 1, test.seconds, test.seconds
		if got := costs.Of(cells(test.cell)); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.cell, got, test.want)
		}
		if s, ok := costs.Seconds(cells(test.cell)[0]); s != test.seconds || ok != (test.want.Unknown == 0) {
			t.Errorf("%s: %g seconds, %v", test.cell, s, ok)
		}
	}
	got := costs.Of(cells("d/e/l/r", "d/e/l/r", "d/f/l/r", "d/g/l/t", "y/e/l/r"))
	want := Total{Cells: 5, Seconds: 2 + 2 + 7 + 5.5 + 187, Longest: 187, Known: 3, Similar: 1, Unknown: 1}
	if got != want || costs.Results() != 6 {
		t.Errorf("together: got %+v of %d results, want %+v", got, costs.Results(), want)
	}
	if !costs.Measured(cells("d/f/l/r")[0].Combination) || costs.Measured(cells("d/f/l/s")[0].Combination) {
		t.Error("what is measured is not told from what is like it")
	}
}

// A cell that failed at once does not say that its like are done at once; one that ran
// into its limits took what it took.
func TestCostsOfFailures(t *testing.T) {
	list := cells("d/e/l/a", "d/e/l/b", "d/e/l/c", "d/e/l/d", "d/e/l/e")
	results := map[string]store.Result{}
	for i, status := range []store.Status{store.OK, store.Failed, store.Skipped, store.Timeout, store.OutOfMemory} {
		results[list[i].Key] = store.Result{Status: status, Elapsed: math.Pow(10, float64(i))}
	}
	var costs Costs
	costs.Add(list, results)
	if got, want := costs.Of(cells("d/x/l/x")).Seconds, (1+1000+10000)/3.; costs.Results() != 3 || got != want {
		t.Errorf("%d results, %v seconds, want %v", costs.Results(), got, want)
	}
}

// Cells that cannot be run take no time; those with the same key are one.
func TestWhatCountsAsACell(t *testing.T) {
	costs := measured(cells("d/e/l/r"), 3)
	list := cells("d/e/l/r", "d/e/l/r", "d/e/l/r")
	list[1].Key, list[2].Skipped = list[0].Key, "it cannot"
	if got := costs.Of(list); got != (Total{Cells: 1, Seconds: 3, Longest: 3, Known: 1}) {
		t.Errorf("got %+v", got)
	}
	var none Costs
	if got := none.Of(cells("d/e/l/r")); got != (Total{Cells: 1, Unknown: 1}) {
		t.Errorf("nothing measured: got %+v", got)
	}
}

func TestSlots(t *testing.T) {
	for _, test := range []struct {
		seconds      float64
		wanted, want int
	}{
		{0, 8, 8}, {0, 0, 1}, {1, 8, 1}, {600, 8, 1}, {601, 8, 2}, {4800, 8, 8}, {4801, 8, 8}, {1e18, 1000, 1000},
		{math.Inf(1), 7, 7},
	} {
		if got := Slots(test.seconds, test.wanted); got != test.want {
			t.Errorf("%g seconds, %d wanted: %d slots, want %d", test.seconds, test.wanted, got, test.want)
		}
	}
}

func TestDivide(t *testing.T) {
	of := func(cells int, seconds float64) Total { return Total{Cells: cells, Seconds: seconds} }
	for _, test := range []struct {
		name    string
		classes []Total
		wanted  int
		want    []int
	}{
		{"one class", []Total{of(100, 6000)}, 8, []int{8}},
		{"by work", []Total{of(100, 9000), of(900, 3000)}, 8, []int{6, 2}},
		{"without an estimate by cells", []Total{of(100, 0), of(300, 0)}, 8, []int{2, 6}},
		{"no class without a slot", []Total{of(1, 1), of(1, 1), of(100, 600)}, 2, []int{1, 1, 1}},
		{"no slot without a cell", []Total{of(2, 9000), of(0, 0), of(3, 9000)}, 8, []int{2, 0, 3}},
		{"little work", []Total{of(100, 30), of(100, 700)}, 8, []int{1, 1}},
		{"some of which nothing is known", []Total{{Cells: 10, Seconds: 30, Unknown: 1}}, 8, []int{8}},
		{"nothing", []Total{of(0, 0)}, 8, []int{0}},
	} {
		if got := Divide(test.classes, test.wanted); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestLayOut(t *testing.T) {
	big, small := Total{Cells: 100, Seconds: 36000, Longest: 400}, Total{Cells: 50, Seconds: 7200, Longest: 3000}
	for _, test := range []struct {
		name             string
		classes          []Total
		wanted, throttle int
		want             Layout
	}{
		// 36,000 s in 5 slots are 2 hours each, so that they are submitted twice.
		{"waves", []Total{big}, 5, 0, Layout{Slots: 5, Arrays: 1, Jobs: 2, Hours: 10, Seconds: 7200}},
		{"throttled", []Total{big}, 5, 2, Layout{Slots: 5, Arrays: 1, Jobs: 2, Hours: 10, Seconds: 18000}},
		{"classes", []Total{big, small}, 12, 0, Layout{Slots: 12, Arrays: 2, Jobs: 2, Hours: 12, Seconds: 3600}},
		{"a long cell", []Total{small}, 50, 0, Layout{Slots: 12, Arrays: 1, Jobs: 1, Hours: 2, Seconds: 3000}},
		{"no estimate", []Total{{Cells: 3}, {Cells: 40}}, 8, 0, Layout{Slots: 8, Arrays: 2, Jobs: 2}},
		{"nothing", []Total{{}}, 8, 0, Layout{}},
	} {
		if got := LayOut(test.classes, test.wanted, test.throttle); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestLocal(t *testing.T) {
	for _, test := range []struct {
		total   Total
		workers int
		want    float64
	}{
		{Total{Cells: 10, Seconds: 100, Longest: 12}, 4, 25},
		{Total{Cells: 10, Seconds: 100, Longest: 40}, 4, 40},
		{Total{Cells: 2, Seconds: 100, Longest: 50}, 64, 50},
		{Total{}, 4, 0},
	} {
		if got := test.total.Local(test.workers); got != test.want {
			t.Errorf("%+v with %d workers: %g seconds, want %g", test.total, test.workers, got, test.want)
		}
	}
}
