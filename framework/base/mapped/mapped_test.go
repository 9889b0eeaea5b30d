package mapped

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// TestMake makes the same slice in memory and in a file.
func TestMake(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	defer bound(100)()
	small, large := Make[int](10, 1), Make[int](10, 2)
	if inFile(small) || !inFile(large) {
		t.Errorf("in files are %v and %v", inFile(small), inFile(large))
	}
	for _, list := range [][]int{small, large} {
		for i, v := range list {
			if v != 0 {
				t.Errorf("number %d is %d at first", i, v)
			}
			list[i] = i
		}
		if len(list) != 10 || list[9] != 9 {
			t.Errorf("%v", list)
		}
	}
	for _, list := range [][]int{small, large} {
		Stride(list, true)
		Soon(list, 3, 10)
		Stride(list, false)
		if list[9] != 9 {
			t.Errorf("advice has changed %v", list)
		}
		Empty(list)
		Discard(list, 0, 10)
	}
	Free(small)
	Free(large)
	if inFile(large) {
		t.Error("the mapping is still there")
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%d files have a name, %v", len(left), err)
	}
}

// TestMakeWithoutRoom falls back to memory where no file can be made.
func TestMakeWithoutRoom(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "absent"))
	defer bound(1)()
	if list := Make[float64](10, 1); len(list) != 10 || inFile(list) {
		t.Errorf("%d numbers, in a file %v", len(list), inFile(list))
	}
}

// bound lets slices take up so many bytes of memory.
func bound(bytes int64) (restore func()) {
	before := debug.SetMemoryLimit(share * bytes)
	return func() { debug.SetMemoryLimit(before) }
}

func inFile[T Number](list []T) bool {
	_, ok := kept.Load(first(list))
	return ok
}

// TestFile appends numbers and finds them again, also where there are none.
func TestFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, n := range []int{0, 3} {
		f, err := Create[float64]()
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if err := f.Append([]float64{float64(i), 0.5}); err != nil {
				t.Fatal(err)
			}
		}
		all, err := f.Slice()
		if err != nil || len(all) != 2*n {
			t.Fatalf("%v, %v", all, err)
		}
		for i := range n {
			if all[2*i] != float64(i) || all[2*i+1] != 0.5 {
				t.Errorf("%v", all)
			}
		}
		Free(all)
	}
}
