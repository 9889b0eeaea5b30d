package scratch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/fault"
)

func TestTemporaryPlace(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	if p := TemporaryPlace(); p.Path != folder || p.Err != nil || p.Free <= 0 {
		t.Errorf("%+v", p)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	t.Setenv("TMPDIR", filepath.Join(folder, "absent"))
	p := TemporaryPlace()
	if p.Err == nil || !strings.Contains(p.Err.Error(), "TMPDIR") || !fault.OfMachine(p.Err) {
		t.Errorf("a folder that does not exist: %v", p.Err)
	}
}
