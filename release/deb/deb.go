// Package deb writes packages of Debian: https://manpages.debian.org/deb.5. They run no scripts, so that all they do
// is to put files in their places.
package deb

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/manyclass/bench/release/tree"
)

// Package is a package.
type Package struct {
	Name, Version, Architecture string
	Maintainer, Homepage        string
	Section                     string
	Summary                     string // a phrase
	Description                 []string
	Files                       tree.Tree // with paths below /
}

// Write writes the package.
func (p Package) Write(w io.Writer, when time.Time) error {
	control, err := tree.Of(map[string]string{"control": p.control(), "md5sums": p.sums()}).Archive("./", when)
	if err != nil {
		return err
	}
	data, err := p.Files.Archive("./", when)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.WriteString("!<arch>\n")
	member(&out, "debian-binary", []byte("2.0\n"), when)
	member(&out, "control.tar.gz", control, when)
	member(&out, "data.tar.gz", data, when)
	_, err = w.Write(out.Bytes())
	return err
}

// member writes a file of an archive of ar; it begins at an even place.
func member(out *bytes.Buffer, name string, data []byte, when time.Time) {
	fmt.Fprintf(out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", name, when.Unix(), 0, 0, "100644", len(data))
	out.Write(data)
	if len(data)%2 == 1 {
		out.WriteByte('\n')
	}
}

// control is what the package says of itself. It needs no other.
func (p Package) control() string {
	var out strings.Builder
	for _, field := range [][2]string{
		{"Package", p.Name}, {"Version", p.Version}, {"Architecture", p.Architecture}, {"Maintainer", p.Maintainer},
		{"Installed-Size", fmt.Sprint((p.Files.Size() + 1023) / 1024)}, {"Section", p.Section}, {"Priority", "optional"},
		{"Homepage", p.Homepage}, {"Description", p.Summary},
	} {
		fmt.Fprintf(&out, "%s: %s\n", field[0], field[1])
	}
	for _, line := range p.Description {
		fmt.Fprintf(&out, " %s\n", line)
	}
	return out.String()
}

// sums lists the MD5 of each file, for dpkg --verify.
func (p Package) sums() string {
	var out strings.Builder
	for _, f := range p.Files {
		if f.Link == "" && !strings.HasSuffix(f.Path, "/") {
			fmt.Fprintf(&out, "%x  %s\n", md5.Sum(f.Data), f.Path)
		}
	}
	return out.String()
}
