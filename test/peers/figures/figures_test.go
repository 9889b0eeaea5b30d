package figures

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

func sampleFigure() Figure {
	f := Empty("a, one-vs-rest, svm", Ratio)
	f.Peer, f.Runs, f.PeerSeconds, f.BenchSeconds = "LIBLINEAR", 2, 31.9, 3.77
	f.Figure, f.Least, f.Largest, f.Target = 8.46, 7.9, 9, Target{3, 15, math.NaN()}
	f.PeerObjective, f.ObjectiveExcess, f.Agreement = 8467.51722585, -2e-5, 0.9986
	f.CPU, f.Date = "AMD EPYC, AVX-512", "2026-11-21"
	return f
}

// What is written is read again, and what is not a file of figures is refused.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := Write(path, []Figure{sampleFigure()}); err != nil {
		t.Fatal(err)
	}
	list, err := Read(path)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d figures, %v", len(list), err)
	}
	got, want := strings.Join(list[0].record(), "|"), strings.Join(sampleFigure().record(), "|")
	if got != want {
		t.Errorf("read %s, want %s", got, want)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for change, said := range map[[2]string]string{{"work,", "wrk,"}: "does not begin", {"8.46", "8,46"}: "fields",
		{"31.9", "x"}: `peer_seconds is "x", no number`, {",2,", ",2.5,"}: `runs is "2.5", no whole number`} {
		if err := os.WriteFile(path, []byte(must.Replace(string(content), change[0], change[1])), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%v: %v, want %q", change, err, said)
		}
	}
}

// A table has the newest figure of each entry, held against the targets of today.
func TestTable(t *testing.T) {
	e := Entry{Group: "dense", Work: "a, one-vs-rest, svm", Measure: Ratio, Target: Target{3, 8, 40}}
	newer := sampleFigure()
	newer.Figure, newer.Least, newer.Largest = 2.5, 2.5, 2.5
	first := Release{"2026-11-21-amd", []Figure{sampleFigure()}}
	for _, c := range []struct {
		releases []Release
		want     string
	}{
		{nil, "| a, one-vs-rest, svm | – | – | – | – | 3 | 8 | 40 |  | – | – | not measured |"},
		{[]Release{first}, "| a, one-vs-rest, svm | LIBLINEAR | 31.9 | 3.77 " +
			"| 8.5 (7.9–9) | 3 | 8 | 40 | goal | −2e−05 | 0.9986 | 1 |"},
		{[]Release{first, {"2026-12-01-amd", []Figure{newer}}},
			"| 2.5 | 3 | 8 | 40 | **below the floor** | −2e−05 | 0.9986 | 2 |"},
		{[]Release{first, {"2026-12-01-amd", nil}}, "0.9986 | 1 |"},
	} {
		if got := Table([]Entry{e}, c.releases); !strings.Contains(got, c.want) {
			t.Errorf("no %q in\n%s", c.want, got)
		}
	}
}

// More lines than a picture holds are refused: they would look alike.
func TestPictures(t *testing.T) {
	var entries []Entry
	for i := range 9 {
		entries = append(entries, Entry{Group: "dense", Work: strings.Repeat("a", i+1), Measure: Ratio})
	}
	if _, err := Pictures(entries, nil); err == nil {
		t.Error("nine lines are drawn")
	}
	e := []Entry{{Group: "dense", Work: "a, one-vs-rest, svm", Measure: Ratio}}
	files, err := Pictures(e, []Release{{"2026-11-21-amd", []Figure{sampleFigure()}}})
	if err != nil || !strings.Contains(string(files["dense"]), "a, one-vs-rest, svm at 1: 8.46") {
		t.Errorf("the picture lacks its point: %v", err)
	}
}
