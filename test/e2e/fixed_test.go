package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "make the capsule of the fixed point again")

// fixedPoint is the capsule of this release, made of the experiment beside it.
const fixedPoint = "testdata/fixed/fixed.tar.gz"

// toRenew says what to do if numbers are to change.
const toRenew = "If the change is meant, say in CHANGELOG.md which numbers change and why, and make the capsule again:\n" +
	"go test ./test/e2e -run TestFixedPoint -update\n(docs/successor.md, \"A change of numbers\")"

// The numbers of this release, in portable mode, are computed again for ever, on every processor: by all learners that
// are shipped, on classes and labels. What changes them is told in the changelog, with the digest of the scores.
func TestFixedPoint(t *testing.T) {
	if *update {
		renew(t)
	}
	d := newDir(t)
	capsule, err := os.ReadFile(fixedPoint)
	if err != nil {
		t.Fatal(err)
	}
	if len(capsule) >= 1e6 {
		t.Errorf("the capsule has %d bytes, which is too many to keep", len(capsule))
	}
	d.write("fixed.tar.gz", string(capsule))
	var report struct {
		Cells  []struct{ Dataset, Encoder, Learner, Reduction, Outcome, Why string }
		Tables []struct{ Name, Outcome, Why string }
	}
	o := d.run("verify", "fixed.tar.gz", "-format", "json")
	if err := json.Unmarshal([]byte(o.stdout), &report); err != nil || len(report.Cells) < 150 {
		t.Fatalf("%d cells, %v\n%s%s", len(report.Cells), err, o.stdout, o.stderr)
	}
	var changed []string
	for _, c := range report.Cells {
		if c.Outcome != "equal" {
			changed = append(changed, strings.Join([]string{c.Dataset, c.Encoder, c.Learner, c.Reduction}, "/")+": "+c.Outcome+" "+c.Why)
		}
	}
	compared := 0
	for _, table := range report.Tables {
		if name := filepath.Base(table.Name); name == "scores.csv" || name == "summary.csv" {
			if compared++; table.Outcome != "equal" {
				changed = append(changed, table.Name+": "+table.Outcome+" "+table.Why)
			}
		}
	}
	if len(changed) > 0 || compared != 2 {
		t.Errorf("numbers of the fixed point have changed:\n%s\n%s", strings.Join(changed, "\n"), toRenew)
	}
	digest := scoresDigest(t, capsule)
	changelog, err := os.ReadFile(filepath.Join(repository, "CHANGELOG.md"))
	if err != nil || !strings.Contains(string(changelog), digest[:16]) {
		t.Errorf("CHANGELOG.md does not have the fixed point %s: say there which numbers have changed and why; %v", digest[:16], err)
	}
}

// renew makes the capsule again.
func renew(t *testing.T) {
	d := newDir(t)
	experiment, err := os.ReadFile("testdata/fixed/fixed.hcl")
	if err != nil {
		t.Fatal(err)
	}
	d.write("fixed.hcl", string(experiment))
	d.must(0, "run", "fixed.hcl", "-kernels", "portable", "-out", "r")
	d.must(0, "pack", "r", "-data", "all", "-out", "fixed.tar.gz")
	capsule := []byte(d.read("fixed.tar.gz"))
	if err := os.WriteFile(fixedPoint, capsule, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("the fixed point is %s now; write this into CHANGELOG.md", scoresDigest(t, capsule)[:16])
}

// scoresDigest is the SHA-256 of scores.csv in a capsule.
func scoresDigest(t *testing.T, capsule []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(capsule))
	if err != nil {
		t.Fatal(err)
	}
	for files := tar.NewReader(z); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			t.Fatal("the capsule has no scores.csv")
		} else if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(h.Name) == "scores.csv" {
			sum := sha256.New()
			if _, err := io.Copy(sum, files); err != nil {
				t.Fatal(err)
			}
			return hex.EncodeToString(sum.Sum(nil))
		}
	}
}
