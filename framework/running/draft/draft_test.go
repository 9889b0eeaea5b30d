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
	return wished(t, name, content, Wishes{Target: target})
}

// wished is written with wishes.
func wished(t *testing.T, name, content string, w Wishes) string {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := Look(path, w)
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
		`Column "day" has dates`, `Column "note" has so many different texts`,
		`Column "sure" has values that decide the class alone`,
		`Column "patient" has a name as of a group`, `drop   = ["same", "id", "day", "note"]`,
		"3 classes with these rows: a (80), b (80), c (80)", "folds = 10", `metric "accuracy"`,
	} {
		if !strings.Contains(strings.Join(strings.Split(said, "\n# "), " "), want) {
			t.Errorf("lacks %s\n%s", want, said)
		}
	}
}

// patients are rows of which four are of the same patient each, with a column that decides the class alone.
var patients = "patient,x,sure,class\n" + rows(200, func(i int) string {
	return fmt.Sprintf("p%d,%d,%d,%c", i/4, i*37%101, i%2, 'a'+i%2)
})

// What the user wishes takes the place of guesses, and what the file cannot fulfil is an error.
func TestWishes(t *testing.T) {
	plain := wished(t, "p.csv", patients, Wishes{})
	said := wished(t, "p.csv", patients, Wishes{Drop: []string{"sure"}, Group: "patient", Folds: 4, Metric: "f1",
		Learners: []string{"knn", "lda"}})
	for _, want := range []string{`drop   = ["sure"]`, `group  = "patient"`, `method = "stratified_group_kfold"`,
		"folds  = 4",
		`metric "f1" {}`, `learner "knn" "knn" {}`, `learner "lda" "lda" {}`, "each of the 50 groups of \"patient\""} {
		if !strings.Contains(said, want) || strings.Contains(plain, want) {
			t.Errorf("%s: lacked, or there without being wished\n%s", want, said)
		}
	}
	for _, other := range []string{"logreg", "accuracy", "decide the class alone", "as of a group"} {
		if strings.Contains(said, other) || !strings.Contains(strings.Join(strings.Split(plain, "\n# "), " "), other) {
			t.Errorf("%s: there although something else is wished, or not without that\n%s", other, plain)
		}
	}
	path := filepath.Join(t.TempDir(), "p.csv")
	if err := os.WriteFile(path, []byte(patients), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		wishes Wishes
		says   string
	}{
		{Wishes{Drop: []string{"sur"}}, `Did you mean "sure"?`}, {Wishes{Group: "patent"}, "patient"},
		{Wishes{Group: "patient", Folds: 51}, "only 50 groups"}, {Wishes{Metric: "acuracy"}, `Did you mean "accuracy"?`},
		{Wishes{Metric: "hamming_loss"}, "one class each"},
	} {
		if _, err := Look(path, test.wishes); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%+v: %v, want %s", test.wishes, err, test.says)
		}
	}
	d, err := Look(path, Wishes{})
	if err != nil || len(d.Leaks) != 1 || d.Leaks[0] != "sure" || len(d.Groups) != 1 || d.Groups[0] != "patient" {
		t.Errorf("%v: doubts %+v", err, d.Doubts)
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
			[]string{"folds = 3", `reduction "one_vs_one"`, `metric "f1" { average = "macro" }`}},
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
		if _, err := Look(path, Wishes{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Look(filepath.Join(folder, "absent.csv"), Wishes{}); err == nil {
		t.Error("an absent file was read")
	}
	path := filepath.Join(folder, "same.csv")
	if _, err := Look(path, Wishes{Target: "yy"}); err == nil || !strings.Contains(err.Error(), "y") {
		t.Error(err)
	}
}
