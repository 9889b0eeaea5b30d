package fold

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// trained lists the rows that fold 0 of a repeat trains on.
func trained(r Repeat, number int) []int {
	var rows []int
	for row, test := range r.Test {
		if test != Out && test != number {
			rows = append(rows, row)
		}
	}
	return rows
}

// Parts have the whole rows of their share, about as many of each class as is proportional
// and lie in each other; they test what their fold tests.
func TestPartsAreNestedAndStratified(t *testing.T) {
	in := labelled(120, 67, 30, 9, 3)
	in.Truth.Class = append(in.Truth.Class, -1)
	repeat := mustMake(t, "stratified_kfold", config("folds", 3), in, 5)[0]
	for f := range repeat.Folds {
		whole := trained(repeat, f)
		var before []int
		for _, size := range []float64{0.1, 0.25, 0.29, 0.5, 0.9} {
			part := Part(in.Target, in.Truth, repeat, f, size, 11)
			rows := trained(part, f)
			if want := int(math.Floor(size*float64(len(whole)) + 1e-9)); len(rows) != want {
				t.Errorf("fold %d, size %v: %d rows, want %d of %d", f, size, len(rows), want, len(whole))
			}
			for _, row := range before {
				if !slices.Contains(rows, row) {
					t.Errorf("fold %d, size %v: row %d of a smaller part is not in it", f, size, row)
				}
			}
			counts, all := make([]float64, 5), make([]float64, 5)
			for _, row := range rows {
				counts[in.Truth.Class[row]]++
			}
			for _, row := range whole {
				all[in.Truth.Class[row]]++
			}
			for c := range counts {
				if math.Abs(counts[c]-size*all[c]) > 1.5 {
					t.Errorf("fold %d, size %v: %v rows of class %d, want about %v", f, size, counts[c], c, size*all[c])
				}
			}
			for row, test := range repeat.Test {
				if (test == f) != (part.Test[row] == f) {
					t.Errorf("fold %d, size %v: row %d is tested in one of both", f, size, row)
				}
			}
			before = rows
		}
	}
}

// Another seed draws other rows; the same seed the same.
func TestPartsAreDrawn(t *testing.T) {
	in := labelled(50, 50)
	repeat := mustMake(t, "kfold", config("folds", 2), in, 5)[0]
	of := func(seed uint64) []int { return trained(Part(in.Target, in.Truth, repeat, 0, 0.5, seed), 0) }
	if !slices.Equal(of(1), of(1)) || slices.Equal(of(1), of(2)) {
		t.Errorf("seed 1 %v, seed 2 %v", of(1), of(2))
	}
}

// Rows of multi-label data are drawn by their sets of labels, and sets that one row has
// come at any place.
func TestPartsOfLabels(t *testing.T) {
	in := data.Design{}
	in.Target.MultiLabel, in.Target.Names = true, []string{"a", "b", "c", "d", "e", "f", "g"}
	for row := range 64 + 60 {
		in.Truth.Class = append(in.Truth.Class, 0)
		in.Truth.Y.AddDense(lists.Map(lists.Range(7), func(k int) int8 { return int8(min(row, 64) >> k & 1) }))
	}
	repeat := Repeat{Folds: 1, Test: slices.Repeat([]int{Never}, 124)}
	repeat.Test[64] = 0
	frequent, rare := 0, 0
	for _, row := range trained(Part(in.Target, in.Truth, repeat, 0, 0.25, 3), 0) {
		if row > 64 {
			frequent++
		} else {
			rare++
		}
	}
	if math.Abs(float64(frequent)-0.25*59) > 3 || math.Abs(float64(rare)-0.25*64) > 3 {
		t.Errorf("%d rows of a set of labels with 59, %d of 64 sets with one", frequent, rare)
	}
}

func TestBadTrainSizes(t *testing.T) {
	of := func(method string) contract.Component {
		for _, c := range Components() {
			if c.Name == method {
				return c
			}
		}
		panic(method)
	}
	for _, method := range []string{"leave_one_out", "bootstrap"} {
		if slices.ContainsFunc(of(method).Params, func(p contract.Param) bool { return p.Name == "train_sizes" }) {
			t.Errorf("%s takes train_sizes", method)
		}
	}
	for _, test := range []struct {
		sizes []any
		want  string
	}{
		{[]any{0.5, 0.1, 0.5}, "twice"},
		{[]any{}, "no size"},
	} {
		diags := of("holdout").Validate(config("train_sizes", test.sizes))
		if len(diags) != 1 || !strings.Contains(diags[0].Summary, test.want) {
			t.Errorf("%v: %+v", test.sizes, diags)
		}
	}
	for _, test := range []struct {
		in       data.Design
		size     float64
		severity contract.Severity
		want     string
	}{
		{labelled(10, 10), 0.1, contract.Error, "1 row. Take larger parts"},
		{labelled(90, 2), 0.05, contract.Error, "one class"},
		{labelled(40, 40, 3), 0.1, contract.Warning, `"2" (2 training rows)`},
	} {
		_, diags := Make("kfold", config("folds", 2, "train_sizes", []any{1, test.size}), test.in, 4)
		found := slices.ContainsFunc(diags, func(d contract.Diagnostic) bool {
			return d.Severity == test.severity && strings.Contains(d.Detail, test.want) && len(d.Path) == 2 && d.Path[1] == 1
		})
		if !found {
			t.Errorf("size %v: %+v, want %q", test.size, diags, test.want)
		}
	}
}

// A part is named by its size alone, and the whole as if there were no parts.
func TestSizesInConfigurations(t *testing.T) {
	plain := config("folds", 5, "repeats", 3)
	sized := config("folds", 5, "repeats", 2, "train_sizes", []any{1, 0.5, 0.1})
	if string(OfOneRepeat(plain)) != string(OfOneRepeat(sized)) {
		t.Errorf("%s, want %s", OfOneRepeat(sized), OfOneRepeat(plain))
	}
	if parts, whole := Sizes(sized); !slices.Equal(parts, []float64{0.1, 0.5}) || !whole {
		t.Errorf("parts %v, whole %v", parts, whole)
	}
	if parts, whole := Sizes(plain); parts != nil || !whole {
		t.Errorf("parts %v, whole %v", parts, whole)
	}
	if parts, whole := Sizes(config("train_sizes", []any{0.5})); !slices.Equal(parts, []float64{0.5}) || whole {
		t.Errorf("parts %v, whole %v", parts, whole)
	}
	joined := JoinSizes(config("folds", 5, "train_sizes", []any{0.5, 0.1}), config("folds", 5, "train_sizes", []any{0.2, 0.1, 1}))
	if want := `{"folds":5,"train_sizes":[0.1,0.2,0.5,1]}`; string(joined) != want {
		t.Errorf("%s, want %s", joined, want)
	}
	if joined := JoinSizes(plain, plain); string(joined) != string(plain) {
		t.Errorf("%s, want %s", joined, plain)
	}
	if got, want := string(Identified(sized, 0.1, "")), `{"folds":5,"train_size":0.1}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
