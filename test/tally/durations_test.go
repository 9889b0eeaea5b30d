package main

import (
	"strings"
	"testing"
)

// What took longest is named first, parts in place of their whole, and nothing that is fast.
func TestSlowest(t *testing.T) {
	const ends = `{"Action":"pass","Package":"p","Test":"TestParts/a","Elapsed":2}
{"Action":"pass","Package":"p","Test":"TestParts/b/c","Elapsed":3.25}
{"Action":"pass","Package":"p","Test":"TestParts/b","Elapsed":3.3}
{"Action":"pass","Package":"p","Test":"TestParts","Elapsed":5.3}
{"Action":"pass","Package":"p","Test":"TestFast","Elapsed":0.1}
{"Action":"skip","Package":"p","Test":"TestSkipped","Elapsed":9}
{"Action":"fail","Package":"p","Elapsed":5.5}
{"Action":"pass","Package":"q","Test":"TestParts","Elapsed":4}
{"Action":"pass","Package":"q","Elapsed":4.2}
{"Action":"pass","Package":"r","Elapsed":0.2}
`
	c := read(strings.NewReader(ends), new(strings.Builder))
	var out strings.Builder
	c.took.print(&out)
	want := `slowest packages:
     5.5 s  p
     4.2 s  q
slowest tests:
     4.0 s  q TestParts
     3.2 s  p TestParts/b/c
     2.0 s  p TestParts/a
`
	if out.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", &out, want)
	}
}

// No more are named than somebody reads.
func TestLongestStops(t *testing.T) {
	var all []duration
	for i := range shown + 1 {
		all = append(all, duration{"p", float64(least + i)})
	}
	var out strings.Builder
	longest(&out, "packages", all)
	if n := strings.Count(out.String(), "\n"); n != shown+1 || strings.Contains(out.String(), " 1.0 s") {
		t.Errorf("%d lines:\n%s", n, &out)
	}
}
