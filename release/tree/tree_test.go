package tree

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var when = time.Unix(1_000_000_000, 0)

// entries lists what a tar file holds, in its order.
func entries(t *testing.T, data []byte) (list []string) {
	t.Helper()
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if !h.ModTime.Equal(when) || h.Uid != 0 || h.Uname != "" {
			t.Errorf("%s: %v, owner %d %q", h.Name, h.ModTime, h.Uid, h.Uname)
		}
		list = append(list, fmt.Sprintf("%s %o %d %s", h.Name, h.Mode, h.Size, h.Linkname))
	}
}

// A folder is read as it is; of permissions only that to execute counts.
func TestReadAndTar(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"b/run": 0o700, "a": 0o600} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(name), mode)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a", filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	files, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, File{Path: "tmp/", Mode: 0o1777}).Under("x")
	var out bytes.Buffer
	if err := files.Tar(&out, "./", when); err != nil {
		t.Fatal(err)
	}
	want := "./x/ 755 0 |./x/a 644 1 |./x/b/ 755 0 |./x/b/run 755 5 |./x/c 777 0 a|./x/tmp/ 1777 0 "
	if got := strings.Join(entries(t, out.Bytes()), "|"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// The order in which files were added changes nothing, nor does the hour of the day.
func TestSameBytes(t *testing.T) {
	files := Of(map[string]string{"b": "2", "a": "1", "c/d": "3"})
	first, err := files.Archive("", when)
	if err != nil {
		t.Fatal(err)
	}
	turned := Tree{files[2], files[0], files[1]}
	second, err := turned.Archive("", when.In(time.FixedZone("elsewhere", 3600)))
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("other bytes, %v", err)
	}
}
