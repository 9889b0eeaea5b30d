package processes

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// systems are what this system offers, and what every Unix does.
var systems = map[string]System{"own": Own(), "portable": Portable()}

// shell starts a script with a mark in its environment, and returns the process and the
// number that the script prints.
func shell(t *testing.T, mark, script string) (c *exec.Cmd, printed int) {
	t.Helper()
	c = exec.Command("sh", "-c", script)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "FIRST=1", mark, "LAST=two words"}
	c.SysProcAttr = InSession()
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL); _ = c.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err == nil {
		printed, err = strconv.Atoi(strings.TrimSpace(line))
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, printed
}

func markOf(t *testing.T, name string) string {
	return fmt.Sprintf("PROCESSES_TEST=%s-%s-%d", t.Name(), name, time.Now().UnixNano())
}

// Descendants, marks and stops are seen by every system.
func TestProcesses(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			mark := markOf(t, name)
			c, child := shell(t, mark, "sleep 60 & echo $!; wait")
			parent := c.Process.Pid
			if tree := system.Tree(parent); !slices.Equal(tree, []int{parent, child}) {
				t.Errorf("tree %v, want %d and %d", tree, parent, child)
			}
			if tree := system.Tree(os.Getpid()); tree[0] != os.Getpid() || !slices.Contains(tree, child) {
				t.Errorf("our tree is %v, without %d", tree, child)
			}
			want := []int{min(parent, child), max(parent, child)}
			for marked := []int(nil); !slices.Equal(marked, want); { // the child shows no environment while it becomes sleep
				marked = slices.Sorted(slices.Values(system.Marked(mark)))
			}
			if found := system.Marked(mark + "0"); len(found) > 0 {
				t.Errorf("%v bear a mark that nobody has", found)
			}
			if err := syscall.Kill(parent, syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			for !slices.Contains(system.Stopped(), parent) {
				time.Sleep(time.Millisecond)
			}
			if slices.Contains(system.Stopped(), child) {
				t.Errorf("the child %d was not stopped", child)
			}
		})
	}
}

// What a process leaves behind is an orphan; what still has its parent is not.
func TestOrphansByMark(t *testing.T) {
	mark := markOf(t, "orphan")
	c, orphan := shell(t, mark, "sleep 60 & echo $!")
	_, child := shell(t, mark, "sleep 60 & echo $!; wait")
	_ = c.Wait() // the group of the orphan lives until the end of the test
	if found := Portable().Orphans(mark); !slices.Equal(found, []int{orphan}) {
		t.Errorf("found %v, want %d and not %d", found, orphan, child)
	}
}

// Memory and processor time grow with what a descendant uses.
func TestUse(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			const script = `sh -c 'x=$(head -c 50000000 /dev/zero | tr "\0" x); i=0
				while [ $i -lt 400000 ]; do i=$((i+1)); done; echo $$; read forever'; :`
			c := exec.Command("sh", "-c", script)
			in, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := c.StdoutPipe()
			if err == nil {
				err = c.Start()
			}
			if err == nil {
				_, err = out.Read(make([]byte, 5))
			}
			if err != nil {
				t.Fatal(err)
			}
			defer func() { in.Close(); _ = c.Wait() }()
			tree := system.Tree(c.Process.Pid)
			if held := system.Memory(c.Process.Pid); held < 50e6 || held > 1e9 {
				t.Errorf("%d bytes, want a little more than 50 MB", held)
			}
			if used := system.CPUBelow(tree); used < 0 || used > 100 || used == 0 && system.Quick() { // ps may count seconds
				t.Errorf("the child used %v seconds", used)
			}
			if used := system.CPU(c.Process.Pid); used < 0 || used > 100 {
				t.Errorf("the parent used %v seconds", used)
			}
		})
	}
	for name, system := range systems {
		const none = 1 << 22 // one more than the kernel gives
		if held := system.Memory(none); held != 0 || !math.IsNaN(system.CPU(none)) {
			t.Errorf("%s: a process that does not exist holds %d bytes", name, held)
		}
	}
}

// Lines of ps, of Linux and of macOS.
func TestLinesOfPS(t *testing.T) {
	for line, want := range map[string]one{
		"    1     0 S  11264 00:00:17 /sbin/init splash":           {1, 0, "S", 11264 << 10, 17, "/sbin/init splash"},
		"  812   811 T      0 2-03:04:05 sleep 60 A=1 BENCH_HOST=2": {812, 811, "T", 0, 183845, "sleep 60 A=1 BENCH_HOST=2"},
		"  501     1 Ss  4096 123:45.67 (bash)":                     {501, 1, "Ss", 4096 << 10, 7425.67, "(bash)"},
		"7 6 Z 0 0:00.00":                                           {7, 6, "Z", 0, 0, ""},
	} {
		got, ok := parse(line)
		if got.seconds = math.Round(100*got.seconds) / 100; !ok || got != want {
			t.Errorf("%q: %+v, want %+v", line, got, want)
		}
	}
	for _, line := range []string{"", "PID PPID S RSS TIME COMMAND", "1 2 S 3", "continued line of an argument list"} {
		if got, ok := parse(line); ok {
			t.Errorf("%q was taken for %+v", line, got)
		}
	}
	if s := seconds("?"); !math.IsNaN(s) {
		t.Errorf("? is %v seconds", s)
	}
}

// Programs that this process starts to look at processes are not among what they find.
func TestTreeWithoutLookers(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			ours := len(system.Tree(os.Getpid()))
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				for range 20 {
					system.Stopped()
				}
			}()
			defer func() { <-ended }()
			for range 20 {
				if tree := system.Tree(os.Getpid()); len(tree) != ours {
					t.Fatalf("tree %v, want %d processes", tree, ours)
				}
			}
		})
	}
}
