package encode

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestThresholds compares with numbers worked by hand: of u there are 5, 15 and 25, of v
// 15 and 30, and w is in no training row.
func TestThresholds(t *testing.T) {
	all := labelled([]string{"a", "b", "b", "b", "b", "a"}, categorical("c", "u", "u", "u", "v", "v", "w"))
	all.Quantity = []float64{5, 15, 25, 15, 30, math.NaN()}
	config := map[string]any{"thresholds": []any{10, 15}, "counts": true, "in_sample": true}
	f := fit(t, newEncoder(t, "target", config), all, upTo(5))
	if want := []string{"c>10", "c>15", "#c", "#c>10", "#c>15"}; !slices.Equal(names(f), want) {
		t.Errorf("%q, want %q", names(f), want)
	}
	near(t, "u", fill(t, f, all, []int{0}), []float64{3. / 5, 2. / 5, 3, 2, 1})
	near(t, "v", fill(t, f, all, []int{3}), []float64{3. / 4, 2. / 4, 2, 2, 1})
	near(t, "w", fill(t, f, all, []int{5}), []float64{0.5, 0.5, 0, 0, 0})
	out := fit(t, newEncoder(t, "target", map[string]any{"thresholds": []any{10, 15}, "leave_one_out": true, "prior": 2}), all, upTo(5))
	near(t, "left out", fillTraining(t, out, all, upTo(5)), []float64{4. / 6, 3. / 6, 3. / 6, 3. / 6, 3. / 6, 2. / 6,
		3. / 5, 3. / 5, 3. / 5, 2. / 5})
	classes := fit(t, newEncoder(t, "target", map[string]any{"in_sample": true}), all, upTo(5))
	if !slices.Equal(names(classes), []string{"c~a", "c~b"}) {
		t.Errorf("without thresholds: %q", names(classes))
	}
	joined := newEncoder(t, "compose", map[string]any{"parts": []any{part("target", map[string]any{"columns": []any{"c"},
		"thresholds": []any{10}}), part("target", map[string]any{})}})
	other := table(all.Columns[0], categorical("d", "u", "u", "u", "v", "v", "w"))
	other.Target, other.Truth, other.Quantity = all.Target, all.Truth, all.Quantity
	if f := fit(t, joined, other, upTo(5)); !slices.Equal(names(f), []string{"c>10", "d~a", "d~b"}) {
		t.Errorf("%q", names(f))
	}
	if got := newEncoder(t, "target", config).Bytes(all, 10); got != 10*8*5 {
		t.Errorf("%d bytes", got)
	}
	all.Quantity = nil
	if err := newEncoder(t, "target", config).Check(all); err == nil || !strings.Contains(err.Error(), "discretize") {
		t.Error(err)
	}
}

// The number of a row does not reach its own features, nor do those of test rows.
func TestOwnNumberLeavesOwnCountersAlone(t *testing.T) {
	all, train := noise(60, 6, 2, 3), upTo(50)
	for row := range 60 {
		all.Quantity[row] = float64(row * 7 % 60)
	}
	e := newEncoder(t, "target", map[string]any{"leave_one_out": true, "thresholds": []any{20, 40}})
	want := fillTraining(t, fit(t, e, all, train), all, train)
	for row := range 60 {
		number := all.Quantity[row]
		all.Quantity[row] = 59 - number
		got := fillTraining(t, fit(t, e, all, train), all, train)
		if row < 50 && !slices.Equal(got[row*4:row*4+4], want[row*4:row*4+4]) || row >= 50 && !slices.Equal(got, want) {
			t.Fatalf("the number of row %d reaches it, or it is a test row and teaches", row)
		}
		all.Quantity[row] = number
	}
}
