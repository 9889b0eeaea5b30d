package matrix

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

func TestRoundTripMapped(t *testing.T) {
	for _, shape := range [][2]int{{3, 4}, {1, 1}, {0, 4}, {3, 0}, {0, 0}, {1000, 7}} {
		path := filepath.Join(t.TempDir(), "x.npy")
		m, err := Create(path, shape[0], shape[1])
		if err != nil {
			t.Fatalf("%v: %v", shape, err)
		}
		for i := range m.Data {
			m.Data[i] = math.Sqrt(float64(i))
		}
		want := slices.Clone(m.Data)
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if err := m.Close(); err != nil {
			t.Fatalf("closing twice: %v", err)
		}
		got, err := Open(path)
		if err != nil {
			t.Fatalf("%v: %v", shape, err)
		}
		if got.Rows != shape[0] || got.Cols != shape[1] || !slices.Equal(got.Data, want) {
			t.Errorf("%v: got %d × %d", shape, got.Rows, got.Cols)
		}
		if err := got.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestRoundTripTyped(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.npy")
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	bytes := []int8{-128, 0, 127}
	check(WriteInt8(path, 3, 0, bytes))
	if got, err := ReadInt8(path); err != nil || !slices.Equal(got, bytes) {
		t.Errorf("int8: %v, %v", got, err)
	}
	ints := []int32{math.MinInt32, 5, math.MaxInt32, 0}
	check(WriteInt32(path, 2, 2, ints))
	if got, err := ReadInt32(path); err != nil || !slices.Equal(got, ints) {
		t.Errorf("int32: %v, %v", got, err)
	}
	longs := []int64{math.MinInt64, math.MaxInt64}
	check(WriteInt64(path, 2, 0, longs))
	if got, err := ReadInt64(path); err != nil || !slices.Equal(got, longs) {
		t.Errorf("int64: %v, %v", got, err)
	}
	floats := make([]float64, 20001)
	for i := range floats {
		floats[i] = 1 / float64(i+1)
	}
	check(WriteFloat64(path, len(floats), 0, floats))
	if got, rows, cols, err := ReadFloat64(path); err != nil || rows != len(floats) || cols != 1 ||
		!slices.Equal(got, floats) {
		t.Errorf("float64: %d × %d, %v", rows, cols, err)
	}
	check(WriteFloat64(path, 3, 0, nil))
	if m, err := Open(path); err != nil || m.Rows != 3 || m.Cols != 0 {
		t.Errorf("three rows without columns: %+v, %v", m, err)
	}
}

func TestHeaderIsAligned(t *testing.T) {
	for _, rows := range []int{0, 1, 99, 12345678901234} {
		h := format("<f8", rows, 3)
		if len(h)%64 != 0 || h[len(h)-1] != '\n' {
			t.Errorf("%d rows: header of %d bytes", rows, len(h))
		}
		got, err := parseHeader(h)
		if err != nil || got.offset != len(h) || !slices.Equal(got.shape, []int{rows, 3}) {
			t.Errorf("%d rows: %+v, %v", rows, got, err)
		}
	}
}

// withHeader makes a version 1.0 file of a dictionary and n zero bytes.
func withHeader(dict string, n int) []byte {
	b := append([]byte(magic), 1, 0, byte(len(dict)), byte(len(dict)>>8))
	return append(append(b, dict...), make([]byte, n)...)
}

func TestOpenRefuses(t *testing.T) {
	good := "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }      "
	tests := []struct{ name, want string }{
		{"", "not a .npy file"},
		{"PK\x03\x04 something else entirely", "not a .npy file"},
		{magic + "\x01\x00", "not a .npy file"},
		{magic + "\x03\x00\x00\x00\x00\x00", "version 3.0"},
		{magic + "\x02\x00\x10\x00", "ends inside its header"},
		{magic + "\x02\x00\xff\xff\xff\xff", "longer than"},
		{magic + "\x01\x00\x50\x00{'descr'", "ends inside its header"},
		{string(withHeader(must.Replace(good, "<f8", ">f8"), 16)), `type ">f8", want "<f8"`},
		{string(withHeader(must.Replace(good, "False", "True"), 16)), "Fortran"},
		{string(withHeader(must.Replace(good, "(2, 1)", "()"), 16)), "0 dimensions"},
		{string(withHeader(must.Replace(good, "(2, 1)", "(1, 2, 1)"), 16)), "3 dimensions"},
		{string(withHeader(must.Replace(good, "2", "-2"), 16)), "no usable number"},
		{string(withHeader(must.Replace(good, "2", "99999999999999999999"), 16)), "no usable number"},
		{string(withHeader(must.Replace(good, "(2, 1)", "(4611686018427387904, 8)"), 16)), "too large"},
		{string(withHeader(must.Replace(good, "(2, 1)", "(4294967296, 4294967296)"), 16)), "too large"},
		{string(withHeader(must.Replace(good, "shape", "form"), 16)), `"form" is unknown`},
		{string(withHeader("{'descr': '<f8', 'fortran_order': False}", 16)), "want the keys"},
		{string(withHeader("{'descr': '<f8', 'descr': '<f8', 'shape': (1,)}", 16)), "twice"},
		{string(withHeader(good+"extra", 16)), "text after"},
		{string(withHeader("{'descr': '<f8", 16)), "unclosed quote"},
		{string(withHeader(good, 15)), "asks for"},
		{string(withHeader(good, 17)), "asks for"},
		{string(withHeader(strings.TrimSpace(good), 16)), "not a multiple of 8"},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "x.npy")
		if err := os.WriteFile(path, []byte(test.name), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%.80q: error %v, want %q with the path", test.name, err, test.want)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none.npy")); !os.IsNotExist(err) {
		t.Errorf("file that is not there: %v", err)
	}
}

func TestCreateLeavesOldMappingAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	if err := WriteFloat64(path, 2, 1, []float64{1, 2}); err != nil {
		t.Fatal(err)
	}
	old, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := Create(path, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	fresh.Data[0] = 9
	if old.Data[0] != 1 || old.Data[1] != 2 {
		t.Errorf("old mapping changed to %v", old.Data)
	}
}

func TestNumpyAgrees(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
		t.Skip("no numpy for " + python)
	}
	dir := t.TempDir()
	m, err := Create(filepath.Join(dir, "ours.npy"), 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	copy(m.Data, []float64{1, 2, 3, 4, 5, math.Inf(-1)})
	m.Close()
	for name, write := range map[string]func(string) error{
		"empty.npy": func(p string) error { return WriteFloat64(p, 0, 5, nil) },
		"none.npy":  func(p string) error { return WriteFloat64(p, 5, 0, nil) },
		"bytes.npy": func(p string) error { return WriteInt8(p, 3, 0, []int8{-1, 0, 1}) },
		"longs.npy": func(p string) error { return WriteInt64(p, 1, 2, []int64{1 << 40, -1}) },
	} {
		if err := write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	script := `
import numpy as np, sys
a = np.load("ours.npy", mmap_mode="r")
assert a.dtype == np.float64 and a.tolist() == [[1, 2, 3], [4, 5, -np.inf]], a
assert np.load("empty.npy").shape == (0, 5) and np.load("none.npy").shape == (5, 0)
assert np.load("bytes.npy").tolist() == [-1, 0, 1] and np.load("bytes.npy").dtype == np.int8
assert np.load("longs.npy").tolist() == [[1 << 40, -1]]
np.save("floats.npy", np.arange(6.0).reshape(3, 2) / 7)
np.save("vector.npy", np.arange(4.0))
np.save("ints.npy", np.arange(4, dtype=np.int32))
np.lib.format.write_array(open("two.npy", "wb"), np.arange(3.0), version=(2, 0))
np.save("fortran.npy", np.asfortranarray(np.arange(6.0).reshape(3, 2)))
`
	cmd := exec.Command(python, "-c", script)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	floats, err := Open(filepath.Join(dir, "floats.npy"))
	if err != nil || floats.Rows != 3 || floats.Cols != 2 || floats.Data[5] != 5.0/7 {
		t.Errorf("floats.npy: %+v, %v", floats, err)
	}
	for _, name := range []string{"vector.npy", "two.npy"} {
		v, err := Open(filepath.Join(dir, name))
		if err != nil || v.Cols != 1 || v.Data[2] != 2 {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	if ints, err := ReadInt32(filepath.Join(dir, "ints.npy")); err != nil || !slices.Equal(ints, []int32{0, 1, 2, 3}) {
		t.Errorf("ints.npy: %v, %v", ints, err)
	}
	if _, err := Open(filepath.Join(dir, "fortran.npy")); err == nil {
		t.Error("fortran.npy was opened")
	}
}

func FuzzParseHeader(f *testing.F) {
	f.Add(format("<f8", 3, 4))
	f.Add(format("|i1", 7))
	f.Add([]byte(magic + "\x02\x00\x05\x00\x00\x00{'a':"))
	f.Add(withHeader("{\"shape\": (1,), 'descr': '<f8', 'fortran_order': True}", 8))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := parseHeader(b)
		if err != nil || h.check("<f8") != nil {
			return
		}
		rows, cols, size, err := h.size(8)
		if err != nil {
			return
		}
		if rows < 0 || cols < 0 || size < 0 || size != rows*cols*8 || h.offset > len(b) {
			t.Errorf("%d × %d, %d bytes from %d", rows, cols, size, h.offset)
		}
		again, err := parseHeader(format(h.descr, h.shape...))
		if err != nil || !slices.Equal(again.shape, h.shape) {
			t.Errorf("%v became %v: %v", h.shape, again.shape, err)
		}
	})
}

func TestWritePanicsOnWrongLength(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_ = WriteFloat64(filepath.Join(t.TempDir(), "x.npy"), 2, 2, make([]float64, 3))
}

func TestFormatMatchesNumpyBytes(t *testing.T) {
	// What numpy 1.24.2 writes before the data of np.save(f, np.zeros((2, 3))).
	want := "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"
	got := format("<f8", 2, 3)
	if !bytes.HasPrefix(got, []byte(want)) {
		t.Errorf("got %q", got)
	}
}

// resident is how many KiB of files this process holds in memory.
func resident(t *testing.T) (kib int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc")
	}
	for line := range strings.Lines(string(status)) {
		var n int
		for _, kind := range []string{"RssFile:", "RssShmem:"} {
			if _, err := fmt.Sscanf(line, kind+" %d kB", &n); err == nil {
				kib += n
			}
		}
	}
	return kib
}

func TestReleaseGivesMemoryBackAndKeepsValues(t *testing.T) {
	const rows, cols = 40000, 100 // 32 MB
	m, err := Create(filepath.Join(t.TempDir(), "x.npy"), rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for i := range m.Data {
		m.Data[i] = float64(i)
	}
	before := resident(t)
	for _, part := range [][2]int{{0, 1}, {1, 25000}, {25000, 40000}} {
		if err := m.Release(part[0], part[1]); err != nil {
			t.Fatal(err)
		}
	}
	if after := resident(t); before-after < 30000 {
		t.Errorf("%d KiB are resident after the release of 31,250, %d before", after, before)
	}
	for i, v := range m.Data {
		if v != float64(i) {
			t.Fatalf("element %d is %v", i, v)
		}
	}
}
