package deb

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/release/tree"
)

var example = Package{
	Name: "try", Version: "1.2", Architecture: "all", Maintainer: "Somebody <x@y.invalid>", Homepage: "https://y.invalid",
	Section: "science", Summary: "tries", Description: []string{"One line.", "Another."},
	Files: tree.Tree{
		{Path: "usr/bin/try", Mode: tree.Program, Data: []byte("#!/bin/sh\n")},
		{Path: "usr/bin/link", Mode: 0o777, Link: "try"},
	},
}

// write writes the example into a folder, unless there is no dpkg-deb that could read it.
func write(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg-deb is missing")
	}
	path := filepath.Join(t.TempDir(), "try.deb")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := example.Write(f, time.Unix(1_000_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func dpkg(t *testing.T, program string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), "TZ=UTC", "LC_ALL=C")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, args, err, out)
	}
	return string(out)
}

// Debian's own program reads what is written.
func TestDpkgReads(t *testing.T) {
	path := write(t)
	const control = "Package: try\nVersion: 1.2\nArchitecture: all\nMaintainer: Somebody <x@y.invalid>\nInstalled-Size: 1\n" +
		"Section: science\nPriority: optional\nHomepage: https://y.invalid\nDescription: tries\n One line.\n Another.\n"
	if got := dpkg(t, "dpkg-deb", "--field", path); got != control {
		t.Errorf("control: %s", got)
	}
	got := dpkg(t, "dpkg-deb", "--contents", path)
	for _, want := range []string{
		"drwxr-xr-x 0/0               0 2001-09-09 01:46 ./usr/bin/",
		"-rwxr-xr-x 0/0              10 2001-09-09 01:46 ./usr/bin/try",
		"lrwxrwxrwx 0/0               0 2001-09-09 01:46 ./usr/bin/link -> try",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if got := dpkg(t, "dpkg-deb", "--info", path, "md5sums"); got != "3e2b31c72181b87149ff995e7202c0e3  usr/bin/try\n" {
		t.Errorf("sums: %s", got)
	}
}
