package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// told is an event of bench run -json.
type told struct {
	Event, Time, Text, File                            string
	Format, Line, Cells, Missing, Done, Status, Failed int
	Dataset, Learner, Reduction, Error, Out, Answer    string
	Repeat, Fold                                       int
	State                                              string `json:"-"`
	Scores                                             map[string]float64
	Tables                                             []map[string]string
	Report                                             string
}

// UnmarshalJSON keeps the status of a cell apart from that of the run.
func (e *told) UnmarshalJSON(text []byte) error {
	type plain told
	all := struct {
		*plain
		Status any
	}{plain: (*plain)(e)}
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	switch status := all.Status.(type) {
	case float64:
		e.Status = int(status)
	case string:
		e.State = status
	}
	return nil
}

// events runs bench with -json and returns what it tells: JSON on stdout alone, from started to finished.
func (d *dir) events(status int, args ...string) []told {
	d.t.Helper()
	o := d.must(status, append(args, "-json")...)
	return d.parsed(o)
}

func (d *dir) parsed(o outcome) []told {
	d.t.Helper()
	if o.stderr != "" {
		d.t.Errorf("stderr: %s", o.stderr)
	}
	var list []told
	for line := range strings.Lines(o.stdout) {
		var e told
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			d.t.Fatalf("%v: %q", err, line)
		}
		list = append(list, e)
	}
	last := list[len(list)-1]
	if first := list[0]; first.Event != "started" || first.Format != 1 || last.Event != "finished" || last.Status != o.status {
		d.t.Errorf("first %+v, last %+v", first, last)
	}
	return list
}

// of are the events of a name.
func of(list []told, event string) (some []told) {
	for _, e := range list {
		if e.Event == event {
			some = append(some, e)
		}
	}
	return some
}

// Each cell that runs is one event, with the scores of scores.csv; the last event names the files that were written.
func TestEvents(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small+"metric \"f1\" {}\n")
	list := d.events(0, "run", "e.hcl")
	if plans := of(list, "plan"); len(plans) != 1 || plans[0].Cells != 6 || plans[0].Missing != 6 || plans[0].Out != "results/small" {
		t.Errorf("plan: %+v", plans)
	}
	want := map[string]string{}
	for _, row := range readCSV(t, d.read("results/small/scores.csv")) {
		want[row["reduction"]+row["fold"]+row["metric"]] = row["value"]
	}
	cells := of(list, "cell")
	for i, c := range cells {
		if c.Done != i+1 || c.State != "ok" || len(c.Scores) != 2 {
			t.Errorf("event %d: %+v", i, c)
		}
		for metric, value := range c.Scores {
			key := c.Reduction + strconv.Itoa(c.Fold) + metric
			if got, err := strconv.ParseFloat(want[key], 64); err != nil || got != value {
				t.Errorf("%s: %v, and in scores.csv %s", key, value, want[key])
			}
			delete(want, key)
		}
	}
	last := list[len(list)-1]
	if len(cells) != 6 || len(want) != 0 || len(last.Tables) != 2 || !strings.Contains(last.Answer, "accuracy") {
		t.Errorf("%d cells, %d scores without one; at the end %+v", len(cells), len(want), last)
	}
	for _, file := range []string{last.Report, last.Tables[1]["csv"], last.Tables[0]["latex"], last.Tables[0]["typst"]} {
		if _, err := os.Stat(d.file(file)); err != nil {
			t.Error(err)
		}
	}
	list = d.events(0, "run", "e.hcl")
	if again := of(list, "cell"); len(again) > 0 || of(list, "plan")[0].Missing != 0 {
		t.Errorf("cells that have results: %+v", again)
	}
}

// What goes wrong is told by events.
func TestEventsOfFailures(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", fmt.Sprintf(odd, "", `"picky" "bad" {}`, "", ""))
	list := d.events(1, "run", "e.hcl", "-workers", "1")
	var failed []told
	for _, c := range of(list, "cell") {
		if c.State == "failed" {
			failed = append(failed, c)
		}
	}
	last := list[len(list)-1]
	if len(failed) != 2 || !strings.Contains(failed[0].Error, "below my standards") || last.Failed != 2 || failed[1].Failed != 2 {
		t.Errorf("failed: %+v\nlast: %+v", failed, last)
	}
	if retried := of(d.events(1, "run", "e.hcl", "-retry", "failed"), "cell"); len(retried) != 2 || retried[1].Done != 4 {
		t.Errorf("retried: %+v", retried)
	}
	d.write("wrong.hcl", "learner {")
	errors := of(d.events(2, "run", "wrong.hcl"), "error")
	if len(errors) != 2 || errors[0].Line != 1 || errors[0].File != "wrong.hcl" || errors[0].Text == "" {
		t.Errorf("of a wrong file: %+v", errors)
	}
	if errors := of(d.events(2, "run", "e.hcl", "-workers", "0"), "error"); len(errors) != 1 {
		t.Errorf("of a wrong number: %+v", errors)
	}
	d.write("busy.hcl", fmt.Sprintf(busy, "waiting"))
	r := d.start("run", "busy.hcl", "-json")
	d.until("results/busy", "start", 1)
	r.signal(syscall.SIGINT)
	errors = of(d.parsed(r.wait()), "error")
	if len(errors) != 1 || !strings.Contains(errors[0].Text, "interrupted") {
		t.Errorf("of Ctrl-C: %+v", errors)
	}
}

// Quiet is the same table, and nothing on stderr but errors.
func TestQuiet(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	loud, quiet := d.must(0, "run", "e.hcl", "-out", "loud"), d.must(0, "run", "e.hcl", "-out", "quiet", "-quiet")
	if quiet.stderr != "" || loud.stderr == "" || quiet.stdout != loud.stdout {
		t.Errorf("stderr %q, stdout %q, want %q", quiet.stderr, quiet.stdout, loud.stdout)
	}
	if o := d.must(0, "verify", "quiet", "-quiet"); o.stderr != "" || o.stdout == "" {
		t.Errorf("verify: stderr %q", o.stderr)
	}
	d.write("bad.hcl", fmt.Sprintf(odd, "", `"picky" "bad" {}`, "", ""))
	o := d.must(1, "run", "bad.hcl", "-quiet")
	if !strings.Contains(o.stderr, ", failed: blobs") || strings.Contains(o.stderr, "report in") {
		t.Errorf("stderr: %q", o.stderr)
	}
	d.write("wrong.hcl", "learner {")
	if o := d.must(2, "run", "wrong.hcl", "-quiet"); !strings.HasPrefix(o.stderr, "Error[F002]: ") {
		t.Errorf("stderr: %q", o.stderr)
	}
	if o := d.must(2, "run", "e.hcl", "-quiet", "-json"); !strings.Contains(o.stderr, "choose one") {
		t.Errorf("stderr: %q", o.stderr)
	}
}
