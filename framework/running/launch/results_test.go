package launch

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// manifested is a folder with the manifest of an experiment.
func manifested(t *testing.T, dir, name string) string {
	t.Helper()
	if err := folder.Write(dir, &store.Manifest{}, folder.Experiment{Name: name}, &plan.Plan{Experiment: name}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Processes are started ahead for all workers, unless there are results, which may be all.
func TestSlotsAhead(t *testing.T) {
	t.Chdir(t.TempDir())
	file, nameless := parsed(t, `experiment "e" {}`), parsed(t, "")
	there, absent := manifested(t, t.TempDir(), "e"), t.TempDir()
	for _, test := range []struct {
		out  string
		file *experiment.File
		want int
	}{{"", file, 4}, {"", nameless, 1}, {there, file, 1}, {absent, file, 4}, {absent, nameless, 4}} {
		if got := SlotsAhead(test.out, 4)(test.file); got != test.want {
			t.Errorf("-out %q: %d slots, want %d", test.out, got, test.want)
		}
	}
	manifested(t, FolderOf("e"), "e")
	if got := SlotsAhead("", 4)(file); got != 1 {
		t.Errorf("with results %d slots", got)
	}
}

// The folder of a file is that which it was taken from, else one below results.
func TestOut(t *testing.T) {
	s := &Session{Experiment: &experiment.Experiment{Settings: experiment.Settings{Name: "e"}}}
	if s.Out() != "results/e" {
		t.Errorf("%s", s.Out())
	}
	if s.Results = "there"; s.Out() != "there" {
		t.Errorf("%s", s.Out())
	}
}

// Results of another experiment are told, and kept.
func TestBefore(t *testing.T) {
	var shown diagnostic.List
	var told []string
	s := quiet(&shown, &told)
	s.Experiment = &experiment.Experiment{Settings: experiment.Settings{Name: "e"}}
	for _, dir := range []string{t.TempDir(), manifested(t, t.TempDir(), "e")} {
		if _, err := s.Before(dir); err != nil || told != nil {
			t.Errorf("%v, told %q", err, told)
		}
	}
	other := manifested(t, t.TempDir(), "other")
	if _, err := s.Before(other); err != nil || len(told) != 1 || !strings.Contains(told[0], `holds the results of experiment "other"`) {
		t.Errorf("%v, told %q", err, told)
	}
	if err := os.WriteFile(other+"/manifest.json", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Before(other); err == nil {
		t.Error("a damaged manifest is read")
	}
}

// A name is published only if it is asked for.
func TestProvenance(t *testing.T) {
	o := Options{Build: store.Build{Version: "1.2.0"}}
	name, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	if m := o.Provenance(false); m.Host.Name != "" || m.Bench.Version != "1.2.0" || m.Kernels == "" || m.Started.IsZero() {
		t.Errorf("%+v", m)
	}
	if m := o.Provenance(true); m.Host.Name != name {
		t.Errorf("%+v", m.Host)
	}
}

// A manifest names the runs that its results are from: the earlier one alone if nothing runs, both if both have a part.
func TestRecord(t *testing.T) {
	var shown diagnostic.List
	var told []string
	s := quiet(&shown, &told)
	s.File = parsed(t, `experiment "e" {}`)
	s.Experiment = &experiment.Experiment{Settings: experiment.Settings{Name: "e"}}
	p := &prepare.Prepared{Experiment: s.Experiment, Plan: &plan.Plan{Experiment: "e"}}
	by := folder.User{Command: "bench run", Tell: s.Tell}
	done := map[string]bool{"x": true}
	for _, test := range []struct {
		left    Missing
		version string // of the manifest
		runs    int
	}{
		{Missing{Cells: 3}, "1.2.0", 1},
		{Missing{Cells: 1, Done: done}, "1.2.0", 2},
		{Missing{Done: done}, "0.9.0", 1},
	} {
		dir := t.TempDir()
		old := store.Manifest{Bench: store.Build{Version: "0.9.0"}, Files: map[string]string{"report.html": "digest"}}
		if err := folder.Write(dir, &old, folder.Experiment{Name: "e"}, p.Plan); err != nil {
			t.Fatal(err)
		}
		m, err := s.Record(context.Background(), by, dir, p, test.left, false)
		stored, unread := folder.ReadManifest(dir)
		if err != nil || unread != nil || m.Bench.Version != test.version || len(m.Runs()) != test.runs ||
			stored.Bench != m.Bench || stored.Files["report.html"] != "digest" {
			t.Errorf("%+v: %+v, %v, %v", test.left, m, err, unread)
		}
	}
}
