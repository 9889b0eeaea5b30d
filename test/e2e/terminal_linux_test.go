package e2e

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/test/terminal"
)

// pseudo is a pseudo terminal, with what a reader sees of it.
type pseudo struct {
	t      *testing.T
	master *os.File
	seen   *terminal.Terminal
	cmd    *exec.Cmd
	ended  chan struct{} // when all that was written is seen
}

// onTerminal starts bench on a terminal of a size.
func (d *dir) onTerminal(width, height uint16, args ...string) *pseudo {
	d.t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		d.t.Skipf("there is no pseudo terminal: %v", err)
	}
	p := &pseudo{t: d.t, master: master, seen: terminal.New(int(width)), ended: make(chan struct{})}
	d.t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		d.t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		d.t.Fatal(err)
	}
	p.size(width, height)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	defer slave.Close()
	p.cmd = exec.Command(d.bench, args...)
	p.cmd.Dir = d.path
	p.cmd.Env = append(os.Environ(), "TMPDIR="+d.file("tmp"), "TERM=xterm", "NO_COLOR=1", "COLUMNS=")
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = slave, slave, slave
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.pids = append(d.pids, p.cmd.Process.Pid)
	d.t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	go func() {
		defer close(p.ended)
		_, _ = io.Copy(p.seen, master)
	}()
	return p
}

// size gives the terminal a size.
func (p *pseudo) size(width, height uint16) {
	p.t.Helper()
	err := unix.IoctlSetWinsize(int(p.master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: width, Row: height})
	if err != nil {
		p.t.Fatal(err)
	}
}

// until waits until a reader sees something.
func (p *pseudo) until(sees func(text string) bool) {
	p.t.Helper()
	if !eventually(limit, func() bool { return sees(p.seen.Text()) }) {
		p.t.Fatalf("never seen; at the end:\n%s", p.seen.Text())
	}
}

// wait waits until bench has ended, and returns its exit status.
func (p *pseudo) wait() int {
	_ = p.cmd.Wait()
	<-p.ended
	return p.cmd.ProcessState.ExitCode()
}

// While a run goes on, a terminal shows how far it is, the best so far, what is under way and what failed, on lines that
// fit. After Ctrl-C nothing of them is left.
func TestLiveTerminal(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", fmt.Sprintf(odd, "", "\"waiting\" \"patient\" {}\nlearner \"picky\" \"bad\" {}", "", ""))
	p := d.onTerminal(100, 24, "run", "e.hcl", "-workers", "6", "-out", "shown")
	var shown string
	p.until(func(text string) bool {
		shown = text
		return strings.Contains(text, "4 of 6 cells done, 2 failed") && strings.Contains(text, "mean of 2 cells")
	})
	_, lines, _ := strings.Cut(shown, "66% [")
	contains(t, "the terminal", lines, "] 4 of 6 cells done, 2 failed\n", "\ntraining patient on blobs, fold ",
		"\nbest so far on blobs: lda/ova, accuracy 0.", "\nlast failure: failed: blobs/")
	contains(t, "above", shown, "failed: blobs/one_hot/bad/ova")
	p.seen.Resize(40)
	p.size(40, 24)
	p.until(func(text string) bool {
		_, lines, _ := strings.Cut(text, "4 of 6 cells done, 2 failed\n")
		list := slices.DeleteFunc(strings.Split(lines, "\n"), func(line string) bool {
			return strings.HasPrefix(line, "slowest cell") // which a slow machine has
		})
		return len(list) == 3 && strings.HasSuffix(list[0], "…") && strings.HasPrefix(list[1], "best so far")
	})
	if _, err := p.master.Write([]byte{3}); err != nil {
		t.Fatal(err)
	}
	if status := p.wait(); status != 130 {
		t.Errorf("status %d", status)
	}
	left := p.seen.Text()
	contains(t, "the terminal", strings.Join(strings.Fields(left), " "), "bench: interrupted")
	for _, gone := range []string{"of 6 cells", "best so far", "last failure", "training patient", "^C"} {
		if strings.Contains(left, gone) {
			t.Errorf("%q is left:\n%s", gone, left)
		}
	}
	if unknown := p.seen.Unknown(); len(unknown) > 0 {
		t.Errorf("sequences %v", unknown)
	}
	for _, frame := range p.seen.Frames() {
		if _, live, found := strings.Cut(frame, "% ["); found && strings.Count(live, "\n") > 5 {
			t.Errorf("more than six lines:\n%s", frame)
		}
	}
}

// On a terminal bench new asks what it cannot know: the class, whether a column that decides it is known before, and what
// rows belong to. A flag is an answer.
func TestNewAsks(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	var b strings.Builder
	b.WriteString("patient,x,sure,class\n")
	for i := range 200 {
		fmt.Fprintf(&b, "p%d,%d,%d,%c\n", i/4, i*37%101, i%2, 'a'+i%2)
	}
	d.write("p.csv", b.String())
	ask := func(file string, answers ...string) string {
		t.Helper()
		args := append([]string{"new", "p.csv", "-out", file}, answers[0:1]...)
		if answers[0] == "" {
			args = args[:4]
		}
		p := d.onTerminal(200, 24, args...)
		for _, answer := range answers[1:] {
			question, text, _ := strings.Cut(answer, "=")
			p.until(func(seen string) bool { return strings.HasSuffix(seen, question) })
			if _, err := p.master.WriteString(text + "\n"); err != nil {
				t.Fatal(err)
			}
		}
		if status := p.wait(); status != 0 {
			t.Errorf("status %d:\n%s", status, p.seen.Text())
		}
		return d.read(file)
	}
	contains(t, "after answers", ask("a.hcl", "", "[class]=", "[no]=y", "[none]=patient"), `drop   = ["sure"]`,
		`group  = "patient"`, "stratified_group_kfold")
	usual := ask("b.hcl", "", "[class]=", "[no]=", "[none]=")
	if strings.Contains(usual, "drop ") || strings.Contains(usual, "group  =") {
		t.Errorf("after empty answers:\n%s", usual)
	}
	contains(t, "with a flag", ask("c.hcl", "-group=patient", "[class]=", "[no]=no"), `group  = "patient"`)
	for _, file := range []string{"a.hcl", "b.hcl", "c.hcl"} {
		d.must(0, "validate", file)
	}
	for says, args := range map[string][]string{
		`Did you mean "sure"?`: {"-drop", "sur"}, `Did you mean "knn"?`: {"-learner", "knm"}, "at least 2": {"-folds", "1"},
		`Did you mean "accuracy"?`: {"-metric", "acuracy"}, "only 50 groups": {"-group", "patient", "-folds", "60"},
	} {
		contains(t, "stderr", d.must(2, append([]string{"new", "p.csv", "-out", "d.hcl"}, args...)...).stderr, says)
	}
}
