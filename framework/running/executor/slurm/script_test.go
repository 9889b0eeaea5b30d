package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
	"github.com/manyclass/bench/test/must"
)

func TestScript(t *testing.T) {
	_, e := ready(t)
	w := wave(t)
	p := pieces(w)[1]
	p.From = 1000
	golden(t, "slot.golden", must.ReplaceAll(e.script(w, p), w.Job, "JOB"))
	golden(t, "next.golden", must.ReplaceAll(e.stepScript(w), w.Job, "JOB"))
	golden(t, "probe.golden", must.ReplaceAll(e.probeScript(w, e.probes(w)[1]), w.Job, "JOB"))
}

// node is a machine on which scripts run without Slurm, in folders with odd names.
type node struct {
	t    *testing.T
	site jobs.Site
	wave executor.Wave
}

// newNode has a program of bench in its store, made of a line of bash.
func newNode(t *testing.T, bench string) node {
	t.Helper()
	root := filepath.Join(t.TempDir(), `it's "a" $(folder) `)
	program := "#!/bin/bash\n" + bench + "\n"
	sum := sha256.Sum256([]byte(program))
	o := jobs.Site{SharedDir: root, LocalDir: filepath.Join(root, "local *"), Bench: hex.EncodeToString(sum[:])}
	n := node{t, o, executor.Wave{Job: filepath.Join(root, "job"), Name: "x-w3", Number: 3,
		Arrays: []executor.Array{{Class: "c", Slots: 2}}}}
	n.put(filepath.Join("store", o.Bench, "bench"), program)
	n.put("job/job.json", "{}")
	if err := jobs.MakeFolders(n.wave.Job, probeDir); err != nil {
		t.Fatal(err)
	}
	return n
}

func (n node) put(name, text string) {
	n.t.Helper()
	path := filepath.Join(n.site.SharedDir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		n.t.Fatal(err)
	}
}

// get is the text of a file of the job, "" of one that is not there.
func (n node) get(name string) string {
	n.t.Helper()
	text, err := os.ReadFile(filepath.Join(n.wave.Job, name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		n.t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// start starts the script of slot 1; sleeping takes no time on this node.
func (n node) start(text string) *exec.Cmd {
	n.t.Helper()
	bin := n.t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "sleep"), []byte("#!/bin/bash\n"), 0o755); err != nil {
		n.t.Fatal(err)
	}
	cmd := exec.Command("/bin/bash", "-s")
	cmd.Dir, cmd.Stdin = "/", strings.NewReader(text)
	cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_JOB_ID=17",
		"SLURM_JOB_ID=18", "SLURMD_NODENAME=n7", "JOB=" + n.wave.Job}
	if err := cmd.Start(); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

func (n node) slot() string {
	e := &Executor{site: n.site}
	return e.script(n.wave, pieces(n.wave)[0])
}

// status waits for the end of a script.
func status(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// within waits for something.
func within(t *testing.T, what string, there func() bool) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); !there(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("%s: not within a minute", what)
		}
	}
}

const attempt = "w3.c.1.17.0"

func TestSlotSaysHowItEnds(t *testing.T) {
	for _, c := range []struct {
		bench string
		want  int
		ends  string
	}{
		{`printf '%s\n' "$@" >"$JOB/log/called"`, 0, "0"},
		{"exit 74", 74, "74"},
		{"kill -KILL $$", 137, "137"},
		{"kill -SEGV $$", 139, "139"},
	} {
		n := newNode(t, c.bench)
		got := status(t, n.start(n.slot()))
		if ends := n.get("ends/" + attempt); got != c.want || ends != c.ends {
			t.Errorf("%s: status %d, ends %q", c.bench, got, ends)
		}
		called := strings.Join([]string{"slot", n.wave.Job, "-attempt", attempt, "-cpus", "1"}, "\n")
		if c.want == 0 && n.get("log/called") != called {
			t.Errorf("bench is called with %q", n.get("log/called"))
		}
	}
}

func TestSignalsReachTheSlot(t *testing.T) {
	for signal, want := range map[syscall.Signal]int{syscall.SIGUSR1: 7, syscall.SIGTERM: 8} {
		n := newNode(t, `trap 'sleep 0.3; exit 7' USR1; trap 'exit 8' TERM; echo >"$JOB/log/up"
			while :; do read -t 0.05 <><(:); done`)
		cmd := n.start(n.slot())
		within(t, "the slot", func() bool {
			_, err := os.Stat(filepath.Join(n.wave.Job, "log/up"))
			return err == nil
		})
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if got := status(t, cmd); got != want || n.get("ends/"+attempt) == "" {
			t.Errorf("after %s: status %d, ends %q", signal, got, n.get("ends/"+attempt))
		}
	}
}

