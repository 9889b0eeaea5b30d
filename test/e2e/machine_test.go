package e2e

import (
	"os"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// Machines that lack something give the same results: no home, no /proc, no shared memory, a
// proxy that nobody answers at.
func TestPoorMachines(t *testing.T) {
	t.Parallel()
	d := newWideDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl", "-out", "rich")
	for name, c := range map[string]struct{ line, note string }{
		"home":  {"unset HOME XDG_CACHE_HOME; ", "cache "},
		"proc":  {"umount -l /proc; ", "memory limits "},
		"shm":   {sharedMemory("ro") + "; ", "shared memory "},
		"proxy": {"export http_proxy=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9 ALL_PROXY=http://127.0.0.1:9; ", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := *d
			d.t = t
			if o := d.in(name, c.line+"$BENCH run ../e.hcl -out results"); o.status != 0 {
				t.Fatalf("status %d: %s", o.status, o.stderr)
			}
			same(t, name, d.promised(name+"/results"), d.promised("rich"))
			o := d.in(name, c.line+"$BENCH doctor")
			if o.status != 0 {
				t.Errorf("doctor ends with status %d: %s", o.status, o.stdout)
			}
			if c.note != "" {
				contains(t, name, o.stdout, "note   "+c.note)
			}
		})
	}
}

// A plugin that was made for another processor is refused before anything runs.
func TestPluginOfAnotherMachine(t *testing.T) {
	t.Parallel()
	d := newWideDir(t)
	const mainframe = 22 // the machine of this ELF header: s390, which nobody emulates here
	header := make([]byte, 200)
	copy(header, "\x7fELF\x02\x01\x01")
	header[16], header[18], header[20] = 2, mainframe, 1
	if err := os.WriteFile(d.file("swan"), header, 0o755); err != nil {
		t.Fatal(err)
	}
	d.write("e.hcl", "bench {\n  required_plugins {\n    swan = { source = \"./swan\" }\n  }\n}\n"+
		must.Replace(small, `learner "lda" "lda"`, `learner "swan" "swan"`))
	o := d.must(2, "run", "e.hcl")
	contains(t, "stderr", flat(o.stderr), "swan was not made for this machine, which is linux/", "build the plugin here",
		"nothing was run")
}

// Without a folder for temporary files that can be written to, a run ends before it begins.
func TestReadOnlyTemporaryFolder(t *testing.T) {
	t.Parallel()
	d := newWideDir(t)
	d.write("e.hcl", small)
	o := d.in("fixed", "mount -t tmpfs -o ro none . && TMPDIR=$PWD $BENCH run ../e.hcl -out ../results")
	if o.status != 2 {
		t.Errorf("status %d", o.status)
	}
	contains(t, "stderr", o.stderr, "making a scratch folder", "the file system is read-only", "TMPDIR names the folder")
}
