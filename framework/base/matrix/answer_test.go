package matrix

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// What stands in the place of an answer is refused for what it is, and nobody
// waits for it or holds it in memory.
func TestReadAnswerRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.npy")
	write := func(content []byte) error { return os.WriteFile(path, content, 0o600) }
	good := append(format("<f8", 2, 3), make([]byte, 48)...)
	for name, test := range map[string]struct {
		put  func() error
		want string
	}{
		"nothing":       {func() error { return nil }, "was not written"},
		"a pipe":        {func() error { return syscall.Mkfifo(path, 0o600) }, "not a regular file"},
		"a folder":      {func() error { return os.Mkdir(path, 0o700) }, "not a regular file"},
		"a link":        {func() error { return os.Symlink("/dev/zero", path) }, "is a link"},
		"an empty file": {func() error { return write(nil) }, "not a .npy file"},
		"a long hole": {func() error { _ = write(good); return os.Truncate(path, 1<<40) },
			"file has 1099511627776 bytes, its header asks for"},
		"a short file": {func() error { return write(good[:len(good)-1]) }, "its header asks for"},
		"other shape": {func() error { return WriteFloat64(path, 3, 2, make([]float64, 6)) },
			"3 × 2 values were written where 2 × 3 were asked for"},
		"a vector":       {func() error { return WriteFloat64(path, 6, 0, make([]float64, 6)) }, "6 × 1 values were written"},
		"other elements": {func() error { return WriteInt32(path, 2, 3, make([]int32, 6)) }, `elements have type "<i4"`},
		"2 GB to come": {func() error { _ = write(format("<f8", 1<<14, 1<<14)); return os.Truncate(path, 128+1<<31) },
			"16384 × 16384 values were written"},
	} {
		if err := test.put(); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadAnswer[float64](path, 2, 3); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	f.Add(append(format("<f8", 2, 3), make([]byte, 48)...), 2, 3)
	f.Add(append(format("<f8", 4), make([]byte, 32)...), 4, 1)
	f.Add(format("<f8", 0, 3), 0, 3)
	f.Add([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff{"), 1, 1)
	path := filepath.Join(f.TempDir(), "answer.npy")
	f.Fuzz(func(t *testing.T, content []byte, rows, cols int) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		values, err := ReadAnswer[float64](path, rows, cols)
		if err != nil {
			return
		}
		if len(values) != rows*cols || 8*len(values) > len(content) {
			t.Errorf("%d values of %d bytes for %d × %d", len(values), len(content), rows, cols)
		}
		again, r, c, err := ReadFloat64(path)
		same := slices.EqualFunc(values, again, func(a, b float64) bool { return a == b || a != a && b != b })
		if err != nil || r != rows || c != cols || !same {
			t.Errorf("%d × %d, %v", r, c, err)
		}
	})
}
