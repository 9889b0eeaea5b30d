package matrix

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// blocks is what a file takes up.
func blocks(t *testing.T, f *os.File) int64 {
	t.Helper()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t).Blocks * 512
}

// A file takes up what has been written, and holds in the end what it does when all its
// room is taken at once.
func TestLay(t *testing.T) {
	const rows, cols = 1000, 1500
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "laid.npy"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x, err := Lay(f, rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Create(filepath.Join(dir, "whole.npy"), rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	for n := range rows {
		i := n * 7 % rows
		row, err := x.Row(i)
		if err != nil {
			t.Fatal(err)
		}
		if most := int64(3 * piece); n == 0 && blocks(t, f) > most {
			t.Errorf("a file with one row takes up %d bytes, more than %d", blocks(t, f), most)
		}
		for j := range row {
			row[j] = float64(i*cols + j)
			want.Data[i*cols+j] = row[j]
		}
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if err := want.Close(); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(filepath.Join(dir, "laid.npy"))
	if all, err := os.ReadFile(filepath.Join(dir, "whole.npy")); err != nil || !bytes.Equal(got, all) {
		t.Errorf("another file: %d bytes, want %d; %v", len(got), len(all), err)
	}
	for _, size := range [][2]int{{0, 3}, {3, 0}} {
		empty, err := os.Create(filepath.Join(dir, "empty.npy"))
		if err != nil {
			t.Fatal(err)
		}
		x, err := Lay(empty, size[0], size[1])
		if err != nil || len(x.Data) != 0 {
			t.Errorf("%v: %v", size, err)
		}
		x.Close()
		empty.Close()
	}
}

// What fills pages is zeros when it is discarded, and what stands beside it stays.
func TestDiscard(t *testing.T) {
	all := make([]int32, 1<<16)
	for i := range all {
		all[i] = int32(i + 1)
	}
	begin, end := 100, len(all)-100
	Discard(all[begin:end])
	Discard(all[:0])
	for i := range 100 {
		if last := len(all) - 1 - i; all[i] != int32(i+1) || all[last] != int32(last+1) {
			t.Fatalf("values %d or %d were lost", i, last)
		}
	}
	within := os.Getpagesize() / 4 // values of a page, of which the first and the last may be held in part
	for i, v := range all[begin+within : end-within] {
		if v != 0 {
			t.Fatalf("value %d is %d still", begin+within+i, v)
		}
	}
}
