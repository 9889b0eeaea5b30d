package wire

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The committed code is what the generator makes of plugin.proto today.
func TestGeneratedCodeIsCurrent(t *testing.T) {
	goDir, pythonDir := t.TempDir(), t.TempDir()
	if out, err := exec.Command("go", "run", "./protogen", goDir, pythonDir).CombinedOutput(); err != nil {
		t.Fatalf("protogen: %v\n%s", err, out)
	}
	for _, pair := range [][2]string{{goDir, "."}, {pythonDir, "../../../sdk/python/bench_plugin"}} {
		entries, err := os.ReadDir(pair[0])
		if err != nil || len(entries) == 0 {
			t.Fatalf("%d files generated: %v", len(entries), err)
		}
		for _, e := range entries {
			want, err := os.ReadFile(filepath.Join(pair[0], e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			have, err := os.ReadFile(filepath.Join(pair[1], e.Name()))
			if err != nil || !bytes.Equal(have, want) {
				t.Errorf("%s is not current: run make generate (%v)", e.Name(), err)
			}
		}
	}
}
