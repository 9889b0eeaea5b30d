package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/test/must"
)

func samplePredictions(shift float64) *Predictions {
	return &Predictions{K: 2, Truth: target.Rows{Class: []int{0, 1, 1}}, Predicted: target.Rows{Class: []int{0, 0, 1}}, Rows: []int{3, 7, 9}, Scores: []float64{1, -1, 0.5 + shift, -0.5, -2, 2}, Probabilities: []float64{0.75, 0.25, 0.5, 0.5, 0.125, 0.875}}
}

// sampleLabels are predictions of a multi-label cell: three rows, two labels.
func sampleLabels() *Predictions {
	return &Predictions{K: 2, MultiLabel: true, Truth: target.Rows{Y: target.Listed([]int8{1, 0, 0, 0, 1, 1}, 2)}, Predicted: target.Rows{Y: target.Listed([]int8{1, 1, 0, 0, 0, 1}, 2)}, Rows: []int{0, 4, 5}, Scores: []float64{1, -1, 0.5, -0.5, -2, 2}, Probabilities: []float64{0.75, 0.25, 0.5, 0.75, 0.125, 0.875}}
}

func sampleRegions() *Regions {
	return &Regions{
		Columns: [2]string{"x", "längs"}, Low: [2]float64{-1.5, 0}, High: [2]float64{2, 1e-3}, Side: 3,
		Predicted: []int{0, 0, 0, 0, 1, 1, 300, 1, 1}, Firing: []int{1, 1, 2, 0, 0, 1, 1, 1, 1},
		Points: [][2]float64{{-1, 1e-4}, {0.1, 5e-4}}, Classes: []int{300, 0}, Test: []bool{true, false},
	}
}

func sampleOutput() Output {
	return Output{Test: samplePredictions(0), Train: samplePredictions(1), Regions: sampleRegions(), Binary: sampleBinary(), Code: sampleCode()}
}

func sampleResult(key string) Result {
	objective := 1.5
	return Result{Key: key, Status: OK, Sizes: Sizes{TrainRows: 10, TestRows: 3}, BinaryProblems: 1, Costs: Costs{TrainSeconds: 0.1}, Training: Training{Objective: &objective}}
}

