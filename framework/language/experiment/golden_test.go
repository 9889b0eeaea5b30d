package experiment

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/diagnostic"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDiagnostics compares everything that is said of the files in testdata
// with what is kept beside them.
func TestDiagnostics(t *testing.T) {
	files, err := filepath.Glob("testdata/*.hcl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in testdata: %v", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			file, diags := Parse(path, nil)
			if file != nil {
				_, more := file.Bind(fakeCatalog())
				diags = append(diags, more...).Sorted()
			}
			var out strings.Builder
			diags.Write(&out, diagnostic.AnyWidth, false)
			golden := strings.TrimSuffix(path, ".hcl") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if out.String() != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
			}
		})
	}
}
