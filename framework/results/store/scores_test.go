package store

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func sampleScores() RowScores {
	return RowScores{
		Rows: []int{7, 300, 2}, Truth: []int{0, 1, 130}, Scores: []float64{-0.5, 0, math.MaxFloat64}, Grid: []float64{1, -1, 0.25, 4},
	}
}

// keep writes the scores of two columns and returns the folder.
func keep(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	j, err := OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	objective := 2.5
	for _, column := range []string{"+-0", "0+-"} {
		s := BinaryScores{Key: "k", Column: column, ModelCosts: ModelCosts{TrainSeconds: 1, ScoreSeconds: 0.5, PeakRSSBytes: 9}, Objective: &objective, Constant: true, End: "stalled"}
		if err := j.Scores(s, sampleScores()); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestKeptScores(t *testing.T) {
	kept, err := ReadKeptScores(keep(t))
	if err != nil || !slices.Equal(kept.Columns("k"), []string{"+-0", "0+-"}) || kept.Columns("other") != nil {
		t.Fatal(kept.Columns("k"), err)
	}
	s, rows, ok := kept.Read("k", "0+-")
	if !ok || !reflect.DeepEqual(rows, sampleScores()) {
		t.Errorf("%v: %+v", ok, rows)
	}
	if s.Blob = nil; *s.Objective != 2.5 || s.TrainSeconds != 1 || s.ScoreSeconds != 0.5 || s.PeakRSSBytes != 9 || !s.Constant || s.End != "stalled" {
		t.Errorf("%+v", s)
	}
	if got := rows.ByRow(); !slices.Equal(got, []int{2, 0, 1}) {
		t.Errorf("order %v", got)
	}
	if _, _, ok := kept.Read("k", "+00"); ok || kept.Has("k", "+00") || kept.Has("other", "0+-") || !kept.Has("k", "0+-") {
		t.Error("there are scores that nobody kept, or none that somebody did")
	}
	var none *KeptScores
	if _, _, ok := none.Read("k", "0+-"); ok || none.Has("k", "0+-") || none.Columns("k") != nil {
		t.Error("nil holds scores")
	}
}

// Scores whose bytes have changed, or are gone, are as if they had not been kept;
// of two records of a model the second then counts.
func TestDamagedKeptScores(t *testing.T) {
	dir := keep(t)
	files, err := filepath.Glob(filepath.Join(dir, JournalDir, "*"+blobExt))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	half := len(whole) / 2
	for name, damaged := range map[string][]byte{"a bit": slices.Concat(whole[:3], []byte{whole[3] ^ 1}, whole[4:]), "the first": slices.Concat(whole[:4], whole[5:])} {
		if err := os.WriteFile(files[0], damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		kept, err := ReadKeptScores(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := kept.Read("k", "+-0"); ok {
			t.Errorf("%s: damaged scores are read", name)
		}
		if _, _, ok := kept.Read("k", "0+-"); ok != (len(damaged) == len(whole)) {
			t.Errorf("%s: the others are read: %v", name, ok)
		}
	}
	if err := os.WriteFile(files[0], slices.Concat(make([]byte, half), whole[half:]), 0o644); err != nil {
		t.Fatal(err)
	}
	kept, err := ReadKeptScores(dir)
	if err != nil {
		t.Fatal(err)
	}
	records := kept.byKey["k"]
	records["+-0"] = append(records["+-0"], records["0+-"]...)
	if _, rows, ok := kept.Read("k", "+-0"); !ok || !reflect.DeepEqual(rows, sampleScores()) {
		t.Error("the second record does not count")
	}
}

// Records of scores that no run writes are damaged lines.
func TestForgedScores(t *testing.T) {
	good := BinaryScores{Key: "k", Column: "+-", Blob: &Blob{File: "x", Length: 3}}
	for name, forge := range map[string]func(*BinaryScores){
		"good":       func(*BinaryScores) {},
		"no key":     func(s *BinaryScores) { s.Key = "" },
		"no column":  func(s *BinaryScores) { s.Column = "" },
		"odd column": func(s *BinaryScores) { s.Column = "+x" },
		"no blob":    func(s *BinaryScores) { s.Blob = nil },
		"time":       func(s *BinaryScores) { s.TrainSeconds = -1 },
		"long":       func(s *BinaryScores) { s.TrainSeconds, s.ScoreSeconds = math.MaxFloat64, math.MaxFloat64 },
		"memory":     func(s *BinaryScores) { s.PeakRSSBytes = -1 },
		"CPU":        func(s *BinaryScores) { s.CPUSeconds = Measured(-1) },
		"energy":     func(s *BinaryScores) { s.EnergyJoules = Measured(-1) },
		"size":       func(s *BinaryScores) { s.ModelBytes = -1 },
		"end":        func(s *BinaryScores) { s.End = "\x1b[2J" },
	} {
		s := good
		forge(&s)
		line, err := formatRecord(record{Kind: kindScores, Scores: &s})
		if err != nil {
			t.Fatal(err)
		}
		d, err := readLines(bytes.NewReader(line), func(record) {})
		if err != nil || (d.lines == 0) != (name == "good") {
			t.Errorf("%s: %d damaged lines, %v", name, d.lines, err)
		}
	}
	if b, err := json.Marshal(good); err != nil || !strings.Contains(string(b), `"column":"+-"`) {
		t.Errorf("%s, %v", b, err)
	}
}

func FuzzDecodeScores(f *testing.F) {
	f.Add(encodeScores(sampleScores()))
	f.Add(encodeScores(RowScores{}))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 127, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := decodeScores(b)
		if err != nil {
			return
		}
		if again, err := decodeScores(encodeScores(s)); err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%+v became %+v, %v", s, again, err)
		}
		if len(s.Grid) > len(b) || len(s.Rows) > len(b) || slices.ContainsFunc(s.Scores, math.IsNaN) {
			t.Errorf("%d bytes became %d rows", len(b), len(s.Rows))
		}
	})
}
