// Package wheel writes Python packages that pip installs as they are:
// https://packaging.python.org/en/latest/specifications/binary-distribution-format. Their programs need no Python.
package wheel

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/manyclass/bench/release/tree"
)

// Wheel is a package.
type Wheel struct {
	Name, Version string
	Platforms     []string // such as manylinux_2_17_x86_64
	Metadata      string   // the fields after name and version, an empty line and the description
	Licences      tree.Tree
	Modules       tree.Tree // what Python imports
	Scripts       tree.Tree // programs; in a text that begins with #!python this is replaced by the interpreter
	Data          tree.Tree // files below the prefix of the environment
}

// File is the name that the wheel must have.
func (w Wheel) File() string {
	return fmt.Sprintf("%s-py3-none-%s.whl", w.stem(), strings.Join(w.Platforms, "."))
}

func (w Wheel) stem() string { return strings.ReplaceAll(w.Name, "-", "_") + "-" + w.Version }

// Write writes the wheel. It holds no links, which pip does not know.
func (w Wheel) Write(out io.Writer, when time.Time) error {
	info := w.stem() + ".dist-info"
	files := append(w.Modules.Under(""), w.Scripts.Under(w.stem()+".data/scripts")...)
	files = append(files, w.Data.Under(w.stem()+".data/data")...)
	files = append(files, w.Licences.Under(info+"/licenses")...)
	files = append(files, tree.Of(map[string]string{info + "/METADATA": w.metadata(), info + "/WHEEL": w.tags()})...)
	record := info + "/RECORD"
	files = append(files, tree.File{Path: record, Mode: tree.Plain, Data: []byte(recordOf(files) + record + ",,\n")})
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, f := range files {
		if f.Link != "" {
			return fmt.Errorf("%s is a symbolic link, which a wheel cannot hold", f.Path)
		}
		if err := add(z, f, when); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err := out.Write(packed.Bytes())
	return err
}

// add writes a file with the permissions that pip gives it, as those of a regular file of Unix.
func add(z *zip.Writer, f tree.File, when time.Time) error {
	const unix, regular = 3, 0o100000
	header := &zip.FileHeader{Name: f.Path, Method: zip.Deflate, Modified: when.UTC(), CreatorVersion: unix << 8,
		ExternalAttrs: (regular | uint32(f.Mode)) << 16}
	w, err := z.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = w.Write(f.Data)
	return err
}

func (w Wheel) metadata() string {
	return fmt.Sprintf("Metadata-Version: 2.4\nName: %s\nVersion: %s\n%s", w.Name, w.Version, w.Metadata)
}

func (w Wheel) tags() string {
	text := "Wheel-Version: 1.0\nGenerator: bench release\nRoot-Is-Purelib: false\n"
	for _, platform := range w.Platforms {
		text += "Tag: py3-none-" + platform + "\n"
	}
	return text
}

// recordOf lists files with digest and size. Names hold no commas and no quotes.
func recordOf(files tree.Tree) string {
	var out strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.Data)
		fmt.Fprintf(&out, "%s,sha256=%s,%d\n", f.Path, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.Data))
	}
	return out.String()
}