// Bash may lose the status of a child that ends while a signal arrives.
func TestLostStatusIsThatOfTheSignal(t *testing.T) {
	n := newNode(t, `trap 'exit 8' TERM; echo >"$JOB/log/up"; while :; do read -t 0.05 <><(:); done`)
	lost := must.Replace(n.slot(), "child=''", "wait() { builtin wait \"$@\"; return 127; }\nchild=''")
	cmd := n.start(lost)
	within(t, "the slot", func() bool {
		_, err := os.Stat(filepath.Join(n.wave.Job, "log/up"))
		return err == nil
	})
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := status(t, cmd); got != 143 || n.get("ends/"+attempt) != "143" {
		t.Errorf("status %d, ends %q", got, n.get("ends/"+attempt))
	}
}

func TestSlotLooksForTheSharedFolder(t *testing.T) {
	n := newNode(t, "exit 3")
	if err := os.RemoveAll(n.wave.Job); err != nil {
		t.Fatal(err)
	}
	if got := status(t, n.start(n.slot())); got != 66 {
		t.Errorf("status %d", got)
	}
	n = newNode(t, "exit 3")
	if err := os.Remove(filepath.Join(n.wave.Job, "job.json")); err != nil {
		t.Fatal(err)
	}
	// The folder shows job.json at the second look.
	late := must.Replace(n.slot(), "\tsleep 1\n", "\techo >\"$job/job.json\"\n")
	if got := status(t, n.start(late)); got != 3 {
		t.Errorf("status %d with a folder that is late", got)
	}
}

func TestNodesThatCannotWork(t *testing.T) {
	elf := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x02\x00\xff\xff" + strings.Repeat("\x00", 44)
	for _, c := range []struct {
		name    string
		spoil   func(n *node)
		refused string
	}{
		{"setup", func(n *node) { n.site.Setup = []string{"true", "(exit 4) # it's"} },
			"n7: the setup line (exit 4) # it's ended with status 4"},
		{"other bytes", func(n *node) { n.put("store/"+n.site.Bench+"/bench", "#!/bin/bash\n") },
			"n7: bench cannot be copied to local_dir: "},
		{"no store", func(n *node) { n.site.Bench = strings.Repeat("0", 64) },
			"bench cannot be copied to local_dir: cp: cannot stat"},
		{"architecture", func(n *node) {
			sum := sha256.Sum256([]byte(elf))
			n.site.Bench = hex.EncodeToString(sum[:])
			n.put(filepath.Join("store", n.site.Bench, "bench"), elf)
		}, "n7: bench cannot be executed ("},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t, "exit 3")
			c.spoil(&n)
			got := status(t, n.start(n.slot()))
			refused, ends := n.get("refused/"+attempt), n.get("ends/"+attempt)
			if got != 65 || !strings.Contains(refused, c.refused) || ends != "65" {
				t.Errorf("status %d, refused %q, ends %q", got, refused, ends)
			}
			e := &Executor{site: n.site}
			p := e.probes(n.wave)[0]
			got = status(t, n.start(e.probeScript(n.wave, p)))
			ok, said, words := p.found(n.wave.Job)
			if ok || !said || got != 65 || !strings.Contains(words, c.refused) {
				t.Errorf("the probe: status %d, %q", got, words)
			}
		})
	}
}

func TestProbe(t *testing.T) {
	n := newNode(t, "[ \"$*\" = -version ]")
	e := &Executor{site: n.site}
	p := e.probes(n.wave)[0]
	got := status(t, n.start(e.probeScript(n.wave, p)))
	if ok, said, words := p.found(n.wave.Job); got != 0 || !ok || !said || words != "ok n7" {
		t.Errorf("status %d, %v, %v, %q", got, ok, said, words)
	}
}

func TestProgramIsReplacedIfItIsDamaged(t *testing.T) {
	n := newNode(t, "exit 9")
	n.put(filepath.Join("local *", "store", n.site.Bench, "bench"), "")
	if got := status(t, n.start(n.slot())); got != 9 {
		t.Errorf("status %d", got)
	}
}

func TestSlotsOfANodeCopyTogether(t *testing.T) {
	n := newNode(t, "exit 9")
	var slots []*exec.Cmd
	for range 8 {
		slots = append(slots, n.start(n.slot()))
	}
	for _, s := range slots {
		if got := status(t, s); got != 9 {
			t.Errorf("status %d", got)
		}
	}
}
