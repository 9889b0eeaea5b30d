package shapes

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// written are the lines of both files of a shape.
func written(t *testing.T, s Shape) (train, test []string) {
	t.Helper()
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "train"), filepath.Join(dir, "test")}
	if err := s.Write(paths[0], paths[1]); err != nil {
		t.Fatal(err)
	}
	var parts [2][]string
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		parts[i] = strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	return parts[0], parts[1]
}

// A shape has as many rows, values and labels as it says, every label has a training row, and values are those of
// rows of length 1 with features in order.
func TestShapes(t *testing.T) {
	for _, s := range []Shape{AmazonCat(1e-3), Classes(1e-3)} {
		train, test := written(t, s)
		if len(train) != s.Rows || len(test) != s.Test {
			t.Errorf("%v: %d and %d rows, want %d and %d", s, len(train), len(test), s.Rows, s.Test)
		}
		seen, labels, values := map[string]bool{}, 0, 0
		for _, line := range train {
			named, rest, _ := strings.Cut(line, " ")
			for label := range strings.SplitSeq(named, ",") {
				seen[label] = true
				labels++
			}
			last, square := 0, 0.0
			for field := range strings.FieldsSeq(rest) {
				name, number, _ := strings.Cut(field, ":")
				feature, err := strconv.Atoi(name)
				value, wrong := strconv.ParseFloat(number, 64)
				if err != nil || wrong != nil || feature <= last || feature > s.Features {
					t.Fatalf("%v: field %q after feature %d", s, field, last)
				}
				last = feature
				square += value * value
				values++
			}
			if square < 0.999 || square > 1.001 {
				t.Fatalf("%v: a row of length² %g", s, square)
			}
		}
		if len(seen) != s.Labels {
			t.Errorf("%v: %d labels have a training row", s, len(seen))
		}
		a, b := float64(labels)/float64(s.Rows), float64(values)/float64(s.Rows)
		if least, most := 0.7*(1+s.More), 1.05*(1+s.More); a < least || a > most {
			t.Errorf("%v: %.2f labels a row, want about %g", s, a, 1+s.More)
		}
		if b < 0.75*float64(s.Words) || b > float64(s.Words) {
			t.Errorf("%v: %.1f values a row of %d words", s, b, s.Words)
		}
		t.Logf("%v: %.2f labels and %.1f values a row", s, a, b)
	}
}

// The same shape is the same text, and another seed another one.
func TestSeeds(t *testing.T) {
	a, _ := written(t, Classes(1e-3))
	b, _ := written(t, Classes(1e-3))
	other := Classes(1e-3)
	other.Seed++
	c, _ := written(t, other)
	if strings.Join(a, "\n") != strings.Join(b, "\n") || a[0] == c[0] {
		t.Error("rows do not follow from shape and seed")
	}
}

// Places by Zipf's law reach from the first to the last, and the first is the most frequent.
func TestZipf(t *testing.T) {
	const n = 50
	var counts [n]int
	for i := range 100000 {
		counts[zipf(float64(i)/100000, n, 0.8)]++
	}
	if counts[0] < 2*counts[3] || counts[n-1] == 0 {
		t.Errorf("counts %v", counts)
	}
	if zipf(0, n, 0.8) != 0 || zipf(1-1e-16, n, 0.8) != n-1 {
		t.Error("the ends are not the first and the last place")
	}
}
