package slurm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	f := install(t)
	f.answers("sbatch", "slurm 23.11.4\n", "", "0")
	if says, err := Version(t.Context()); says != "slurm 23.11.4" || err != nil {
		t.Errorf("%q, %v", says, err)
	}
	if calls := f.calls(); calls != "== sbatch\n--version\n" {
		t.Errorf("calls\n%s", calls)
	}
	f.answers("sbatch", "", "sbatch: error: no configuration\n", "1")
	if _, err := Version(t.Context()); err == nil || err.Error() != "sbatch: no configuration" {
		t.Errorf("an sbatch that fails: %v", err)
	}
	f.answers("sbatch", "", "sbatch: fatal: Could not establish a configuration source\n", "1")
	if _, err := Version(t.Context()); !errors.Is(err, errHomeless) {
		t.Errorf("an sbatch without a cluster: %v", err)
	}
	if err := os.Remove(filepath.Join(f.dir, "squeue")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", f.dir)
	if _, err := Version(t.Context()); err == nil || !strings.Contains(err.Error(), "there is no squeue on PATH") {
		t.Errorf("without squeue: %v", err)
	}
}
