package manpage

import (
	"os/exec"
	"strings"
	"testing"
)

var page = Page{
	Name: "bench-try", Source: "bench 1.2", Short: "Try it", Synopsis: "bench try FILE",
	Text:     "Tries a file: 'a' \\ `b`.\nOne paragraph.\n\n\tbench try x > y\n\n.dot begins a line …",
	Lists:    []List{{"Options", []Item{{"-dry-run", "change nothing"}}}},
	Examples: "  bench try -dry-run x.hcl",
	Related:  []string{"bench", "bench-run"},
}

func written(t *testing.T, p Page) string {
	t.Helper()
	var out strings.Builder
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWrite(t *testing.T) {
	const want = `.TH "BENCH\-TRY" "1" "" "bench 1.2" "bench"
.SH "NAME"
bench\-try \- Try it
.SH "SYNOPSIS"
\fBbench try FILE\fR
.SH "DESCRIPTION"
Tries a file: \(aqa\(aq \(rs \(gab\(ga. One paragraph.
.PP
.RS 4
.nf
bench try x > y
.fi
.RE
.PP
\&.dot begins a line \[u2026]
.SH "OPTIONS"
.TP
\fB\-dry\-run\fR
change nothing
.SH "EXAMPLES"
.RS 4
.nf
bench try \-dry\-run x.hcl
.fi
.RE
.SH "SEE ALSO"
\fBbench\fR(1),
\fBbench\-run\fR(1)
`
	if got := written(t, page); got != want {
		t.Errorf("got\n%s", got)
	}
}

// What man shows has the characters that were meant.
func TestShown(t *testing.T) {
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("groff is missing")
	}
	show := exec.Command("groff", "-man", "-Tutf8", "-ww", "-P-c")
	show.Stdin = strings.NewReader(written(t, page))
	out, err := show.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{"bench-try - Try it", `'a' \ ` + "`b`.", "    bench try -dry-run x.hcl", ".dot begins a line …"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("man does not show %q:\n%s", want, out)
		}
	}
}
