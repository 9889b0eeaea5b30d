package main

import (
	"os"
	"path/filepath"
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

func TestReadConfigs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.json")
	for text, want := range map[string]string{
		`{"forest": {"trees": 10, "classes": ["a"]}}`: "",
		`{"forest": {"trees": 10}`:                    "it is no JSON: unexpected end of JSON input at byte 24",
		`{"forest": 10}`:                              "every component has an object of attributes; write for example",
		`[1]`:                                         "every component has an object of attributes",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		configs, err := readConfigs(path)
		if want == "" && (err != nil || configs["forest"]["trees"] != 10.0) {
			t.Errorf("%s: %v, %v", text, configs, err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if configs, err := readConfigs(""); configs != nil || err != nil {
		t.Errorf("without a file: %v, %v", configs, err)
	}
	if _, err := readConfigs(path + "x"); err == nil {
		t.Error("a file that is not there passes")
	}
}
