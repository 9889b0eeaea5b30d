package main

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/sdk/sdktest"
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
		var out strings.Builder
		printCheck(&out, sdktest.Check{Name: "trains", Problem: test.problem})
		got := out.String()
		if !strings.Contains(got, test.line) || !strings.HasSuffix(got, test.last+"\n") || strings.Contains(got, "\x1b") {
			t.Errorf("got:\n%s", got)
		}
		if n := strings.Count(got, "\n"); n > firstLines+lastLines+1 {
			t.Errorf("%d lines", n)
		}
	}
}
