package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// member is a file of an archive that is made for a test.
type member struct {
	name    string
	content string
	mode    fs.FileMode
	kind    byte // of .tar
	link    string
}

func tarOf(t *testing.T, members ...member) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: 0o644, Size: int64(len(m.content)), Typeflag: tar.TypeReg, Linkname: m.link}
		if m.kind != 0 {
			h.Typeflag = m.kind
		}
		if m.mode&fs.ModeSetuid != 0 {
			h.Mode |= 0o4000
		}
		if m.mode&fs.ModeSetgid != 0 {
			h.Mode |= 0o2000
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, m.content); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return out.Bytes()
}

func zipOf(t *testing.T, members ...member) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		h.SetMode(m.mode | 0o644)
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, m.content); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return out.Bytes()
}

func packed(t *testing.T, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return out.Bytes()
}

func saved(t *testing.T, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

var two = []member{{name: "./in/b.csv", content: "b"}, {name: "a.csv", content: "a"}}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		b    []byte
		want Kind
	}{{zipOf(t, two...), Zip}, {tarOf(t, two...), Tar}, {packed(t, tarOf(t, two...)), Tar}, {packed(t, []byte("x,y\n")), Gzip},
		{[]byte("x,y\n"), Plain}, {nil, Plain}} {
		if kind, err := KindOf(saved(t, c.b)); err != nil || kind != c.want {
			t.Errorf("%q, %v, want %q", kind, err, c.want)
		}
	}
}

func TestMember(t *testing.T) {
	for _, b := range [][]byte{tarOf(t, two...), packed(t, tarOf(t, two...)), zipOf(t, two[1], member{name: "in/b.csv", content: "b"})} {
		path := saved(t, b)
		kind, _ := KindOf(path)
		var out bytes.Buffer
		if name, err := Member(path, kind, Default, "in/b.csv", &out); err != nil || name != "in/b.csv" || out.String() != "b" {
			t.Errorf("%s: %q, %q, %v", kind, name, out.String(), err)
		}
		if _, err := Member(path, kind, Default, "", io.Discard); err == nil || !strings.Contains(err.Error(), `member = "a.csv"`) {
			t.Errorf("%s, several: %v", kind, err)
		}
		if _, err := Member(path, kind, Default, "in/c.csv", io.Discard); err == nil || !strings.Contains(err.Error(), "no member") {
			t.Errorf("%s, none: %v", kind, err)
		}
		if names, err := Names(path, kind, Default); err != nil || !slices.Equal(names, []string{"a.csv", "in/b.csv"}) {
			t.Errorf("%s: %q, %v", kind, names, err)
		}
	}
}

// Nothing of an archive leaves its folder, is a link or a device, or runs as another user; then nothing is left behind.
func TestDanger(t *testing.T) {
	for _, c := range []struct {
		what string
		b    []byte
	}{
		{"parent in .tar", tarOf(t, member{name: "../x"})}, {"parent in .zip", zipOf(t, member{name: "../x"})},
		{"parent within", tarOf(t, member{name: "a/../../x"})}, {"absolute", tarOf(t, member{name: "/etc/x"})},
		{"absolute in .zip", zipOf(t, member{name: "/etc/x"})}, {"backslash", zipOf(t, member{name: `..\x`})},
		{"symbolic link", tarOf(t, member{name: "x", kind: tar.TypeSymlink, link: "/etc/passwd"})},
		{"hard link", tarOf(t, member{name: "x", kind: tar.TypeLink, link: "/etc/passwd"})},
		{"link in .zip", zipOf(t, member{name: "x", content: "/etc/passwd", mode: fs.ModeSymlink})},
		{"character device", tarOf(t, member{name: "x", kind: tar.TypeChar})},
		{"block device", tarOf(t, member{name: "x", kind: tar.TypeBlock})},
		{"pipe", tarOf(t, member{name: "x", kind: tar.TypeFifo})},
		{"device in .zip", zipOf(t, member{name: "x", mode: fs.ModeDevice})},
		{"setuid", tarOf(t, member{name: "x", mode: fs.ModeSetuid})}, {"setgid", tarOf(t, member{name: "x", mode: fs.ModeSetgid})},
		{"setuid in .zip", zipOf(t, member{name: "x", mode: fs.ModeSetuid})},
		{"twice", tarOf(t, member{name: "x"}, member{name: "x"})},
	} {
		path := saved(t, append([]byte{}, c.b...))
		kind, _ := KindOf(path)
		dir := filepath.Join(t.TempDir(), "out")
		if err := Unpack(path, kind, Default, dir); err == nil {
			t.Errorf("%s was unpacked", c.what)
		}
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the folder is there", c.what)
		}
	}
}

