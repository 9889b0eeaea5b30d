package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// scoresFile is a table of three methods on six datasets.
func scoresFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scores.csv")
	write(t, path, `dataset,svm,tree,knn
a,0.91,0.82,0.85
b,0.88,0.80,0.86
c,0.95,0.90,0.91
d,0.79,0.70,0.74
e,0.86,0.81,0.80
f,0.93,0.85,0.89
`)
	return path
}

// Three methods are compared by Friedman's test, two by Wilcoxon's.
func TestCompareTable(t *testing.T) {
	path := scoresFile(t)
	bench(t, "compare", path).says(t, 0, "Friedman", "Nemenyi", "on 6 datasets")
	bench(t, "compare", path, "-control", "svm", "-post-hoc", "hommel").says(t, 0, "Hommel", "svm")
	bench(t, "compare", path, "-smaller-is-better").says(t, 0, "smaller is better")
	two := filepath.Join(t.TempDir(), "two.csv")
	var text strings.Builder
	for line := range strings.Lines(read(t, path)) {
		text.WriteString(line[:strings.LastIndex(line, ",")] + "\n")
	}
	write(t, two, text.String())
	bench(t, "compare", two).says(t, 0, "Wilcoxon")
}

func TestCompareFolder(t *testing.T) {
	dir := invented(t, nil)
	bench(t, "compare", dir).says(t, 0, "on 1 dataset by", "Corrected resampled t-test", "Left out, because not every method has a value there: glass.")
	bench(t, "compare", dir, "-metric", "log_loss").says(t, 0, "smaller is better")
	bench(t, "compare", dir, "-metric", "auc").says(t, exitUsage, "!"+dir+": ", "!auc")
	bench(t, "compare", dir, "-smaller-is-better").says(t, exitUsage, "!-smaller-is-better is for tables of scores")
}

// With -out there is a file of each format, and pictures.
func TestCompareWrites(t *testing.T) {
	path, out := scoresFile(t), filepath.Join(t.TempDir(), "new", "folder")
	a := bench(t, "compare", path, "-out", out, "-format", "csv")
	a.says(t, 0, "!written into "+out+": comparisons.", "!pictures\n")
	if rows, err := csv.NewReader(strings.NewReader(a.stdout)).ReadAll(); err != nil || len(rows) < 4 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	files := tree(t, out)
	for _, name := range []string{"comparisons.csv", "comparisons.txt", "comparisons.tex", "comparisons.typ", "comparisons.json"} {
		if files[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	if files["comparisons.csv"] != a.stdout {
		t.Error("comparisons.csv has other bytes than stdout")
	}
	if _, left := files[".writable"]; left || len(files) < 6 {
		t.Errorf("%d files", len(files))
	}
}

// What cannot be written is refused before anything is computed or printed.
func TestCompareRefuses(t *testing.T) {
	path := scoresFile(t)
	for says, args := range map[string][]string{
		"-format cvs: ":                      {"-format", "cvs"},
		"-pictures png: ":                    {"-pictures", "png"},
		"-out " + path + ": ":                {"-out", path},
		"wilcoxn":                            {"-test", "wilcoxn"},
		"forest":                             {"-control", "forest"},
		"holmes":                             {"-post-hoc", "holmes"},
		"level":                              {"-level", "2"},
		"-rope ten: \"ten\" is not a number": {"-rope", "ten"},
	} {
		a := bench(t, append([]string{"compare", path}, args...)...)
		a.says(t, exitUsage, "!"+says)
		if a.stdout != "" {
			t.Errorf("%v prints %q", args, a.stdout)
		}
	}
	bench(t, "compare", filepath.Join(t.TempDir(), "absent.csv")).says(t, exitUsage, "!absent.csv")
}

func TestCompletedMethods(t *testing.T) {
	path := scoresFile(t)
	if got := strings.Join(completions(t, "compare", path, "-control", ""), " "); got != "svm tree knn" {
		t.Errorf("methods %s", got)
	}
	if got := completions(t, "compare", filepath.Join(filepath.Dir(path), "absent.csv"), "-control", ""); len(got) != 0 {
		t.Errorf("methods %v of a file that is absent", got)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}