// writeJournal leaves one journal of n results and returns its path.
func writeJournal(t *testing.T, dir string, n int) string {
	t.Helper()
	j, err := OpenJournal(dir, "0", map[string]string{"host": "test"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		key := strings.Repeat("k", i+1)
		if err := j.Start(key); err != nil {
			t.Fatal(err)
		}
		if err := j.Result(sampleResult(key), sampleOutput()); err != nil {
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
	train, err := ReadPredictions(dir, *r.Train)
	if err != nil || !reflect.DeepEqual(&train, samplePredictions(1)) {
		t.Errorf("predictions of training rows %+v, %v", train, err)
	}
	regions, err := ReadRegions(dir, *r.Regions)
	if err != nil || !reflect.DeepEqual(&regions, sampleRegions()) {
		t.Errorf("regions %+v, %v", regions, err)
	}
	models, err := ReadBinary(dir, *r.Binary)
	if err != nil || !reflect.DeepEqual(&models, sampleBinary()) {
		t.Errorf("binary models %+v, %v", models, err)
	}
	code, err := ReadCode(dir, *r.Code)
	if err != nil || !reflect.DeepEqual(code, sampleCode()) {
		t.Errorf("code %v, %v", code, err)
	}
}

func TestOutputsThatAreNotThereAreNotNamed(t *testing.T) {
	dir := t.TempDir()
	j, err := OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Result(sampleResult("k"), Output{Test: samplePredictions(0)}), j.Close()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(j.lines.Name())
	for _, name := range []string{"train", "regions", "binary", "code"} {
		if err != nil || strings.Contains(string(content), `"`+name+`":`) {
			t.Errorf("journal %s, %v", content, err)
		}
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

// damaged writes a journal of three results, changes it and reads it again.
func damaged(t *testing.T, change func(string) string) Results {
	t.Helper()
	dir := t.TempDir()
	path := writeJournal(t, dir, 3)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(whole))), 0o644); err != nil {
		t.Fatal(err)
	}
	results, err := ReadResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestDamagedLinesAreSkippedAndReported(t *testing.T) {
	second := func(to string) func(string) string {
		return func(s string) string { return must.Replace(s, `"key":"kk","status"`, to) }
	}
	for name, test := range map[string]struct {
		change func(string) string
		keys   int
		lost   string
	}{
		"nothing":          {func(s string) string { return s }, 3, ""},
		"a flipped bit":    {second(`"key":"kj","status"`), 2, "1 line damaged and skipped, the first is line 5"},
		"ends of lines":    {func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, 3, ""},
		"an empty line":    {func(s string) string { return s + "\n" }, 3, ""},
		"a torn last line": {func(s string) string { return s[:len(s)-9] }, 3, ""},
		"two lines in one": {func(s string) string {
			lines := strings.SplitAfter(s, "\n")
			lines[1] = strings.TrimSuffix(lines[1], "\n")
			return strings.Join(lines, "")
		}, 2, "1 line damaged and skipped, the first is line 2"},
		"an endless line": {func(s string) string {
			return must.Replace(s, "\n", "\n"+strings.Repeat("x", 2*maxLine)+"\n")
		}, 3, "the first is line 2"},
	} {
		t.Run(name, func(t *testing.T) {
			r := damaged(t, test.change)
			if len(r.ByKey) != test.keys || (test.lost == "") != (len(r.Lost) == 0) || !strings.Contains(strings.Join(r.Lost, "\n"), test.lost) {
				t.Errorf("%d results, want %d; lost: %q", len(r.ByKey), test.keys, r.Lost)
			}
		})
	}
}

// What lies among the journals and is none is said, and holds nobody.
func TestOddFilesAmongJournals(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Dir(writeJournal(t, dir, 1))
	at := func(name string) string { return filepath.Join(folder, name) }
	err := errors.Join(
		syscall.Mkfifo(at("pipe.jsonl"), 0o600), os.Mkdir(at("folder.jsonl"), 0o700), os.Symlink("nowhere", at("link.jsonl")),
		os.Symlink("somebody@host.17", at(".#lock.jsonl")), os.Symlink("/dev/zero", at("zero.jsonl")),
	)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadResults(dir)
	if err != nil || len(r.ByKey) != 1 || len(r.Lost) != 4 {
		t.Errorf("%d results, lost %q, %v", len(r.ByKey), r.Lost, err)
	}
	for _, name := range []string{"pipe.jsonl", "folder.jsonl", "link.jsonl", "zero.jsonl"} {
		if !strings.Contains(strings.Join(r.Lost, "\n"), name) {
			t.Errorf("%s is not told of: %q", name, r.Lost)
		}
	}
}

// A record with a valid checksum may claim what it likes.
func TestForgedRecords(t *testing.T) {
	forge := func(t *testing.T, r Result) (string, Results) {
		t.Helper()
		dir := t.TempDir()
		folder := filepath.Dir(writeJournal(t, dir, 1))
		for name, size := range map[string]int64{"huge": 1 << 40, "large": 1 << 28} {
			if err := errors.Join(os.WriteFile(filepath.Join(folder, name), nil, 0o600), os.Truncate(filepath.Join(folder, name), size)); err != nil {
				t.Fatal(err)
			}
		}
		if err := syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600); err != nil {
			t.Fatal(err)
		}
		line, err := formatRecord(record{Kind: kindResult, Result: &r})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "z.jsonl"), line, 0o600); err != nil {
			t.Fatal(err)
		}
		results, err := ReadResults(dir)
		if err != nil {
			t.Fatal(err)
		}
		return dir, results
	}
	blob := func(file string, length int64) Result {
		return Result{Key: "forged", Status: OK, Blobs: Blobs{Predictions: &Blob{File: file, Length: length, SHA256: fmt.Sprintf("%x", sha256.Sum256(nil))}}}
	}
	for name, r := range map[string]Result{"a blob of a terabyte": blob("huge", 1<<40), "a blob in a pipe": blob("pipe", 0)} {
		if _, results := forge(t, r); len(results.Damaged) != 1 || len(results.ByKey) != 1 {
			t.Errorf("%s: %d damaged, %d results", name, len(results.Damaged), len(results.ByKey))
		}
	}
	for name, r := range map[string]Result{
		"negative seconds": {Key: "forged", Status: Failed, Costs: Costs{TrainSeconds: -1}}, "negative rows": {Key: "forged", Status: Failed, Sizes: Sizes{TestRows: -1}},
		"negative CPU": {Key: "forged", Status: Failed, Costs: Costs{CPUSeconds: Measured(-1)}}, "negative energy": {Key: "forged", Status: Failed, Costs: Costs{EnergyJoules: Measured(-1)}},
		"negative size": {Key: "forged", Status: Failed, Costs: Costs{ModelBytes: -1}},
	} {
		if _, results := forge(t, r); len(results.Lost) != 1 || len(results.ByKey) != 1 {
			t.Errorf("%s: %q, %d results", name, results.Lost, len(results.ByKey))
		}
	}
	if _, results := forge(t, Result{Key: "forged", Status: Failed, Error: "\x1b[2Jgone"}); results.ByKey["forged"].Error != "[2Jgone" {
		t.Errorf("%q", results.ByKey["forged"].Error)
	}
	dir, _ := forge(t, blob("large", 1<<28))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := ReadPredictions(dir, *blob("large", 1<<28).Predictions); err == nil {
		t.Error("256 MiB that nobody wrote were read")
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<26 {
		t.Errorf("%d bytes were allocated for what has another digest", grown)
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
	if _, err := ReadRegions(dir, *results.ByKey["k"].Regions); err == nil {
		t.Error("regions beyond the end of a file were read")
	}
	if _, err := ReadPredictions(dir, blob); err == nil {
		t.Error("a short file was not noticed")
	}
}

// Blobs that a power cut left short make their results count for nothing: those
// of the last result are in this order, from the end.
func TestResultsWithoutTheirBlobsDoNotCount(t *testing.T) {
	dir := t.TempDir()
	path := strings.TrimSuffix(writeJournal(t, dir, 3), journalExt) + blobExt
	results, err := ReadResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	last := results.ByKey["kkk"]
	for _, blob := range []*Blob{last.Code, last.Binary, last.Regions, last.Train, last.Predictions} {
		if err := os.Truncate(path, blob.Offset+blob.Length-1); err != nil {
			t.Fatal(err)
		}
		results, err := ReadResults(dir)
		if err != nil || len(results.ByKey) != 2 || len(results.Damaged) != 1 {
			t.Errorf("cut before %d: %d results, %d damaged, %v", blob.Offset+blob.Length, len(results.ByKey), len(results.Damaged), err)
		}
	}
}

func TestAgreement(t *testing.T) {
	blob := func(sum string) *Blob { return &Blob{SHA256: sum} }
	full := func() Result {
		return Result{Status: OK, Blobs: Blobs{Predictions: blob("a"), Train: blob("b"), Regions: blob("c"), Binary: blob("d"), Code: blob("e")}}
	}
	for name, test := range map[string]struct {
		change func(*Result)
		want   bool
	}{
		"nothing":       {func(*Result) {}, true},
		"timings":       {func(r *Result) { r.TrainSeconds, r.PeakRSSBytes, r.ModelBytes = 1, 2, 3 }, true},
		"usage":         {func(r *Result) { r.Use(service.Usage{CPU: 1, Joules: 2}) }, true},
		"predictions":   {func(r *Result) { r.Predictions = blob("x") }, false},
		"training rows": {func(r *Result) { r.Train = blob("x") }, false},
		"no training":   {func(r *Result) { r.Train = nil }, false},
		"regions":       {func(r *Result) { r.Regions = blob("x") }, false},
		"no regions":    {func(r *Result) { r.Regions = nil }, true},
		"binary models": {func(r *Result) { r.Binary = blob("x") }, false},
		"code":          {func(r *Result) { r.Code = blob("x") }, false},
		"of before":     {func(r *Result) { r.Binary, r.Code = nil, nil }, true},
		"status":        {func(r *Result) { r.Status = Failed }, false},
	} {
		other := full()
		test.change(&other)
		if agree(full(), other) != test.want || agree(other, full()) != test.want {
			t.Errorf("%s: agreement is %v", name, !test.want)
		}
	}
}

func TestALaterAttemptReplacesTheOneBefore(t *testing.T) {
	dir := t.TempDir()
	for _, r := range []Result{{Key: "k", Status: Failed, Attempt: 0}, {Key: "k", Status: Timeout, Attempt: 2}, {Key: "k", Status: Failed, Attempt: 1}} {
		j, err := OpenJournal(dir, fmt.Sprint(r.Attempt), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(j.Result(r, Output{}), j.Close()); err != nil {
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
		j, err := OpenJournal(dir, fmt.Sprint(attempt), nil)
		if err != nil {
			t.Fatal(err)
		}
		same, other := sampleResult("same"), sampleResult("other")
		same.TrainSeconds = float64(attempt)
		if err := j.Result(same, Output{Test: samplePredictions(0)}); err != nil {
			t.Fatal(err)
		}
		if err := j.Result(other, Output{Test: samplePredictions(float64(attempt))}); err != nil {
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
	missing := filepath.Join(dir, "missing")
	err := WriteJSON(filepath.Join(missing, "a.json"), 1)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), " "+missing+": no such file or directory") {
		t.Errorf("into a folder that is not there: %v", err)
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
		records := 0
		d, err := readLines(bytes.NewReader(content), func(r record) {
			records++
			if _, err := formatRecord(r); err != nil {
				t.Errorf("a record that was read cannot be written: %v", err)
			}
		})
		if lines := bytes.Count(content, []byte{'\n'}); err != nil || records+d.lines > lines || d.first > lines {
			t.Errorf("%d records and %+v of %d lines, %v", records, d, lines, err)
		}
	})
}

// encodePredictions returns what predictions are stored as.
func encodePredictions(p *Predictions) []byte {
	var b bytes.Buffer
	if err := writePredictions(&b, p); err != nil {
		panic(err) // a buffer has none
	}
	return b.Bytes()
}

func decodePredictions(b []byte) (Predictions, error) {
	return readPredictions(bytes.NewReader(b), int64(len(b)))
}

func FuzzDecodePredictions(f *testing.F) {
	f.Add(encodePredictions(samplePredictions(0)))
	f.Add(encodePredictions(sampleLabels()))
	f.Add(encodePredictions(sampleBest(false)))
	f.Add(encodePredictions(sampleBest(true)))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := decodePredictions(b); err == nil && len(encodePredictions(&p)) != len(b) {
			t.Errorf("%d bytes became %d", len(b), len(encodePredictions(&p)))
		}
	})
}

func TestRegionsCutAnywhereAreRefused(t *testing.T) {
	whole := encodeRegions(sampleRegions())
	for cut := range whole {
		if r, err := decodeRegions(whole[:cut]); err == nil {
			t.Errorf("cut at %d of %d: %+v", cut, len(whole), r)
		}
	}
	if _, err := decodeRegions(append(whole, 0)); err == nil {
		t.Error("a byte too many was not noticed")
	}
}

// A picture of plain regions is small, whatever its grid.
func TestRegionsAreStoredAsRuns(t *testing.T) {
	const side = 100
	r := &Regions{Side: side, Predicted: make([]int, side*side)}
	for i := range r.Predicted {
		r.Predicted[i] = i % side / 40
	}
	if n := len(encodeRegions(r)); n > 1000 {
		t.Errorf("%d bytes", n)
	}
}

func FuzzDecodeRegions(f *testing.F) {
	f.Add(encodeRegions(sampleRegions()))
	f.Add(encodeRegions(&Regions{Side: 1, Predicted: []int{0}}))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeRegions(b)
		if err != nil {
			return
		}
		body := encodeRegions(&r)
		again, err := decodeRegions(body)
		if err != nil || !bytes.Equal(encodeRegions(&again), body) {
			t.Errorf("%+v became %+v, %v", r, again, err)
		}
	})
}

