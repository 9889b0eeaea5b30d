package scoretest

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Golden compares bytes with a file in testdata, or writes the file if -update is
// given. The files are written on amd64; elsewhere numbers may have other last digits, since
// libraries round otherwise there.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) && (runtime.GOARCH == "amd64" || !alike(string(got), string(want))) {
		t.Errorf("%s differs; run go test -update and look at the difference\n%s", path, got)
	}
}

// number is a number with a fraction.
var number = regexp.MustCompile(`-?\d+\.\d+(?:e[-+]\d+)?`)

// alike reports whether two texts are the same except for the last digits of numbers.
func alike(a, b string) bool {
	if number.ReplaceAllString(a, "#") != number.ReplaceAllString(b, "#") {
		return false
	}
	others := number.FindAllString(b, -1)
	for i, text := range number.FindAllString(a, -1) {
		x, errX := strconv.ParseFloat(text, 64)
		y, errY := strconv.ParseFloat(others[i], 64)
		if text != others[i] && (errX != nil || errY != nil || !(math.Abs(x-y) <= 1e-9*math.Abs(y))) {
			return false
		}
	}
	return true
}

// Render returns what a function writes.
func Render(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
