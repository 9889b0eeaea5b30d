package slot

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/running/cluster/depot"
	"github.com/manyclass/bench/framework/running/cluster/job"
)

// Code that an experiment file names lies on a node as beside the file, file and folder,
// a second slot finds it, and bytes that are not those of the job are refused.
func TestCodeTravels(t *testing.T) {
	home, shared, node := t.TempDir(), t.TempDir(), t.TempDir()
	j := &job.Job{Depot: shared, Code: map[string]depot.Entry{}}
	for _, file := range []string{"mine.py", "deep/more/near.py", "deep/more/far.py"} {
		path := filepath.Join(home, file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(file), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, code := range []string{"mine.py", "deep/more"} {
		c, err := host.OpenCode(filepath.Join(home, code))
		if err != nil {
			t.Fatal(err)
		}
		j.Code[code] = depot.Entry{Digest: c.Digest, Base: filepath.Base(code)}
		if err := j.Code[code].Put(shared, c.Path); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(node, "code")
	for range 2 {
		if err := stageCode(j, filepath.Join(node, "store"), folder); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"mine.py", "deep/more/near.py", "deep/more/far.py"} {
		if content, err := os.ReadFile(filepath.Join(folder, file)); err != nil || string(content) != file {
			t.Errorf("%s: %q, %v", file, content, err)
		}
	}
	if err := os.WriteFile(j.Code["mine.py"].Path(shared), []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "store")
	if err := stageCode(j, other, filepath.Join(t.TempDir(), "code")); !errors.Is(err, depot.ErrOther) {
		t.Errorf("other bytes: %v", err)
	}
}