// What was started and has neither a result nor was given up is told, a journal at a
// time; a journal that was closed has given up what it had begun.
func TestUnfinished(t *testing.T) {
	dir := t.TempDir()
	for attempt, close := range map[string]bool{"w1.default.3.17.0": false, "w1.default.3.17.1": true} {
		j, err := OpenJournal(dir, attempt, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"a", "b", "c"} {
			if err := j.Start(attempt + key); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Result(sampleResult(attempt+"b"), sampleOutput()); err != nil {
			t.Fatal(err)
		}
		if close {
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	results, err := ReadResults(dir)
	if err != nil || len(results.ByKey) != 2 || len(results.Unfinished) != 1 {
		t.Fatalf("%+v, %v", results, err)
	}
	u := results.Unfinished[0]
	if want := []string{"w1.default.3.17.0a", "w1.default.3.17.0c"}; !slices.Equal(u.Keys, want) {
		t.Errorf("%v, want %v", u.Keys, want)
	}
	if !strings.Contains(u.Journal, "-w1.default.3.17.0-") {
		t.Errorf("%s is of another attempt", u.Journal)
	}
}

// The longest record that is written is the longest that is read.
func TestRecordsThatCouldNotBeReadAreNotWritten(t *testing.T) {
	at := func(length int) record {
		return record{Kind: kindEnvironment, Environment: json.RawMessage(`"` + strings.Repeat("x", length) + `"`)}
	}
	empty, err := formatRecord(at(0))
	if err != nil {
		t.Fatal(err)
	}
	longest, err := formatRecord(at(maxLine - len(empty)))
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	if d, err := readLines(bytes.NewReader(longest), func(record) { read++ }); err != nil || d.lines != 0 || read != 1 {
		t.Errorf("%d of %d bytes read, %+v, %v", read, len(longest), d, err)
	}
	if line, err := formatRecord(at(maxLine - len(empty) + 1)); err == nil {
		t.Errorf("a record of %d bytes is written", len(line))
	}
}
