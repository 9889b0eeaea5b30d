package capsule

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// written is a capsule of some files, and what it was written from.
func written(t testing.TB, files map[string]string) ([]byte, Manifest) {
	t.Helper()
	dir := t.TempDir()
	var list []File
	for name, text := range files {
		at := filepath.Join(dir, Digest([]byte(name)))
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		list = append(list, File{Name: name, Path: at, Executable: strings.HasSuffix(name, ".sh")})
	}
	m := Manifest{Experiment: "e"}
	list, err := m.Fill(list)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := m.Write(&b, list); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), m
}

func open(t testing.TB, capsule []byte) (*Opened, error) {
	t.Helper()
	return unpack(bytes.NewReader(capsule), int64(len(capsule)), t.TempDir())
}

var some = map[string]string{"results/manifest.json": "{}", "data/x": "1,2\n", "plugins/p/run.sh": "#!"}

// What is packed comes out, and the same files give the same bytes.
func TestRoundTrip(t *testing.T) {
	capsule, _ := written(t, some)
	if again, _ := written(t, some); !bytes.Equal(capsule, again) {
		t.Error("the same files give other bytes")
	}
	o, err := open(t, capsule)
	if err != nil || len(o.Flaws) > 0 || len(o.Members) != len(some) {
		t.Fatalf("%v, %+v", err, o)
	}
	for name, text := range some {
		b, err := os.ReadFile(o.Path(name))
		info, _ := os.Stat(o.Path(name))
		if err != nil || string(b) != text || (info.Mode()&0o100 != 0) != strings.HasSuffix(name, ".sh") {
			t.Errorf("%s: %q, %v, %v", name, b, info.Mode(), err)
		}
	}
	if err := os.WriteFile(o.Path(ManifestName), manifestOf(t, capsule), 0o600); err != nil {
		t.Fatal(err)
	}
	copied, err := Copy(o.Dir, t.TempDir())
	if err != nil || len(copied.Flaws) > 0 || copied.Digest != o.Digest {
		t.Fatalf("%v, %+v", err, copied)
	}
	if err := os.WriteFile(o.Path("data/x"), []byte("1,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	copied, err = Copy(o.Dir, t.TempDir())
	if err != nil || len(copied.Flaws) != 1 || copied.Flaws[0].Member != "data/x" {
		t.Fatalf("%v, %+v", err, copied.Flaws)
	}
}

func manifestOf(t testing.TB, capsule []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(capsule))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(z)
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// entry is a member as a hostile hand writes it.
type entry struct {
	tar.Header
	text string
}

func plain(name, text string) entry {
	return entry{tar.Header{Typeflag: tar.TypeReg, Name: name}, text}
}

// crafted is a capsule of a manifest and any entries.
func crafted(t testing.TB, manifest string, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, e := range append([]entry{plain(ManifestName, manifest)}, entries...) {
		if e.Size = int64(len(e.text)); e.Mode == 0 {
			e.Mode = 0o644
		}
		if err := w.WriteHeader(&e.Header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// naming is a manifest with members.
func naming(members ...Member) string {
	b, err := json.Marshal(Manifest{Format: Format, Members: members})
	if err != nil {
		panic(err)
	}
	return string(b)
}

func member(name, text string) Member {
	return Member{Name: name, Bytes: int64(len(text)), SHA256: Digest([]byte(text))}
}

// Capsules that could do harm are refused, and nothing is written outside of the folder.
func TestHostile(t *testing.T) {
	zeros := strings.Repeat("\x00", 70<<20)
	for name, test := range map[string]struct {
		capsule []byte
		says    string
	}{
		"not gzip":        {[]byte("PK\x03\x04 and more than ten"), "gzip"},
		"no manifest":     {crafted(t, "x")[:0], "EOF"},
		"not JSON":        {crafted(t, "x"), "invalid character"},
		"other format":    {crafted(t, `{"format":2}`), "format 2"},
		"path up":         {crafted(t, naming(member("../x", "a")), plain("../x", "a")), "not a path within"},
		"absolute":        {crafted(t, naming(member("/tmp/x", "a"))), "not a path within"},
		"path within":     {crafted(t, naming(member("a/../../x", "a"))), "not a path within"},
		"backslash":       {crafted(t, naming(member(`..\x`, "a"))), "not a path within"},
		"control":         {crafted(t, naming(member("a\x1b[2J", "a"))), "not a path within"},
		"twice":           {crafted(t, naming(member("x", "a"), member("X", "a"))), "twice"},
		"file and folder": {crafted(t, naming(member("x", "a"), member("x/y", "a"))), "both as a file and as a folder"},
		"itself":          {crafted(t, naming(member(ManifestName, "a"))), "twice"},
		"negative":        {crafted(t, naming(Member{Name: "x", Bytes: -1, SHA256: Digest(nil)})), "neither size nor digest"},
		"no digest":       {crafted(t, naming(Member{Name: "x"})), "neither size nor digest"},
		"link": {crafted(t, naming(member("x", "")), entry{tar.Header{Typeflag: tar.TypeSymlink, Name: "x",
			Linkname: "/etc/passwd"}, ""}), "not a plain file"},
		"hard link": {crafted(t, naming(member("x", "")), entry{tar.Header{Typeflag: tar.TypeLink, Name: "x",
			Linkname: "/etc/passwd"}, ""}), "not a plain file"},
		"device": {crafted(t, naming(member("x", "")), entry{tar.Header{Typeflag: tar.TypeChar, Name: "x"}, ""}),
			"not a plain file"},
		"pipe": {crafted(t, naming(member("x", "")), entry{tar.Header{Typeflag: tar.TypeFifo, Name: "x"}, ""}),
			"not a plain file"},
		"folder":      {crafted(t, naming(), entry{tar.Header{Typeflag: tar.TypeDir, Name: "x/"}, ""}), "not a plain file"},
		"unnamed up":  {crafted(t, naming(), plain("../x", "a")), "leads elsewhere"},
		"bomb":        {crafted(t, naming(member("x", zeros)), plain("x", zeros)), "more than 250 times its size"},
		"hidden bomb": {crafted(t, naming(), plain("y", zeros)), "holds more than it names"},
		"sum overflows": {crafted(t, naming(Member{Name: "x", Bytes: 1<<63 - 1, SHA256: Digest(nil)},
			Member{Name: "y", Bytes: 1<<63 - 1, SHA256: Digest(nil)})), "times its size"},
		"many":             {crafted(t, naming(slices.Repeat([]Member{{}}, mostMembers+1)...)), "at most 200000"},
		"plugin elsewhere": {crafted(t, `{"format":1,"plugins":[{"name":"p","folder":"../p","base":"p"}]}`), "it is at"},
		"code elsewhere":   {crafted(t, `{"format":1,"code":[{"path":"/x"}]}`), "not a path within"},
		"data elsewhere":   {crafted(t, `{"format":1,"data":[{"path":"x","member":"y"}]}`), "not among its members"},
	} {
		outside := t.TempDir()
		dir := filepath.Join(outside, "in")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		_, err := unpack(bytes.NewReader(test.capsule), int64(len(test.capsule)), dir)
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, not %q", name, err, test.says)
		}
		if entries, err := os.ReadDir(outside); err != nil || len(entries) != 1 {
			t.Errorf("%s: %v outside, %v", name, entries, err)
		}
	}
}

// Members that are not what the manifest says are told, each with its name.
func TestFlaws(t *testing.T) {
	capsule := crafted(t, naming(member("a", "1"), member("b", "2"), member("c", "3"), member("d", "4")),
		plain("a", "1"), plain("b", "3"), plain("d", "44"), plain("e", "5"), plain("a", "1"))
	o, err := open(t, capsule)
	if err != nil {
		t.Fatal(err)
	}
	var flawed []string
	for _, f := range o.Flaws {
		flawed = append(flawed, f.Member)
	}
	if fmt.Sprint(flawed) != "[b d e a c]" {
		t.Errorf("%v", o.Flaws)
	}
}

// A file that changes while it is packed is an error.
func TestPackChanging(t *testing.T) {
	at := filepath.Join(t.TempDir(), "x")
	for _, later := range []string{"longer than before", "b"} {
		if err := os.WriteFile(at, []byte("a"), 0o600); err != nil {
			t.Fatal(err)
		}
		var m Manifest
		files, err := m.Fill([]File{{Name: "x", Path: at}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(later), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err = m.Write(&bytes.Buffer{}, files)
		if err == nil || !strings.Contains(err.Error(), "changed while it was packed") {
			t.Errorf("%q: %v", later, err)
		}
	}
	var m Manifest
	if _, err := m.Fill([]File{{Name: "../x", Path: at}}); err == nil {
		t.Error("a capsule is written that nobody can read")
	}
}

// Whatever a file holds, reading it ends, writes nothing outside of its folder, and what has no flaws is as named.
func FuzzUnpack(f *testing.F) {
	capsule, _ := written(f, some)
	f.Add(unzipped(f, capsule))
	f.Add(unzipped(f, crafted(f, naming(member("a/b", "1")), plain("a/b", "1"), plain("c", ""))))
	f.Fuzz(func(t *testing.T, archive []byte) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(archive); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		outside := t.TempDir()
		dir := filepath.Join(outside, "in")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		o, err := unpack(&b, int64(b.Len()), dir)
		if entries, _ := os.ReadDir(outside); len(entries) != 1 {
			t.Errorf("%v outside", entries)
		}
		links := 0
		_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, _ error) error {
			if !e.IsDir() && !e.Type().IsRegular() {
				links++
			}
			return nil
		})
		if links > 0 {
			t.Errorf("%d are not plain files", links)
		}
		if err != nil || len(o.Flaws) > 0 {
			return
		}
		for _, one := range o.Members {
			if bytes, sum, err := inputfile.Sum(o.Path(one.Name)); err != nil || bytes != one.Bytes || sum != one.SHA256 {
				t.Errorf("%s: %d bytes, %s, %v", one.Name, bytes, sum, err)
			}
		}
	})
}

func unzipped(t testing.TB, capsule []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(capsule))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
