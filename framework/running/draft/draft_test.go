package draft

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// written is the experiment file for a data file with some content.
func written(t *testing.T, name, content, target string) string {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := Look(path, target)
	if err != nil {
		t.Fatal(err)
	}
	text, diags := d.Text(folder)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return string(text)
}

// rows makes lines by their number.
func rows(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

// Each kind of column is told, and those of which nothing can be learned are dropped.
func TestColumns(t *testing.T) {
	said := written(t, "trial-1.csv", "id,same,day,note,sure,patient,x,class\n"+rows(240, func(i int) string {
		return fmt.Sprintf("%d,7,%d/1/2024,note %d,%d,p%d,%d,%c", i+1, i%28+1, i%130, i%3, i%30, i*37%101, 'a'+i%3)
	}), "")
	for _, want := range []string{
		`experiment "trial_1"`, `file   = "trial-1.csv"`, `target = "class"`, "a guess",
		`Column "same" has the same value in every row: dropped.`, `Column "id" has another value in nearly every row`,
		`Column "day" has dates`, `Column "note" has so many different texts`, `Column "sure" has values that decide the class alone`,
		`Column "patient" has a name as of a group`, `drop   = ["same", "id", "day", "note"]`,
		"3 classes with these rows: a (80), b (80), c (80)", "folds = 10", `metric "accuracy"`,
	} {
		if !strings.Contains(strings.Join(strings.Split(said, "\n# "), " "), want) {
			t.Errorf("lacks %s\n%s", want, said)
		}
	}
}

// A file is read as it is written: other delimiters, lines before the table, no names, svmlight.
func TestLayouts(t *testing.T) {
	values := func(sep string) string {
		return rows(30, func(i int) string { return fmt.Sprintf("%d%s%d%s%c", i*i%11, sep, i%4, sep, 'a'+i%2) })
	}
	for name, test := range map[string]struct{ content, want string }{
		"semicolon.csv": {"x;z;y\n" + values(";"), `delimiter = ";"`},
		"tab.csv":       {"x\tz\ty\n" + values("\t"), `delimiter = "\u0009"`},
		"blanks.csv":    {"x z y\n" + values(" "), `format = "space"`},
		"nameless.csv":  {values(","), "header = false"},
		"preface.csv":   {"made by hand\n\nx,z,y\n" + values(","), "skip_lines = 1"},
		"pairs.data":    {rows(30, func(i int) string { return fmt.Sprintf("%d 1:%d 7:2", i%3+1, i*i%11+1) }), `format = "svmlight"`},
	} {
		said := strings.Join(strings.Fields(written(t, name, test.content, "")), " ")
		if !strings.Contains(said, test.want) {
			t.Errorf("%s: lacks %s\n%s", name, test.want, said)
		}
	}
}

// A quantity is made into ranges, few rows make few folds, and rare classes are told.
func TestTargets(t *testing.T) {
	for _, test := range []struct {
		name, content, target string
		want                  []string
	}{
		{"price.csv", "x,price\n" + rows(90, func(i int) string { return fmt.Sprintf("%d,%d.5", i*7%13, i*i) }), "price",
			[]string{"discretize = { quantiles = 3 }", `"price" is a quantity`}},
		{"few.csv", "x,class\n" + rows(23, func(i int) string { return fmt.Sprintf("%d,%d", i*7%13, min(1, i/19)) }), "",
			[]string{"folds = 3", `reduction "direct"`, `metric "f1" { average = "macro" }`}},
		{"rare.csv", "x,class\n" + rows(41, func(i int) string { return fmt.Sprintf("%d,%d", i*7%13, i/20) }), "",
			[]string{`rare = { below = 3, as = "drop" } # 1 class with fewer rows`}},
		{"named.csv", "outcome,x,z\n" + rows(40, func(i int) string { return fmt.Sprintf("%c,%d,%d", 'a'+i%2, i*7%13, i) }), "",
			[]string{`target = "outcome"`}},
	} {
		said := strings.Join(strings.Fields(written(t, test.name, test.content, test.target)), " ")
		for _, want := range test.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: lacks %s\n%s", test.name, want, said)
			}
		}
	}
}

// What cannot be read is an error with its place.
func TestBadData(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{"empty.csv": "", "one.csv": "x\n1\n2\n", "same.csv": "x,y\n1,a\n2,a\n"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Look(path, ""); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Look(filepath.Join(folder, "absent.csv"), ""); err == nil {
		t.Error("an absent file was read")
	}
	path := filepath.Join(folder, "same.csv")
	if _, err := Look(path, "yy"); err == nil || !strings.Contains(err.Error(), "y") {
		t.Error(err)
	}
}
