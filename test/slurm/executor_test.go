package slurm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
	batch "github.com/manyclass/bench/framework/running/executor/slurm"
)

// program stands for bench: what a slot does is said by the name of its class.
const program = `#!/bin/bash
[ "$1" != -version ] || exit 0
job=$2 attempt=$4
IFS=. read -r wave class rest <<<"$attempt"
trap 'exit 0' USR1
case $class in
fails) exit 3 ;;
stubborn) trap '' USR1 ;;
esac
echo "$SLURMD_NODENAME" >"$job/log/.$attempt" && mv "$job/log/.$attempt" "$job/log/up-$attempt"
[ "$class" != done ] || exit 0
until [ -e "$job/go" ]; do sleep 0.1; done
`

// helping is the environment variable by which the test's own program is told that it is another process, which does
// one thing with an executor.
const helping = "BENCH_TEST_SLURM"

// help is what another process is to do.
type help struct {
	Call    string
	Options jobs.Site
	Wave    executor.Wave
}

func TestMain(m *testing.M) {
	if text := os.Getenv(helping); text != "" {
		if err := helpOut(text); err != nil {
			fmt.Println("error:", err)
		}
		return
	}
	code := m.Run()
	if builtAt != "" {
		_ = os.RemoveAll(builtAt)
	}
	os.Exit(code)
}

func helpOut(text string) error {
	var h help
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		return err
	}
	e, err := batch.New(h.Options)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if h.Call == "find" {
		found, err := e.Find(ctx, h.Wave)
		fmt.Println("found:", found)
		return err
	}
	// What the node sees is what this process wrote a moment ago.
	for _, dir := range []string{"", "log"} {
		if err := os.MkdirAll(filepath.Join(h.Wave.Job, dir), 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(h.Wave.Job, "job.json"), []byte("{}"), 0o644); err != nil {
		return err
	}
	if err := store(h.Options); err != nil {
		return err
	}
	if err := e.Submit(ctx, h.Wave); err != nil {
		return err
	}
	for {
		state, err := e.Poll(ctx, h.Wave)
		if err != nil {
			return err
		}
		if state.Ended {
			fmt.Println("ends:", state.Ends)
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// store puts the program where nodes copy it from.
func store(o jobs.Site) error {
	dir := filepath.Join(o.SharedDir, "store", o.Bench)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "bench"), []byte(program), 0o755)
}

// another is another process with the executor's part in hand.
func another(t *testing.T, command func(string, ...string) *exec.Cmd, h help) string {
	t.Helper()
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := command(self)
	cmd.Env = append(cmd.Env, helping+"="+string(text))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("another process: %v\n%s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// options are those of an executor over a cluster.
func (c *Cluster) options() jobs.Site {
	sum := sha256.Sum256([]byte(program))
	return jobs.Site{SharedDir: c.Shared, LocalDir: filepath.Join(filepath.Dir(c.dir), "local"),
		Bench: hex.EncodeToString(sum[:])}
}

// site is an executor over a cluster.
type site struct {
	*Cluster
	*batch.Executor
}

// begin makes an executor over a new cluster of three nodes.
func begin(t *testing.T) site {
	t.Helper()
	c := Start(t, Options{Nodes: 3})
	c.Use(t)
	if err := store(c.options()); err != nil {
		t.Fatal(err)
	}
	e, err := batch.New(c.options())
	if err != nil {
		t.Fatal(err)
	}
	return site{c, e}
}

// wave is one with a folder of its own and a slot for each class.
func (s site) wave(t *testing.T, classes ...string) executor.Wave {
	t.Helper()
	name := strings.ToLower(filepath.Base(t.Name()))
	w := executor.Wave{Job: filepath.Join(s.Shared, name), Name: "bench-" + name, Number: 1}
	if err := os.MkdirAll(w.Job, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.Job, "job.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range classes {
		w.Arrays = append(w.Arrays, executor.Array{Class: c, Slots: 1, Options: []string{"--mem=100"}})
	}
	return w
}

// submit hands a wave over.
func (s site) submit(t *testing.T, w executor.Wave) {
	t.Helper()
	if err := s.Submit(t.Context(), w); err != nil {
		t.Fatal(err)
	}
}

// until polls until a state is as it should be.
func (s site) until(t *testing.T, w executor.Wave, what string, is func(executor.State) bool) executor.State {
	t.Helper()
	var state executor.State
	Within(t, 4*time.Minute, what, func() bool {
		var err error
		if state, err = s.Poll(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		return is(state)
	})
	return state
}

func (s site) ended(t *testing.T, w executor.Wave) executor.State {
	t.Helper()
	return s.until(t, w, "the wave ends", func(state executor.State) bool { return state.Ended })
}

// up waits until a slot works, and returns its attempt and node.
func (s site) up(t *testing.T, w executor.Wave, pattern string) (attempt, node string) {
	t.Helper()
	Within(t, 4*time.Minute, "slot "+pattern+" works", func() bool {
		files, _ := filepath.Glob(filepath.Join(w.Job, "log", "up-"+pattern))
		if len(files) == 0 {
			return false
		}
		text, err := os.ReadFile(files[0])
		attempt, node = strings.TrimPrefix(filepath.Base(files[0]), "up-"), strings.TrimSpace(string(text))
		return err == nil
	})
	return attempt, node
}

// release lets the slots of a wave end.
func release(t *testing.T, w executor.Wave) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(w.Job, "go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

// ends are the files in the folder of ends, each with its text.
func endsOf(t *testing.T, w executor.Wave) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(w.Job, "ends", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, filepath.Base(f)+"="+strings.TrimSpace(string(text)))
	}
	return strings.Join(all, " ")
}

func TestWaves(t *testing.T) {
	s := begin(t)
	// It takes a minute until its time is over, so it comes first and is judged last.
	late := s.wave(t, "stubborn")
	late.Name, late.Arrays[0].Options = late.Name+"-late", []string{"--time=1"}
	s.submit(t, late)
	for _, c := range []struct {
		name string
		test func(*testing.T, site)
	}{
		{"to the end", toTheEnd}, {"twice", twice}, {"cancelled", cancelled}, {"controller away", controllerAway},
		{"refused", refused}, {"setup", setup}, {"node killed", nodeKilled},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, s) })
	}
	state := s.ended(t, late)
	if state.Ends["stubborn-0"] != executor.TimeLimit {
		t.Errorf("out of time: %v", state.Ends)
	}
}

