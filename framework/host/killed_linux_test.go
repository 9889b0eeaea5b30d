package host

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/memory"
)

// The count is that of our control group, of either version, also where its path begins
// outside of the container.
func TestWhereTheKernelTellsOfMemory(t *testing.T) {
	mount, own := t.TempDir(), filepath.Join(t.TempDir(), "cgroup")
	for lines, want := range map[string][]string{
		"0::/user.slice/run\n": {"user.slice/run/memory.events", "run/memory.events", "memory.events"},
		"0::/\n":               {"memory.events"},
		"9:name=systemd:/x\n4:memory:/outside/job\n": {"memory/outside/job/memory.oom_control", "memory/job/memory.oom_control",
			"memory/memory.oom_control"},
	} {
		if err := os.WriteFile(own, []byte(lines), 0o644); err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, file := range want {
			list = append(list, filepath.Join(mount, file))
		}
		if got := memory.GroupFiles(own, mount); !slices.Equal(got, list) {
			t.Errorf("%q: %q, want %q", lines, got, list)
		}
	}
	for text, want := range map[string]int64{
		"low 0\noom 3\noom_kill 2\noom_group_kill 0\n": 2, "oom_kill_disable 0\nunder_oom 0\noom_kill 7\n": 7,
	} {
		if err := os.WriteFile(own, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, ok := oomKillsIn(own); got != want || !ok {
			t.Errorf("%q counts %d, %v", text, got, ok)
		}
	}
	if _, ok := oomKillsIn(filepath.Join(mount, "none")); ok {
		t.Error("a file that is not there counts")
	}
}
