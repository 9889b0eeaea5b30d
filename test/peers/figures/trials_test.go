package figures

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

func sampleTrials() []Trial {
	return []Trial{
		{Work: "w", Program: "bench", Settings: "a, b", Train: 1.5, Test: 0.25, Processor: 2, MiB: 300,
			Precision: [3]float64{0.9, 0.6, 0.4}, Cost: math.NaN(), Load: 0.1, CPU: "this one", Date: "2026-11-28"},
		NotEnded(Trial{Work: "w", Program: "vw", Version: "vowpalwabbit 9"}),
	}
}

// A file of trials is read as it was written.
func TestTrialFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trees.csv")
	if list, err := ReadTrials(path); err != nil || list != nil {
		t.Errorf("a file that is not there has %v: %v", list, err)
	}
	if err := WriteTrials(path, sampleTrials()); err != nil {
		t.Fatal(err)
	}
	list, err := ReadTrials(path)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d trials: %v", len(list), err)
	}
	if TrialTable(list) != TrialTable(sampleTrials()) || list[0].CPU != "this one" || list[0].Seconds() != 1.75 {
		t.Errorf("read\n%+v", list)
	}
	if err := os.WriteFile(path, []byte("work,program\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadTrials(path); err == nil || !strings.Contains(err.Error(), "does not begin with the names") {
		t.Errorf("another file gives %v", err)
	}
}

// A wrong number is said with its line and its column.
func TestTrialNumbers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trees.csv")
	if err := WriteTrials(path, sampleTrials()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(must.Replace(string(text), ",300,", ",many,")), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadTrials(path); err == nil || !strings.Contains(err.Error(), `line 2: mib is "many", not a number`) {
		t.Errorf("a wrong number gives %v", err)
	}
}

// Fresh trials of a piece of work take the place of all that were there of it, and no others.
func TestMergeTrials(t *testing.T) {
	list := append(sampleTrials(), Trial{Work: "v"})
	merged := MergeTrials(list, []Trial{{Work: "w", Program: "new"}}, "w")
	if len(merged) != 2 || merged[0].Work != "v" || merged[1].Program != "new" || len(list) != 3 || list[0].Program != "bench" {
		t.Errorf("merged %v of %v", merged, list)
	}
}

func TestTrialTable(t *testing.T) {
	text := TrialTable(sampleTrials())
	for _, want := range []string{
		"| w | bench | a, b | 1.5 | 0.25 | 2 | 300 | 0.9 | 0.6 | 0.4 | – | 0.1 |\n",
		"| w | vw |  | – | – | – | – | – | – | – | – | – |\n",
		"Measured on 2026-11-28: this one.\nPrograms: vowpalwabbit 9.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	if TrialTable(nil) != "None are measured yet.\n" {
		t.Error("a table of nothing")
	}
}
