// Package fused asks the compiler for the places where it fuses a product and a sum.
package fused

import (
	"bufio"
	"bytes"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/lengthy"
)

// root is the folder of the module.
const root = "../.."

// product are the folders whose numbers must be the same on every processor.
var product = []string{"cmd", "framework", "plugins", "sdk", "examples"}

// place is the report of an instruction: positions from the outermost function to the
// innermost one that was inlined.
var place = regexp.MustCompile(`^(.*:\d+:\d+) \[bisect-match 0x[0-9a-f]+\]$`)

// fusedIn compiles packages for arm64, which fuses wherever the language lets it, and
// returns the innermost position of each sum that was fused with a product.
func fusedIn(t *testing.T, packages ...string) []string {
	arguments := append([]string{"list", "-trimpath", "-export", "-f", "", "-gcflags=-d=fmahash=vy"}, packages...)
	command := exec.Command("go", arguments...)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", command, err, output)
	}
	found := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(output)); lines.Scan(); {
		if m := place.FindStringSubmatch(lines.Text()); m != nil {
			found[innermost(m[1])] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// module begins the positions in our module: programs and tests are compiled without paths of folders.
const module = "github.com/manyclass/bench/"

// innermost is the last position, as file:line in the module; if that is code of
// another module, the call in ours is named too.
func innermost(positions string) string {
	calls := strings.Split(positions, "; ")
	var inside []string
	for _, at := range slices.Backward(calls) {
		at = at[:strings.LastIndexByte(at, ':')]
		own, ours := strings.CutPrefix(at, module)
		inside = append(inside, own)
		if ours {
			break
		}
	}
	return strings.Join(inside, ", called at ")
}

// Processors with fused instructions (arm64, ppc64, s390x, riscv64, and amd64 with
// GOAMD64=v3) round x·y + z once, the others twice: so that numbers are the same
// everywhere, product code converts each product that is added, float64(x*y) + z, and
// writes math.FMA where one rounding is meant.
func TestNoProductIsFused(t *testing.T) {
	lengthy.Test(t, "another processor's code")
	var packages []string
	for _, folder := range product {
		packages = append(packages, "./"+folder+"/...")
		// Reading the folders tells go test what the result depends on.
		err := filepath.WalkDir(filepath.Join(root, folder), func(string, fs.DirEntry, error) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range fusedIn(t, packages...) {
		t.Errorf("%s: a product is added without being rounded: convert it where it is computed, float64(x*y)", at)
	}
}

// The compiler reports all forms: in one expression, across statements, out of
// functions that are inlined; and it reports nothing that is converted.
func TestTheCompilerReports(t *testing.T) {
	const name = "test/fused/testdata/fusable/fusable.go"
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasSuffix(line, "// fused") {
			want = append(want, name+":"+strconv.Itoa(i+1))
		}
	}
	if got := fusedIn(t, "./"+filepath.Dir(name)); !slices.Equal(got, want) {
		t.Errorf("the compiler fuses at\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
