package store

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func samplePredictions(shift float64) *Predictions {
	return &Predictions{
		Classes: 2, Rows: []int{3, 7, 9}, Truth: []int{0, 1, 1}, Predicted: []int{0, 0, 1},
		Scores:        []float64{1, -1, 0.5 + shift, -0.5, -2, 2},
		Probabilities: []float64{0.75, 0.25, 0.5, 0.5, 0.125, 0.875},
	}
}

func sampleResult(key string) Result {
	objective := 1.5
	return Result{Key: key, Status: OK, TrainRows: 10, TestRows: 3, BinaryProblems: 1, TrainSeconds: 0.1, Objective: &objective}
}

// writeJournal leaves one journal of n results and returns its path.
func writeJournal(t *testing.T, dir string, n int) string {
	t.Helper()
	j, err := OpenJournal(dir, 0, map[string]string{"host": "test"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		key := strings.Repeat("k", i+1)
		if err := j.Start(key); err != nil {
			t.Fatal(err)
		}
		if err := j.Result(sampleResult(key), samplePredictions(0)); err != nil {
			t.Fatal(err)
		}
	}
	path := j.lines.Name()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Start("late"); err == nil {
		t.Error("a closed journal takes records")
	}
	return path
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	dir := t.TempDir()
	writeJournal(t, dir, 3)
	results, err := ReadResults(dir)
	if err != nil || len(results.ByKey) != 3 || len(results.Disagreeing) != 0 {
		t.Fatalf("%d results, %v disagree, %v", len(results.ByKey), results.Disagreeing, err)
	}
	r := results.ByKey["kk"]
	if r.Status != OK || *r.Objective != 1.5 || r.TrainSeconds != 0.1 {
		t.Errorf("the second result is %+v", r)
	}
	p, err := ReadPredictions(dir, *r.Predictions)
	if err != nil || !reflect.DeepEqual(&p, samplePredictions(0)) {
		t.Errorf("predictions %+v, %v", p, err)
	}
}

func TestEveryTruncationKeepsTheRecordsBefore(t *testing.T) {
	dir := t.TempDir()
	path := writeJournal(t, dir, 3)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		want := strings.Count(string(whole[:cut]), `"kind":"result"`)
		if tail := whole[strings.LastIndexByte(string(whole[:cut]), '\n')+1 : cut]; strings.Contains(string(tail), `"kind":"result"`) {
			want--
		}
		results, err := ReadResults(dir)
		if err != nil || len(results.ByKey) != want {
			t.Fatalf("cut at %d: %d results, want %d (%v)", cut, len(results.ByKey), want, err)
		}
	}
}

func TestDamageEndsTheValidPrefix(t *testing.T) {
	dir := t.TempDir()
	path := writeJournal(t, dir, 3)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := strings.Index(string(whole), `"key":"kk","status"`)
	whole[second+8] = 'x'
	if err := os.WriteFile(path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	results, err := ReadResults(dir)
	if _, ok := results.ByKey["k"]; err != nil || !ok || len(results.ByKey) != 1 {
		t.Errorf("results %v, %v; want the first only", results.ByKey, err)
	}
}

func TestDamagedPredictionsAreRefused(t *testing.T) {
	dir := t.TempDir()
	path := strings.TrimSuffix(writeJournal(t, dir, 1), journalExt) + blobExt
	results, err := ReadResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	blob := *results.ByKey["k"].Predictions
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	body[20] ^= 1
	if err := os.WriteFile(path, body, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadPredictions(dir, blob); err == nil {
		t.Error("a flipped bit was not noticed")
	}
	if err := os.WriteFile(path, body[:10], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadPredictions(dir, blob); err == nil {
		t.Error("a short file was not noticed")
	}
}

// Predictions that a power cut left short make their results count for nothing.
func TestResultsWithoutPredictionsDoNotCount(t *testing.T) {
	dir := t.TempDir()
	path := strings.TrimSuffix(writeJournal(t, dir, 3), journalExt) + blobExt
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()-1); err != nil {
		t.Fatal(err)
	}
	results, err := ReadResults(dir)
	if err != nil || len(results.ByKey) != 2 || results.Damaged != 1 {
		t.Errorf("%d results, %d damaged, %v", len(results.ByKey), results.Damaged, err)
	}
}

func TestALaterAttemptReplacesTheOneBefore(t *testing.T) {
	dir := t.TempDir()
	for _, r := range []Result{{Key: "k", Status: Failed, Attempt: 0}, {Key: "k", Status: Timeout, Attempt: 2}, {Key: "k", Status: Failed, Attempt: 1}} {
		j, err := OpenJournal(dir, r.Attempt, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(j.Result(r, nil), j.Close()); err != nil {
			t.Fatal(err)
		}
	}
	results, err := ReadResults(dir)
	if err != nil || results.ByKey["k"].Status != Timeout || len(results.Disagreeing) != 0 {
		t.Errorf("%+v, %v", results, err)
	}
}

func TestTheFirstResultWinsAndDisagreementIsNoticed(t *testing.T) {
	dir := t.TempDir()
	for attempt := range 2 {
		j, err := OpenJournal(dir, attempt, nil)
		if err != nil {
			t.Fatal(err)
		}
		same, other := sampleResult("same"), sampleResult("other")
		same.TrainSeconds = float64(attempt)
		if err := j.Result(same, samplePredictions(0)); err != nil {
			t.Fatal(err)
		}
		if err := j.Result(other, samplePredictions(float64(attempt))); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	results, err := ReadResults(dir)
	if err != nil || results.ByKey["same"].TrainSeconds != 0 || !reflect.DeepEqual(results.Disagreeing, []string{"other"}) {
		t.Errorf("first %v, disagreeing %v, %v", results.ByKey["same"].TrainSeconds, results.Disagreeing, err)
	}
}

func TestWriteFileIsAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	if err := WriteJSON(path, map[string]int{"a": 1}); err != nil {
		t.Fatal(err)
	}
	if err := WriteJSON(path, func() {}); err == nil {
		t.Error("a function became JSON")
	}
	var back map[string]int
	if err := ReadJSON(path, &back); err != nil || back["a"] != 1 {
		t.Errorf("read back %v, %v", back, err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files left, want 1", len(entries))
	}
}

func FuzzReadJournal(f *testing.F) {
	line, err := formatRecord(record{Kind: kindResult, Result: &Result{Key: "k", Status: Failed}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add([]byte("00000000 {}\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, r := range validPrefix(content) {
			if _, err := formatRecord(r); err != nil {
				t.Errorf("a record that was read cannot be written: %v", err)
			}
		}
	})
}

func FuzzDecodePredictions(f *testing.F) {
	f.Add(encodePredictions(samplePredictions(0)))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := decodePredictions(b); err == nil && len(encodePredictions(&p)) != len(b) {
			t.Errorf("%d bytes became %d", len(b), len(encodePredictions(&p)))
		}
	})
}
