package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

const events = `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestGood"}
{"Action":"output","Package":"p","Test":"TestGood","Output":"noise\n"}
{"Action":"pass","Package":"p","Test":"TestGood","Elapsed":0.1}
{"Action":"output","Package":"p","Test":"TestData","Output":"=== RUN   TestData\n"}
{"Action":"output","Package":"p","Test":"TestData","Output":"    p_test.go:3: no data\n"}
{"Action":"output","Package":"p","Test":"TestData","Output":"--- SKIP: TestData (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestData","Elapsed":0}
{"Action":"skip","Package":"p","Test":"TestWide/part","Elapsed":0}
{"Action":"output","Package":"p","Output":"PASS\n"}
{"Action":"output","Package":"p","Output":"ok  \tp\t0.1s\n"}
{"Action":"pass","Package":"p","Elapsed":0.1}
{"Action":"output","Package":"q","Test":"TestBad","Output":"q_test.go:1: want 1\n"}
{"Action":"fail","Package":"q","Test":"TestBad","Elapsed":0.1}
{"Action":"output","Package":"q","Output":"FAIL\tq\t0.1s\n"}
{"Action":"fail","Package":"q","Elapsed":0.1}
{"ImportPath":"r","Action":"build-output","Output":"r.go:1: no such thing\n"}
{"Action":"fail","Package":"r","Elapsed":0,"FailedBuild":"r"}
{"Action":"output","Package":"s","Output":"cannot set up\n"}
{"Action":"fail","Package":"s","Elapsed":3}
not an event
`

func TestRead(t *testing.T) {
	var out strings.Builder
	c := read(strings.NewReader(events), &out)
	if want := "ok  \tp\t0.1s\nq_test.go:1: want 1\nFAIL\tq\t0.1s\nr.go:1: no such thing\ncannot set up\nnot an " +
		"event\n"; out.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", &out, want)
	}
	skipped := []skip{{"TestData", "p_test.go:3: no data"}, {"TestWide/part", "no reason given"}}
	if c.passed != 1 || c.failed != 3 || !slices.Equal(c.skipped, skipped) {
		t.Errorf("counted %+v, want 1 passed, 3 failed and %v", c, skipped)
	}
}

// A skip that nobody expected is a failure.
func TestExpect(t *testing.T) {
	for pattern, failed := range map[string]int{"": 2, "no data": 1, "no data|^TestWide": 0, "TestOther": 2} {
		c := tally{skipped: []skip{{"TestData", "no data"}, {"TestWide/part", "no reason given"}}}
		if c.expect(regexp.MustCompile(pattern)); c.failed != failed {
			t.Errorf("%q expected: %d failed, want %d", pattern, c.failed, failed)
		}
	}
}

// Skips of one reason are told in one line.
func TestPrint(t *testing.T) {
	var out strings.Builder
	c := tally{passed: 4, skipped: []skip{{"TestB", "late"}, {"TestA", "early"}, {"TestC", "late"}}}
	c.print(&out)
	if want := "skipped: TestA: early\nskipped: TestB, TestC: late\n4 passed, 0 failed, 3 skipped\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}

// A folder without room, or one that is not there, is not taken.
func TestRoomy(t *testing.T) {
	if roomy(t.TempDir()+"/none") || roomy("/proc") {
		t.Error("a folder that cannot hold programs is taken")
	}
}
