package delimited

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
)

// layout is how a text is stored and read.
type layout struct {
	delimiter, encoding string
	header              bool
	skip, rows          int
	packed, truncated   bool
}

// write stores a text and returns the path.
func (l layout) write(t *testing.T, text string) string {
	t.Helper()
	path, content := filepath.Join(t.TempDir(), "x.csv"), []byte(text)
	if l.packed {
		path += ".gz"
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write(content)
		w.Close()
		if content = packed.Bytes(); l.truncated {
			content = content[:max(1, len(content)-9)]
		}
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// content renders what columns of several kinds and roles hold of a file that is read
// in blocks of a size, 0 for line by line: or the error.
func (l layout) content(path string, block int) string {
	s := source.Source{File: path}
	s.Delimiter, s.Encoding, s.Header, s.SkipLines, s.Rows = l.delimiter, l.encoding, &l.header, l.skip, l.rows
	f := &csvFile{path: path, delimiter: l.delimiter, skip: l.skip, header: l.header, encoding: l.encoding, block: block}
	in, err := Open(path, s)
	if err != nil {
		return err.Error()
	}
	f.width, f.line = len(in.Attrs), max(1, in.Header.Line)
	var columns []*collect.Collector
	for i, a := range in.Attrs {
		a.Declared = []collect.Declaration{collect.Undeclared, collect.DeclaredText, collect.Undeclared,
			collect.DeclaredNumber}[i%4]
		role := collect.Feature
		if i%4 == 2 {
			role = collect.Target
		}
		columns = append(columns, collect.New(i, a, role, "", notation.Notation{}))
	}
	sink := &reader.Sink{Source: s, Missing: collect.NewMarkers([]string{"", "?"}), Columns: columns,
		Held: func() float64 { return 0 }}
	rows, err := reader.Feeding(path, f.feed)(sink)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	fmt.Fprintln(&b, rows, "rows")
	for _, c := range columns {
		c.Finish()
		fmt.Fprintf(&b, "%v %v %t\n", c.Numbers, c.Infinity, c.Reread)
		if c.Rounded != nil {
			fmt.Fprintf(&b, "%+v\n", *c.Rounded)
		}
		if c.Text == nil {
			continue
		}
		fmt.Fprintf(&b, "%v %q %v %v\n", c.Text.Codes, c.Text.Levels, c.Text.First, c.Text.FirstGap)
		if c.Text.Mixed != nil {
			fmt.Fprintf(&b, "%+v\n", *c.Text.Mixed)
		}
	}
	return b.String()
}

// compareBlocks checks that a text read in blocks is what it is line by line.
func compareBlocks(t *testing.T, text string, l layout, block int) {
	t.Helper()
	path := l.write(t, text)
	got, want := l.content(path, block), l.content(path, 0)
	if got != want {
		t.Errorf("%q, %+v, blocks of %d:\n%s\nline by line:\n%s", text, l, block, got, want)
	}
}

var blockTexts = append([]string{
	"a,b,c,d\n1,x,u,1\n-2.5,\"y, z\",\"v\",1e3\n\n3,\"y \"\"q\"\"\",,4\n4,\"two\nlines\",u,5\n" +
		"9007199254740993,\" \",w,6\n",
	"a,b,c,d\r\n1, x ,u,1\r\n2,x,u ,2\r\n?,é,\u00a0u,+3\r\n inf,\"a\r\nb\",u,4\r\n\r\n5,,\"\",5",
	"a,b,c,d\n1,x,u,1\n2,y,v,2\n3,\"z,w,3\n", "a,b,c,d\n1,x,u,1\n2,y,v,2,7\n3,z,w,3\n", "a,b,c,d\n1,x,u,1\n2,y\"y,v,2\n",
	"a,b,c,d\n1,x,u,1\n2,\"y\"y,v,2\n", "a,b,c,d\n1,x,u,1\n2, \"y\" ,v,2\n\"3\",z,w,3\n", "a,b,c,d\n1,x,u,one\n2,y,v\n",
	"a,b,c,d\n1,x,u,1\n2,y\x00,v,2\n", "a,b,c,d\n1,x\xff,u,1\n",
	"x\n1\n\"\"\n\n2\n", "a,b\n\"\"\"\",1\n\"a\"\"\",2\n\"\"\"b\",3\n",
	"a,b\n\"x\",1\n\"y\"z\"w\",2\n",
}, recordTexts...)

func TestBlocks(t *testing.T) {
	texts := append([]string{strings.Repeat(blockTexts[0][8:], 9), strings.Repeat("1,\"x\ny\",z,4\n", 50) + "1,\"x"},
		blockTexts...)
	for _, text := range texts {
		for _, block := range []int{1, 7, 100, 1 << 17} {
			compareBlocks(t, text, layout{delimiter: ",", header: true}, block)
		}
		for _, l := range []layout{{delimiter: ","}, {delimiter: ",", skip: 1, rows: 2}, {delimiter: ";"}, {delimiter: ""},
			{delimiter: ",", packed: true}, {delimiter: ",", packed: true, truncated: true},
			{delimiter: ",", encoding: "latin1"}, {delimiter: ",", encoding: "shift_jis"}} {
			compareBlocks(t, text, l, 16)
		}
		for _, other := range []string{"\t", " "} {
			compareBlocks(t, strings.ReplaceAll(text, ",", other), layout{delimiter: other}, 40)
		}
	}
}

// Blocks read what is as it should be, and do not leave it to the slow reader.
func TestBlocksReadAll(t *testing.T) {
	text := strings.Repeat("1,\"x, \"\"y\"\"\",\"two\nlines\", \"z\" \n\n", 100)
	path := layout{}.write(t, text)
	f := &csvFile{path: path, delimiter: ",", width: 4, block: 64}
	r, err := f.open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.stream.Close()
	b := blocks{stream: r.stream, delimiter: ',', width: 4, size: 64}
	_, err = reader.Feeding(path, b.feed)(&reader.Sink{Held: func() float64 { return 0 }})
	if err != nil || b.line != 300 || len(b.rest) > 0 {
		t.Errorf("%d lines, %q left, %v", b.line, b.rest, err)
	}
}

func FuzzBlocks(f *testing.F) {
	for i, text := range blockTexts {
		f.Add(text, byte(i), byte(3*i), byte(i%2), byte(i%8))
	}
	f.Fuzz(func(t *testing.T, text string, by, block, skip, bits byte) {
		l := layout{delimiter: []string{",", ";", "\t", " ", "|", "", "::"}[by%7], header: bits&1 > 0, skip: int(skip % 4),
			encoding: []string{"", "", "latin1", "shift_jis"}[by/7%4], rows: int(skip / 16), packed: bits&2 > 0,
			truncated: bits&4 > 0}
		compareBlocks(t, text, l, 1+int(block))
	})
}
