package e2e

import (
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
	contains(t, "experiment", d.must(2, "validate", "pipe.hcl").stderr, "is no regular file")
	contains(t, "format", d.must(2, "fmt", "pipe.hcl").stderr, "is no regular file")
	contains(t, "data", d.must(2, "validate", "data.hcl").stderr, "this is no regular file", "data.hcl:2:12")
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
	file := "dataset \"d\" {\n  file      = \"x.csv\"\n  target    = \"y\"\n  delimiter = \";\"\n}\nlearner \"logreg\" \"lr\" {}\n"
	d.write("e.hcl", file)
	contains(t, "warning", d.must(0, "validate", "e.hcl").stderr, "write decimal = \",\"")
	d.write("e.hcl", must.Replace(file, "  delimiter", "  decimal   = \",\"\n  delimiter"))
	if said := d.must(0, "validate", "e.hcl").stderr; strings.Contains(said, "decimal") {
		t.Errorf("still said: %s", said)
	}
}
