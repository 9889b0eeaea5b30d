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

// A required plugin that bench holds does not travel: on a node it is a link to bench, for every slot.
func TestOwnPluginsAreThere(t *testing.T) {
	node := t.TempDir()
	program := filepath.Join(node, "bench")
	if err := os.WriteFile(program, []byte("#!"), 0o755); err != nil {
		t.Fatal(err)
	}
	const path = "/home/me/bin/plugins/lda"
	for range 2 {
		s := Staged{Moved: map[string]string{}}
		if err := s.linkOwn(&job.Job{Dir: "/shared/jobs/e-1", Node: node, Own: []string{path}}, program); err != nil {
			t.Fatal(err)
		}
		if to, err := os.Readlink(s.Moved[path]); err != nil || to != program || filepath.Base(s.Moved[path]) != "lda" {
			t.Errorf("%s leads to %s, %v", s.Moved[path], to, err)
		}
	}
}
