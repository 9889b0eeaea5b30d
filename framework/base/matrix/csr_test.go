package matrix

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func csrPaths(dir string) CSRPaths {
	return CSRPaths{filepath.Join(dir, "data.npy"), filepath.Join(dir, "indices.npy"), filepath.Join(dir, "indptr.npy")}
}

func TestCSR(t *testing.T) {
	paths := csrPaths(t.TempDir())
	for range 2 { // the second replaces the first
		made, err := CreateCSR(paths, 3, 4)
		if err != nil {
			t.Fatal(err)
		}
		copy(made.Data, []float64{1, 2, 3, 4})
		copy(made.Indices, []int32{0, 4, 1, 2})
		copy(made.Indptr, []int64{0, 2, 2, 4})
		if err := made.Close(); err != nil || made.Data != nil {
			t.Fatal(err)
		}
	}
	m, err := OpenCSR(paths, 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Data, []float64{1, 2, 3, 4}) || !slices.Equal(m.Indices, []int32{0, 4, 1, 2}) ||
		!slices.Equal(m.Indptr, []int64{0, 2, 2, 4}) {
		t.Errorf("%+v", m)
	}
	if err := m.Close(); err != nil || m.Close() != nil {
		t.Error(err)
	}
	data, rows, cols, err := ReadFloat64(paths.Data)
	if err != nil || rows != 4 || cols != 1 || data[3] != 4 {
		t.Errorf("%v, %d × %d, %v", data, rows, cols, err)
	}
}

func TestEmptyCSR(t *testing.T) {
	paths := csrPaths(t.TempDir())
	made, err := CreateCSR(paths, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	made.Close()
	m, err := OpenCSR(paths, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	m.Close()
}

func TestCSRDefects(t *testing.T) {
	tests := []struct {
		name    string
		data    []float64
		indices []int32
		indptr  []int64
		want    string
	}{
		{"whole", []float64{1, 2}, []int32{0, 2}, []int64{0, 1, 2}, ""},
		{"rows", []float64{1, 2}, []int32{0, 2}, []int64{0, 2}, "do not make 2 rows"},
		{"no bounds", nil, nil, nil, "do not make 2 rows"},
		{"indices", []float64{1, 2}, []int32{0}, []int64{0, 1, 2}, "2 values with 1 indices"},
		{"begin", []float64{1, 2}, []int32{0, 2}, []int64{1, 1, 2}, "from 1 to 2"},
		{"end", []float64{1, 2}, []int32{0, 2}, []int64{0, 1, 1}, "from 0 to 1"},
		{"middle", []float64{1, 2}, []int32{0, 2}, []int64{0, 3, 2}, "row 0 goes from 0 to 3"},
		{"backwards", []float64{1, 2}, []int32{0, 2}, []int64{0, -1, 2}, "row 0 goes from 0 to -1"},
		{"order", []float64{1, 2}, []int32{2, 1}, []int64{0, 2, 2}, "row 0 has index 1 after 2"},
		{"twice", []float64{1, 2}, []int32{1, 1}, []int64{0, 2, 2}, "index 1 after 1"},
		{"negative", []float64{1, 2}, []int32{0, -1}, []int64{0, 1, 2}, "index -1"},
		{"large", []float64{1, 2}, []int32{0, 3}, []int64{0, 1, 2}, "row 1 has index 3 of 3 columns"},
	}
	for _, test := range tests {
		paths := csrPaths(t.TempDir())
		for _, err := range []error{
			WriteFloat64(paths.Data, len(test.data), 0, test.data),
			WriteInt32(paths.Indices, len(test.indices), 0, test.indices),
			WriteInt64(paths.Indptr, len(test.indptr), 0, test.indptr),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		m, err := OpenCSR(paths, 2, 3)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v", test.name, err)
		}
		if m != nil {
			m.Close()
		}
	}
	paths := csrPaths(t.TempDir())
	if _, err := OpenCSR(paths, 2, 3); err == nil {
		t.Error("opened nothing")
	}
	if err := WriteFloat64(paths.Data, 1, 2, []float64{1, 2}); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenCSR(paths, 2, 3); err == nil || !strings.Contains(err.Error(), "2 dimensions") {
		t.Error(err)
	}
}
