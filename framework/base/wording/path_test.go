package wording

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAbsent(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.MkdirAll("results/quickstart", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"semi.csv", "results/quickstart/plan.json"} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	absolute := filepath.Join(folder, "semi.csv")
	for path, want := range map[string]string{
		"semi.cvs":                        "there is no semi.cvs (did you mean semi.csv?)",
		"./Semi.csv":                      "there is no ./Semi.csv (did you mean semi.csv?)",
		filepath.Join(folder, "sem.csv"):  "there is no " + filepath.Join(folder, "sem.csv") + " (did you mean " + absolute + "?)",
		"results/quikstart/plan.json":     "there is no results/quikstart/plan.json (did you mean results/quickstart/plan.json?)",
		"result/quickstart":               "there is no result/quickstart (did you mean results/quickstart?)",
		"results/quikstart/manifest.json": "there is no results/quikstart/manifest.json", // that is not there either
		"other.csv":                       "there is no other.csv",
		"semi.csv/x":                      "there is no semi.csv/x",
		"/nowhere/at/all":                 "there is no /nowhere/at/all",
	} {
		if got := Absent(path); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}