func TestUnpack(t *testing.T) {
	path := saved(t, packed(t, tarOf(t, append(two, member{name: "empty/", kind: tar.TypeDir})...)))
	dir := filepath.Join(t.TempDir(), "out")
	if err := Unpack(path, Tar, Default, dir); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "in", "b.csv")); err != nil || string(b) != "b" {
		t.Errorf("%q, %v", b, err)
	}
	if err := Unpack(path, Tar, Default, dir); err == nil {
		t.Error("a folder that is there was taken")
	}
}

// Sizes, ratios and the number of entries are bounded, also of what is passed over.
func TestBounds(t *testing.T) {
	zeros := string(make([]byte, 1<<20))
	for _, c := range []struct {
		what   string
		b      []byte
		limits Limits
	}{
		{"bytes of .zip", zipOf(t, member{name: "x", content: zeros}), Limits{Bytes: 1 << 19, Entries: 9, Ratio: 1e6}},
		{"bytes of .tar.gz", packed(t, tarOf(t, member{name: "x", content: zeros})), Limits{Bytes: 1 << 19, Entries: 9, Ratio: 1e6}},
		{"bytes of .gz", packed(t, []byte(zeros)), Limits{Bytes: 1 << 19, Entries: 9, Ratio: 1e6}},
		{"entries of .zip", zipOf(t, two[1], member{name: "c"}), Limits{Bytes: 1 << 30, Entries: 1, Ratio: 1e6}},
		{"entries of .tar", tarOf(t, two...), Limits{Bytes: 1 << 30, Entries: 1, Ratio: 1e6}},
	} {
		path := saved(t, c.b)
		kind, _ := KindOf(path)
		err := Walk(path, kind, c.limits, func(_ Entry, r io.Reader) error {
			_, err := io.Copy(io.Discard, r)
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "more than") && !strings.Contains(err.Error(), "far more") {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	bomb := saved(t, packed(t, bytes.Repeat([]byte(zeros), 100))) // 100 MiB of about 100 kB, beyond what is free
	if _, err := Member(bomb, Gzip, Default, "", io.Discard); err == nil || !strings.Contains(err.Error(), "far more") {
		t.Errorf("a bomb: %v", err)
	}
	passed := saved(t, packed(t, tarOf(t, member{name: "large", content: strings.Repeat(zeros, 2)}, member{name: "x", content: "x"})))
	if _, err := Member(passed, Tar, Limits{Bytes: 1 << 20, Entries: 9, Ratio: 1e6}, "x", io.Discard); err == nil {
		t.Error("what was passed over was not counted")
	}
}

func TestDamaged(t *testing.T) {
	for _, b := range [][]byte{zipOf(t, two...), packed(t, tarOf(t, two...)), tarOf(t, member{name: "x", content: strings.Repeat("x", 2000)})[:1500]} {
		path := saved(t, b[:len(b)*9/10])
		kind, _ := KindOf(path)
		dir := filepath.Join(t.TempDir(), "out")
		if err := Unpack(path, kind, Default, dir); err == nil {
			t.Errorf("%s: a part was unpacked", kind)
		}
	}
	if err := Walk(saved(t, []byte("x")), Plain, Default, nil); err == nil {
		t.Error("a text was unpacked")
	}
}

func FuzzWalk(f *testing.F) {
	t := &testing.T{}
	for _, b := range [][]byte{zipOf(t, two...), tarOf(t, two...), packed(t, tarOf(t, two...)), packed(t, []byte("x"))} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		path := saved(t, b)
		kind, err := KindOf(path)
		if err != nil {
			t.Fatal(err)
		}
		total := int64(0)
		_ = Walk(path, kind, Limits{Bytes: 1 << 16, Entries: 10, Ratio: 10}, func(e Entry, r io.Reader) error {
			if !fs.ValidPath(e.Name) {
				t.Errorf("%q", e.Name)
			}
			n, err := io.Copy(io.Discard, r)
			total += n
			return err
		})
		if total > 1<<16+1<<15 {
			t.Errorf("%d bytes", total)
		}
	})
}
