package pictured

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
)

func TestFormats(t *testing.T) {
	r := done(t, read(t, "demsar2006.csv"), significance.Options{})
	dir := filepath.Join(t.TempDir(), "new", "folder")
	names, err := WriteTo(r, dir, "svg")
	if err != nil || !slices.Equal(names[5:7], []string{"critical_difference.svg", "wins.svg"}) {
		t.Fatal(names, err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "comparisons.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil || strings.Join(lines[0], ",") !=
		"comparison,test,dataset,a,b,statistic,p,p_adjusted,p_left,p_rope,p_right,effect,low,high,n" {
		t.Fatalf("%v %v", err, lines[0])
	}
	if b, err = os.ReadFile(filepath.Join(dir, "comparisons.json")); err != nil {
		t.Fatal(err)
	}
	var object struct {
		Explanation string
		Groups      [][]string
		Rows        []map[string]any
	}
	if err := json.Unmarshal(b, &object); err != nil || object.Explanation != r.Paragraph() || len(object.Groups) != 1 ||
		len(object.Rows) != len(lines)-1 {
		t.Fatalf("%v, %d rows, groups %v", err, len(object.Rows), object.Groups)
	}
	for i, row := range object.Rows {
		for j, name := range lines[0][5:14] {
			field := lines[i+1][5+j]
			if row[name] == nil != (field == "") {
				t.Errorf("line %d: %s is %v in JSON and %q in CSV", i+2, name, row[name], field)
			} else if field != "" && strconv.FormatFloat(row[name].(float64), 'g', -1, 64) != field {
				t.Errorf("line %d: %s is %v in JSON and %q in CSV", i+2, name, row[name], field)
			}
		}
	}
	b, err = os.ReadFile(filepath.Join(dir, "critical_difference.svg"))
	if err != nil || !bytes.Contains(b, []byte("CD = 1.25")) {
		t.Errorf("no diagram: %v", err)
	}
	if err := r.Write(io.Discard, "html", 0); err == nil || !strings.Contains(err.Error(), "The formats are: text") {
		t.Error(err)
	}
	names, err = WriteTo(done(t, read(t, "folds.csv"), significance.Options{Tests: []string{"sign"}}), dir, "svg")
	if err != nil || slices.Contains(names, "critical_difference.svg") {
		t.Errorf("without mean ranks %v, %v", names, err)
	}
}

// A folder keeps the pictures of the comparison that was written last, and whatever is not
// bench's.
func TestPicturesOfAnEarlierComparison(t *testing.T) {
	dir := t.TempDir()
	keep := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(what string, want ...string) {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			got = append(got, e.Name())
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the folder holds %v, want %v", what, got, want)
		}
	}
	over := done(t, read(t, "demsar2006.csv"), significance.Options{})
	keep("mine.svg", "a picture")
	keep("notes.txt", "some words")
	if err := os.Mkdir(filepath.Join(dir, "folder.svg"), 0o755); err != nil {
		t.Fatal(err)
	}
	users := []string{"mine.svg", "notes.txt", "folder.svg"}
	first, err := WriteTo(over, dir, "svg")
	if err != nil || !slices.Contains(first, "critical_difference.svg") {
		t.Fatal(first, err)
	}
	holds("after the first", append(users, first...)...)
	for _, format := range []string{"pdf", "svg"} {
		again, err := WriteTo(over, dir, format)
		if err != nil {
			t.Fatal(err)
		}
		holds("as "+format, append(users, again...)...)
	}
	fewer, err := WriteTo(done(t, read(t, "folds.csv"), significance.Options{Tests: []string{"sign"}}), dir, "svg")
	if err != nil || slices.Contains(fewer, "critical_difference.svg") {
		t.Fatal(fewer, err)
	}
	holds("after another", append(users, fewer...)...)

	// Names that no comparison can have written there lead nowhere, and other files of the
	// name say nothing.
	for _, text := range []string{
		`{"explanation": "x", "pictures": ["../` + filepath.Base(dir) + `/mine.svg", "folder.svg", "notes.txt", "gone.svg"]}`,
		`{"pictures": ["mine.svg"]}`, `{"explanation": "x", "pictures": "mine.svg"}`, `?`,
	} {
		keep("comparisons.json", text)
		if _, err := WriteTo(done(t, read(t, "folds.csv"), significance.Options{Tests: []string{"sign"}}), dir, "svg"); err != nil {
			t.Error(text, err)
		}
		holds(text, append(users, fewer...)...)
	}
}
