package main

import (
	"os"
	"path/filepath"
	"testing"
)

const (
	crooked  = "learner \"svm\" \"s\" {\nC=1\n  tolerance   = 2\n}\n"
	straight = "learner \"svm\" \"s\" {\n  C         = 1\n  tolerance = 2\n}\n"
)

// A file is rewritten once, where a link leads to, with the permissions that it has.
func TestFmt(t *testing.T) {
	path := experimentFile(t, crooked)
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.hcl")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	bench(t, "fmt", "-check", link).says(t, exitDiffer, link+"\n")
	if read(t, path) != crooked {
		t.Error("-check has changed the file")
	}
	if a := bench(t, "fmt", link); a.status != 0 || a.stdout != link+"\n" || read(t, path) != straight {
		t.Errorf("status %d, printed %q, wrote %q", a.status, a.stdout, read(t, path))
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if a := bench(t, "fmt", "-check", link); a != (answer{}) {
		t.Errorf("again: %+v", a)
	}
}

func TestFmtDiff(t *testing.T) {
	path := experimentFile(t, crooked)
	bench(t, "fmt", "-diff", "-check", path).says(t, exitDiffer, "--- old/"+path, "-C=1\n", "+  C         = 1\n")
}

// A file that is not HCL is left as it is, and the others are written.
func TestFmtRefuses(t *testing.T) {
	good, bad := experimentFile(t, crooked), experimentFile(t, "learner {{\n")
	bench(t, "fmt", bad, good).says(t, exitUsage, good+"\n", "!"+bad+":1:", "!files with errors were left as they are")
	if read(t, bad) != "learner {{\n" || read(t, good) != straight {
		t.Errorf("%q and %q", read(t, bad), read(t, good))
	}
	bench(t, "fmt").says(t, exitUsage, "!FILE is missing\n", "!usage: bench fmt FILE...")
	bench(t, "fmt", filepath.Join(t.TempDir(), "absent.hcl")).says(t, exitUsage, "!absent.hcl")
}

func TestFmtOfStdin(t *testing.T) {
	was := os.Stdin
	defer func() { os.Stdin = was }()
	for _, test := range []struct {
		args   []string
		status int
		out    string
	}{{[]string{"fmt", "-"}, 0, straight}, {[]string{"fmt", "-check", "-"}, exitDiffer, "<stdin>\n"}} {
		in, err := os.Open(experimentFile(t, crooked))
		if err != nil {
			t.Fatal(err)
		}
		os.Stdin = in
		if a := bench(t, test.args...); a.status != test.status || a.stdout != test.out {
			t.Errorf("%v: %+v", test.args, a)
		}
		in.Close()
	}
}
