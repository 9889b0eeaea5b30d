package sdktest

import (
	"strings"
	"testing"
)

// goTrace is what the SDK says of a panic: the author's line stands below those
// of the runtime and of the SDK.
const goTrace = `plugin knn, training: panic: runtime error: index out of range [3] with length 3
goroutine 34 [running]:
runtime/debug.Stack()
	/usr/local/go/src/runtime/debug/stack.go:26 +0x5e
github.com/manyclass/bench/framework/sdk.rescue(0xc0001)
	/src/bench/framework/sdk/adapter.go:83 +0x4f
panic({0x8c2f20?, 0xc0000182b8?})
	/usr/local/go/src/runtime/panic.go:783 +0x132
main.(*learner).neighbours(...)
	/home/author/knn/neighbours.go:57
main.(*learner).Train(0xc0000b2000)
	/home/author/knn/main.go:31 +0x1d2`

func TestStackTracesReachTheAuthorsLine(t *testing.T) {
	python := "Traceback (most recent call last):\n" + strings.Repeat("  File \"library.py\", line 1\n    call()\n", 60) +
		"  File \"/home/author/knn.py\", line 57\nValueError: \x1b[2Jno"
	for _, test := range []struct{ problem, line, last string }{
		{goTrace, "/home/author/knn/neighbours.go:57", "main.go:31 +0x1d2"},
		{python, `/home/author/knn.py", line 57`, "ValueError: [2Jno"},
	} {
		got := Check{Name: "trains", Problem: test.problem}.String()
		if !strings.Contains(got, test.line) || !strings.HasSuffix(got, test.last) || strings.Contains(got, "\x1b") {
			t.Errorf("got:\n%s", got)
		}
		if n := strings.Count(got, "\n"); n > firstLines+lastLines+1 {
			t.Errorf("%d lines", n)
		}
	}
}

func TestOutcomesAreSummedUp(t *testing.T) {
	checks := []Check{{Name: "a"}, {Name: "b", Note: "slow"}, {Name: "c", Skipped: "no labels"}, {Name: "d", Problem: "no\nanswer"}}
	want := []string{"ok       a", "ok       b (slow)", "skipped  c: no labels", "FAILED   d: no\n           answer"}
	for i, c := range checks {
		if c.String() != want[i] {
			t.Errorf("got %q, want %q", c, want[i])
		}
	}
	if text, failed := Sum(checks); text != "4 checks: 2 ok, 1 failed, 1 skipped" || failed != 1 {
		t.Errorf("%d failed: %s", failed, text)
	}
}
