package report

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/framework/showing/describe"
)

// The descriptions hold every file of the report, with its digest, and of every CSV file each column
// with what it means.
func TestDescriptions(t *testing.T) {
	dir := t.TempDir()
	summary, err := WriteAll(dir, everything())
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(dir, describe.PackageFile))
	if err != nil {
		t.Fatal(err)
	}
	set, err := describe.Read(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	described := []string{describe.CroissantFile, describe.PackageFile}
	for _, file := range set.Files {
		described = append(described, file.Name)
		b, err := os.ReadFile(filepath.Join(dir, file.Name))
		sum := sha256.Sum256(b)
		if err != nil || file.SHA256 != hex.EncodeToString(sum[:]) || file.Bytes != int64(len(b)) || file.Doc == "" {
			t.Errorf("%s has other bytes, or no description: %v", file.Name, err)
		}
		if !strings.Contains(file.Name, ".csv") {
			continue
		}
		if strings.HasSuffix(file.Name, ".gz") {
			z, err := gzip.NewReader(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			if b, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		head, err := csv.NewReader(bytes.NewReader(b)).Read()
		if err != nil || !slices.Equal(head, columns.Names(file.Fields)) {
			t.Errorf("%s has the columns %v, described are %v", file.Name, head, columns.Names(file.Fields))
		}
		for _, field := range file.Fields {
			if field.Doc == "" {
				t.Errorf("nothing describes %s of %s", field.Name, file.Name)
			}
		}
	}
	slices.Sort(described)
	if files := listFiles(t, dir); !slices.Equal(described, files) || len(summary.Files) != len(files) {
		t.Errorf("described are %v of %v", described, files)
	}
	if sum := sha256.Sum256(content); summary.Files[describe.PackageFile] != hex.EncodeToString(sum[:]) {
		t.Error("the manifest will have another digest of the description")
	}
}

// Programs of others take the descriptions, read the tables by them, and find a changed file.
func TestValidators(t *testing.T) {
	interpreter := os.Getenv("BENCH_PYTHON")
	if interpreter == "" || exec.Command(interpreter, "-c", "import frictionless, mlcroissant").Run() != nil {
		t.Skip("BENCH_PYTHON names no interpreter that imports frictionless and mlcroissant")
	}
	dir := t.TempDir()
	if _, err := WriteAll(dir, everything()); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/validate.py")
	if err != nil {
		t.Fatal(err)
	}
	validate := func() (string, error) {
		c := exec.Command(interpreter, "-W", "ignore", script)
		c.Dir = dir
		b, err := c.CombinedOutput()
		return string(b), err
	}
	if text, err := validate(); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	if err := os.WriteFile(filepath.Join(dir, "variants.csv"), []byte("kind,name\na,b\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := validate(); err == nil || !strings.Contains(text, "variants") {
		t.Errorf("a changed file is not found: %v\n%s", err, text)
	}
}