func toTheEnd(t *testing.T, s site) {
	w := s.wave(t, "done", "fails")
	w.Arrays[0].Slots = 3
	if found, err := s.Find(t.Context(), w); err != nil || found {
		t.Fatalf("Find before Submit: %v, %v", found, err)
	}
	s.submit(t, w)
	if out := another(t, s.Command, help{Call: "find", Options: s.options(), Wave: w}); out != "found: true" {
		t.Errorf("another process says %q", out)
	}
	state := s.ended(t, w)
	want := "map[done-0:completed done-1:completed done-2:completed fails-0:failed]"
	if got := fmt.Sprint(state.Ends); got != want {
		t.Errorf("ends %s", got)
	}
	ends := endsOf(t, w)
	for _, part := range []string{"w1.done.0.", "w1.done.1.", "w1.done.2.", "w1.fails.0."} {
		if !strings.Contains(ends, part) {
			t.Errorf("there is no end of %s in %s", part, ends)
		}
	}
	if strings.Count(ends, ".0=0") != 3 || strings.Count(ends, ".0=3") != 1 {
		t.Errorf("the ends are %s", ends)
	}
}

func twice(t *testing.T, s site) {
	w := s.wave(t, "waits")
	failed := make(chan error, 2)
	for range 2 {
		go func() { failed <- s.Submit(t.Context(), w) }()
	}
	if err := errors.Join(<-failed, <-failed); err != nil {
		t.Fatal(err)
	}
	s.up(t, w, "*.waits.0.*")
	s.submit(t, w) // nothing, since it runs
	release(t, w)
	if state := s.ended(t, w); fmt.Sprint(state.Ends) != "map[waits-0:completed]" {
		t.Errorf("ends %v", state.Ends)
	}
	if n := strings.Count(endsOf(t, w), "=0"); n < 1 || n > 2 {
		t.Errorf("ends %s", endsOf(t, w))
	}
}

