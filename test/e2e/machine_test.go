package e2e

import "testing"

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
		"shm":   {"mount -t tmpfs -o ro none /dev/shm; ", "shared memory "},
		"proxy": {"export http_proxy=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9 ALL_PROXY=http://127.0.0.1:9; ", ""},
	} {
		if o := d.in(name, c.line+"$BENCH run ../e.hcl -out results"); o.status != 0 {
			t.Errorf("%s: status %d: %s", name, o.status, o.stderr)
			continue
		}
		same(t, name, d.promised(name+"/results"), d.promised("rich"))
		o := d.in(name, c.line+"$BENCH doctor")
		if o.status != 0 {
			t.Errorf("%s: doctor ends with status %d: %s", name, o.status, o.stdout)
		}
		if c.note != "" {
			contains(t, name, o.stdout, "note   "+c.note)
		}
	}
}
