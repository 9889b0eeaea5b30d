package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// Files that need not end are refused at once, wherever they are named.
func TestPipesAreRefused(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, name := range []string{"pipe.hcl", "pipe.csv"} {
		if err := syscall.Mkfifo(d.file(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.write("data.hcl", "dataset \"d\" {\n  file   = \"pipe.csv\"\n  target = \"y\"\n}\nlearner \"logreg\" \"lr\" {}\n")
	contains(t, "experiment", d.must(2, "validate", "pipe.hcl").stderr, "is not a regular file")
	contains(t, "format", d.must(2, "fmt", "pipe.hcl").stderr, "is not a regular file")
	contains(t, "data", d.must(2, "validate", "data.hcl").stderr, "this is not a regular file", "data.hcl:2:12")
}

// A table of decimal commas is told of, and read once that is written.
func TestDecimalCommas(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	var rows strings.Builder
	for i := range 40 {
		rows.WriteString(strings.ReplaceAll("#0,5;"+string(rune('a'+i%2))+"\n", "#", string(rune('1'+i%9))))
	}
	d.write("x.csv", "x;y\n"+rows.String())
	file := "dataset \"d\" {\n  file      = \"x.csv\"\n  target    = \"y\"\n  delimiter = \";\"\n}\nlearner \"logreg\" " +
		"\"lr\" {}\n"
	d.write("e.hcl", file)
	contains(t, "warning", d.must(0, "validate", "e.hcl").stderr, "write decimal = \",\"")
	d.write("e.hcl", must.Replace(file, "  delimiter", "  decimal   = \",\"\n  delimiter"))
	if said := d.must(0, "validate", "e.hcl").stderr; strings.Contains(said, "decimal") {
		t.Errorf("still said: %s", said)
	}
}

// SIGINT is heard while a file is read that would take minutes: empty lines, 15 GB of
// them, packed.
func TestInterruptWhileReading(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	lines := bytes.Repeat(packed(t, strings.Repeat("\n", 10<<20)), 1500)
	d.write("long.csv.gz", string(packed(t, "x,y\n1,a\n2,b\n"))+string(lines))
	d.write("e.hcl", "dataset \"d\" {\n  file   = \"long.csv.gz\"\n  target = \"y\"\n}\nlearner \"logreg\" \"lr\" {}\n")
	for _, verb := range []string{"validate", "plan", "run"} {
		r := d.start(verb, "e.hcl")
		if !eventually(limit, func() bool { return r.reads("long.csv.gz") }) {
			t.Fatalf("%s does not read the file: %s", verb, r.stderr.String())
		}
		r.signal(syscall.SIGINT)
		if o := r.wait(); o.status != 130 || !strings.Contains(o.stderr, "interrupted") || o.stdout != "" {
			t.Errorf("%s: status %d\n%s%s", verb, o.status, o.stdout, o.stderr)
		}
	}
}

// packed compresses a text.
func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// reads reports whether the process has a file open and is past its beginning.
func (r *running) reads(name string) bool {
	open, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", r.cmd.Process.Pid))
	if err != nil {
		r.d.t.Fatal(err)
	}
	for _, fd := range open {
		if target, err := os.Readlink(fd); err != nil || target != r.d.file(name) {
			continue
		}
		info, err := os.ReadFile(must.Replace(fd, "/fd/", "/fdinfo/"))
		if err == nil && !bytes.HasPrefix(info, []byte("pos:\t0\n")) {
			return true
		}
	}
	return false
}