func cancelled(t *testing.T, s site) {
	w := s.wave(t, "waits")
	w.Arrays[0].Slots, w.Arrays[0].Throttle = 3, 1
	s.submit(t, w)
	s.up(t, w, "*.waits.0.*")
	state := s.until(t, w, "others wait", func(st executor.State) bool { return st.Running == 1 && st.Pending == 2 })
	if !strings.Contains(state.Reason, "Limit") {
		t.Errorf("the others wait because of %q", state.Reason)
	}
	if err := s.Cancel(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if state := s.ended(t, w); fmt.Sprint(state.Ends) != "map[waits-0:cancelled waits-1:cancelled waits-2:cancelled]" {
		t.Errorf("ends %v", state.Ends)
	}
	if ends := endsOf(t, w); !strings.HasSuffix(ends, ".0=143") {
		t.Errorf("ends %q", ends)
	}
}

func controllerAway(t *testing.T, s site) {
	w := s.wave(t, "waits")
	s.submit(t, w)
	s.up(t, w, "*.waits.0.*")
	s.StopController(t)
	if _, err := s.Poll(t.Context(), w); !errors.Is(err, executor.ErrAway) {
		t.Errorf("Poll says %v", err)
	}
	if err := s.Submit(t.Context(), w); !errors.Is(err, executor.ErrAway) {
		t.Errorf("Submit says %v", err)
	}
	_, err := s.Find(t.Context(), w)
	if !errors.Is(err, executor.ErrAway) || !strings.Contains(err.Error(), "Unable to contact slurm controller") {
		t.Errorf("Find says %v", err)
	}
	release(t, w)
	s.StartController(t)
	if state := s.ended(t, w); fmt.Sprint(state.Ends) != "map[waits-0:completed]" {
		t.Errorf("ends %v", state.Ends)
	}
}

func refused(t *testing.T, s site) {
	w := s.wave(t, "done", "big")
	for option, words := range map[string]string{
		"--partition=nope":     "invalid partition specified: nope",
		"--frobnicate":         "unrecognized option '--frobnicate'",
		"--mem=999T":           "Requested node configuration is not available",
		"--nodelist=elsewhere": "Invalid node name specified",
	} {
		w.Arrays[1].Options = []string{option}
		err := s.Submit(t.Context(), w)
		if err == nil || errors.Is(err, executor.ErrAway) || !strings.Contains(err.Error(), `class "big": `) ||
			!strings.Contains(err.Error(), words) {
			t.Errorf("%s: Submit says %v", option, err)
		}
	}
	w.Arrays = w.Arrays[:1]
	if found, err := s.Find(t.Context(), w); found || err != nil {
		t.Errorf("something is submitted, although one class is refused: %v", err)
	}
	size, err := s.Size(t.Context(), nil)
	if err != nil || size != (batch.Size{Nodes: 3, CPUs: 3}) {
		t.Errorf("Size: %+v, %v", size, err)
	}
}

func setup(t *testing.T, s site) {
	o := s.options()
	o.Setup = []string{"export A=1", "module_that_is_not_there load go"}
	e, err := batch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	w := s.wave(t, "done")
	if err := e.Submit(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	Within(t, time.Minute, "the probe speaks", func() bool { _, err = e.Poll(t.Context(), w); return err != nil })
	if !strings.Contains(err.Error(), "the setup line module_that_is_not_there load go ended with status 127") {
		t.Errorf("Poll says %v", err)
	}
	if ends := endsOf(t, w); ends != "" {
		t.Errorf("slots ran: %s", ends)
	}
}

func nodeKilled(t *testing.T, s site) {
	w := s.wave(t, "waits", "once")
	w.Arrays[1].Options = []string{"--no-requeue"}
	s.submit(t, w)
	first, node := s.up(t, w, "*.waits.0.*.0")
	_, other := s.up(t, w, "*.once.0.*.0")
	s.Kill(t, node)
	s.Kill(t, other)
	s.until(t, w, "a slot is lost", func(st executor.State) bool { return st.Ends["once-0"] == executor.Lost })
	s.Restart(t, node)
	s.Restart(t, other)
	again, _ := s.up(t, w, "*.waits.0.*.1")
	release(t, w)
	if state := s.ended(t, w); fmt.Sprint(state.Ends) != "map[once-0:lost waits-0:completed]" {
		t.Errorf("ends %v", state.Ends)
	}
	if ends := endsOf(t, w); ends != again+"=0" {
		t.Errorf("ends %s; the attempts were %s and %s", ends, first, again)
	}
}

func TestFolderThatIsNotShared(t *testing.T) {
	c := Start(t, Options{Nodes: 2, Lag: 3})
	h := help{Call: "wave", Options: c.options()}
	h.Wave = executor.Wave{Job: filepath.Join(c.Shared, "job"), Name: "bench-x-w1", Number: 1,
		Arrays: []executor.Array{{Class: "done", Slots: 3}}}
	// This process and the node see other folders under one name.
	out := another(t, c.Command, h)
	if !strings.HasPrefix(out, `error: class "done": node n`) || !strings.Contains(out, " does not see "+h.Wave.Job) {
		t.Errorf("a process that sees another folder says %q", out)
	}
	if ends := endsOf(t, h.Wave); ends != "" {
		t.Errorf("slots ran: %s", ends)
	}
	// A process with the view of a node; nobody sees at once what another writes.
	for _, name := range []string{"job", "store"} { // the folder itself is where nodes mount theirs
		if err := os.RemoveAll(filepath.Join(c.Shared, name)); err != nil {
			t.Fatal(err)
		}
	}
	h.Wave.Name = "bench-y-w1"
	if out := another(t, c.Inside, h); out != "ends: map[done-0:completed done-1:completed done-2:completed]" {
		t.Errorf("with a folder that is late: %s", out)
	}
}
