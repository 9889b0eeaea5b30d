package cost

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

var classes = []string{"a", "b", "c"}

func TestWritten(t *testing.T) {
	for text, want := range map[string]Matrix{
		`[[0,1,5],[2,0,3],[10,4,0]]`:         three,
		`{"c":{"a":10}}`:                     {{0, 1, 1}, {1, 0, 1}, {10, 1, 0}},
		`{"a":{"b":0.5,"a":-1},"b":{"c":0}}`: {{-1, 0.5, 1}, {1, 0, 0}, {1, 1, 0}},
	} {
		var w Written
		if err := json.Unmarshal([]byte(text), &w); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := w.Of(classes); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
		if again, err := json.Marshal(w); err != nil || len(again) != len(text) {
			t.Errorf("%s is written as %s, %v", text, again, err)
		}
	}
	var none Written
	if err := json.Unmarshal([]byte("null"), &none); err != nil || !none.IsZero() {
		t.Errorf("null is %v, %v", none, err)
	}
}

// What is wrong is said with its place, as far as it is known without the classes or
// with them.
func TestWrongCosts(t *testing.T) {
	for text, want := range map[string]string{
		`5`:                       "[] costs are neither",
		`[]`:                      "[] the costs have 0 rows",
		`[[0]]`:                   "[] the costs have 1 row,",
		`[[0,1],[1,0]]`:           "[] the costs are of 2 classes, and there are 3: a, b, c",
		`[[0,1,2],[1,0],[1,2,0]]`: "[1] the costs are not square: row 2 has 2 numbers, and there are 3 rows",
		`[[0,1,2],3,[1,2,0]]`:     "[1] row 2 of the costs is not a list",
		`[[0,"x",2],[1,0,1]]`:     "[0 1] the cost in row 1, column 2 is not a number",
		`{}`:                      "[] the costs name no class",
		`{"a":5}`:                 "[a] the costs of class",
		`{"a":{"b":"x"}}`:         "[a b] the cost of predicting",
		`{"d":{"b":1}}`:           `[d] there is no class "d"`,
		`{"a":{"d":1}}`:           `[a d] there is no class "d"`,
	} {
		var w Written
		err := json.Unmarshal([]byte(text), &w)
		if err == nil {
			_, err = w.Of(classes)
		}
		var wrong *Error
		if !errors.As(err, &wrong) || !strings.HasPrefix(fmt.Sprint(wrong.Path, " ", wrong), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		} else if named := strings.Contains(want, "there is no class"); named != isKey(wrong.Path) {
			t.Errorf("%s: %#v: is it the name that is wrong? %v", text, wrong.Path, named)
		}
		if d := Diagnostics(fmt.Errorf("reading: %w", err)); len(d) != 1 || d[0].Path[0] != "costs" {
			t.Errorf("%s: %v", text, d)
		}
	}
}

// isKey reports whether a path leads to the name of an entry.
func isKey(path []any) bool {
	if len(path) == 0 {
		return false
	}
	_, key := path[len(path)-1].(contract.Key)
	return key
}

func TestRemarks(t *testing.T) {
	for text, want := range map[string]string{
		`[[0,1,1],[1,3,1],[1,1,0]]`: "[[costs 1 1]]", `{"c":{"c":-1}}`: "[[costs c c]]", `[[0,1,1],[1,0,1],[1,1,0]]`: "[]",
	} {
		var w Written
		if err := json.Unmarshal([]byte(text), &w); err != nil {
			t.Fatal(err)
		}
		paths := [][]any{}
		for _, d := range w.Remarks(classes) {
			paths = append(paths, d.Path)
		}
		if fmt.Sprint(paths) != want {
			t.Errorf("%s: remarks at %v, want %s", text, paths, want)
		}
	}
}

// Costs are text of others: they are refused or make a square matrix.
func FuzzWritten(f *testing.F) {
	f.Add([]byte(`[[0,1,2],[1,0,1],[1,2,0]]`))
	f.Add([]byte(`{"a":{"b":5}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var w Written
		if json.Unmarshal(text, &w) != nil {
			return
		}
		w.Remarks(classes)
		m, err := w.Of(classes)
		if err != nil || m == nil {
			return
		}
		for _, row := range m {
			if len(m) != 3 || len(row) != 3 {
				t.Errorf("%s: %v", text, m)
			}
		}
	})
}
