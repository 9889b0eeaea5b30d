package store

import (
	"encoding/hex"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// writeLabels leaves a journal of one multi-label result and returns its path and
// that of its predictions.
func writeLabels(t *testing.T, dir string, output Output) (lines, blobs string) {
	t.Helper()
	j, err := OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Result(sampleResult("k"), output), j.Close()); err != nil {
		t.Fatal(err)
	}
	return j.lines.Name(), j.blobs.Name()
}

func TestLabelsAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	bare := sampleLabels()
	bare.Probabilities = nil
	writeLabels(t, dir, Output{Test: sampleLabels(), Train: bare})
	results, err := ReadResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := results.ByKey["k"]
	if p, err := ReadPredictions(dir, *r.Predictions); err != nil || !reflect.DeepEqual(&p, sampleLabels()) || p.K != 2 {
		t.Errorf("predictions %+v, %v", p, err)
	}
	if p, err := ReadPredictions(dir, *r.Train); err != nil || !reflect.DeepEqual(&p, bare) {
		t.Errorf("without probabilities %+v, %v", p, err)
	}
}

// Wherever a power cut ends the files, the result is whole or it is not there.
func TestLabelsCutAtEveryByte(t *testing.T) {
	dir := t.TempDir()
	lines, blobs := writeLabels(t, dir, Output{Test: sampleLabels()})
	for _, path := range []string{lines, blobs} {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for cut := range len(whole) + 1 {
			if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
				t.Fatal(err)
			}
			results, err := ReadResults(dir)
			if err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			r, there := results.ByKey["k"]
			if there && cut < len(whole) && path == blobs {
				t.Fatalf("predictions cut at %d of %d count", cut, len(whole))
			}
			if !there {
				continue
			}
			if p, err := ReadPredictions(dir, *r.Predictions); err != nil || !reflect.DeepEqual(&p, sampleLabels()) {
				t.Fatalf("cut at %d: %+v, %v", cut, p, err)
			}
		}
	}
}

// The bytes of earlier releases, which knew no labels, stay what they are.
func TestPredictionsOfEarlierReleases(t *testing.T) {
	const old = "02000000" + "02000000" + "01000000" + "0300000000000000" + "0700000000000000" + "00000000" + "01000000" + "00000000" + "00000000" +
		"000000000000f03f" + "000000000000f0bf" + "000000000000e03f" + "000000000000e0bf" +
		"000000000000e83f" + "000000000000d03f" + "000000000000e03f" + "000000000000e03f"
	want := &Predictions{K: 2, Truth: target.Rows{Class: []int{0, 1}}, Predicted: target.Rows{Class: []int{0, 0}}, Rows: []int{3, 7}, Scores: []float64{1, -1, 0.5, -0.5}, Probabilities: []float64{0.75, 0.25, 0.5, 0.5}}
	b, err := hex.DecodeString(old)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := decodePredictions(b); err != nil || !reflect.DeepEqual(&p, want) {
		t.Errorf("%+v, %v", p, err)
	}
	if got := hex.EncodeToString(encodePredictions(want)); got != old {
		t.Errorf("written %s", got)
	}
}

func TestWrongLabelsAreRefused(t *testing.T) {
	good := encodePredictions(sampleLabels())
	for name, change := range map[string]func([]byte) []byte{
		"neither 0 nor 1": func(b []byte) []byte { b[predictionsHeader+8*3] = 2; return b },
		"flags 10":        func(b []byte) []byte { b[8] = 10; return b },
		"do not take":     func(b []byte) []byte { return b[:len(b)-1] },
		"0 columns":       func([]byte) []byte { return append(make([]byte, 8), 2, 0, 0, 0) },
	} {
		if _, err := decodePredictions(change(append([]byte(nil), good...))); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, p := range map[string]*Predictions{
		"no labels":     {MultiLabel: true},
		"too few":       {K: 2, MultiLabel: true, Truth: target.Rows{Y: target.Listed([]int8{1, 0}, 2)}, Predicted: target.Rows{}, Rows: []int{1}, Scores: []float64{1, 2}},
		"class numbers": {K: 1, MultiLabel: true, Truth: target.Rows{Y: target.Listed([]int8{1}, 1), Class: []int{1}}, Predicted: target.Rows{Y: target.Listed([]int8{1}, 1)}, Rows: []int{1}, Scores: []float64{1}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			encodePredictions(p)
		}()
	}
}
