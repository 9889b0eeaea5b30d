package matrix

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestReadAnswerTextRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.txt")
	write := func(content string) func() error {
		return func() error { return os.WriteFile(path, []byte(content), 0o600) }
	}
	for name, test := range map[string]struct {
		put  func() error
		want string
	}{
		"nothing":  {func() error { return nil }, "was not written"},
		"a pipe":   {func() error { return syscall.Mkfifo(path, 0o600) }, "not a regular file"},
		"a folder": {func() error { return os.Mkdir(path, 0o700) }, "not a regular file"},
		"a link":   {func() error { return os.Symlink("/dev/zero", path) }, "is a link"},
		"a long hole": {func() error { _ = write("")(); return os.Truncate(path, 1<<40) },
			"has 1099511627776 bytes, which are too many for 2 × 3 numbers"},
		"a hole":        {func() error { _ = write("")(); return os.Truncate(path, 4000) }, ":1: a number has more than 1024"},
		"a long number": {write("1 " + strings.Repeat("2", 2000)), ":1: a number has more than 1024 characters"},
		"few lines":     {write("1 2 3\n"), "1 lines were written where 2"},
		"many lines":    {write("1 2 3\n4 5 6\n7 8 9\n"), "3 lines were written where 2"},
		"a blank line":  {write("1 2 3\n\n4 5 6\n"), ":2: 0 numbers were written where 3"},
		"few numbers":   {write("1 2 3\n4 5"), ":2: 2 numbers were written where 3"},
		"many numbers":  {write("1 2 3 4\n5 6 7\n"), ":1: 4 numbers were written where 3"},
		"a word":        {write("1 2 3\n4 five 6\n"), `:2: "five" is not a number`},
	} {
		if err := test.put(); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadAnswerText(path, 2, 3); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReadAnswerText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.txt")
	for text, want := range map[string][]float64{
		"1 2.5 -3e7\n4 5 6\n":           {1, 2.5, -3e7, 4, 5, 6},
		"\t1  2 3 \r\n4 5\t6":           {1, 2, 3, 4, 5, 6},
		"inf -inf -nan\nnan 0x1p-2 1_0": nil,
		"Inf -inf -nan\nnan 0x1p-2 10":  {math.Inf(1), math.Inf(-1), math.NaN(), math.NaN(), 0.25, 10},
		strings.Repeat(" ", 9000) + "1" + strings.Repeat("\t", 2000) + "2 3\n4 5 6\n": {1, 2, 3, 4, 5, 6},
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ReadAnswerText(path, 2, 3)
		same := slices.EqualFunc(got, want, func(a, b float64) bool { return a == b || a != a && b != b })
		if (err == nil) != (want != nil) || !same {
			t.Errorf("%.30q: %v, %v", text, got, err)
		}
	}
}

func FuzzReadAnswerText(f *testing.F) {
	f.Add([]byte("1 2 3\n4 5 6\n"), 2, 3)
	f.Add([]byte("nan\n-nan"), 2, 1)
	f.Add([]byte(""), 0, 1)
	path := filepath.Join(f.TempDir(), "answer.txt")
	f.Fuzz(func(t *testing.T, content []byte, rows, cols int) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		values, err := ReadAnswerText(path, rows, cols)
		if err == nil && (rows < 0 || cols < 0 || len(values) != rows*cols || len(values) > len(content)) {
			t.Errorf("%d values of %d bytes for %d × %d", len(values), len(content), rows, cols)
		}
	})
}
