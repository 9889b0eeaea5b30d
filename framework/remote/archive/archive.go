// Package archive reads archives that came from elsewhere: .zip, .tar, .tar.gz, and single files that are compressed
// with gzip or bzip2. What is in them cannot leave its folder, and cannot fill the disk.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Limits bound what an archive may hold.
type Limits struct {
	Bytes   int64 // of all files together, unpacked
	Entries int
	Ratio   int64 // unpacked bytes for each byte of the archive, beyond the first 64 MiB
}

// Default are the limits for data.
var Default = Limits{Bytes: 64 << 30, Entries: 100_000, Ratio: 200}

// Plugin are the limits for an archive of a plugin.
var Plugin = Limits{Bytes: 8 << 30, Entries: 100_000, Ratio: 200}

// free is what may be unpacked whatever the ratio.
const free = 64 << 20

// Kind is what a file is packed with.
type Kind string

// The kinds.
const (
	Plain Kind = "" // not packed
	Zip   Kind = "zip"
	Tar   Kind = "tar"
	Gzip  Kind = "gzip"  // one file
	Bzip2 Kind = "bzip2" // one file
)

// Single reports whether a kind is of one file without a name.
func (k Kind) Single() bool { return k == Gzip || k == Bzip2 }

// KindOf looks at the first bytes of a file, and into what is compressed.
func KindOf(file string) (Kind, error) {
	f, err := os.Open(file)
	if err != nil {
		return Plain, err
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && err != io.EOF {
		return Plain, err
	}
	head = head[:n]
	kind := Plain
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return Zip, nil
	case isTar(head):
		return Tar, nil
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		kind = Gzip
	case bytes.HasPrefix(head, []byte("BZh")):
		kind = Bzip2
	default:
		return Plain, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return Plain, err
	}
	inner, err := unpacked(f, kind)
	if err != nil {
		return kind, nil // whoever reads it says what is wrong
	}
	n, _ = io.ReadFull(inner, head[:cap(head)])
	if isTar(head[:n]) {
		return Tar, nil
	}
	return kind, nil
}

func isTar(head []byte) bool { return len(head) >= 263 && string(head[257:262]) == "ustar" }

func unpacked(r io.Reader, kind Kind) (io.Reader, error) {
	if kind == Bzip2 {
		return bzip2.NewReader(r), nil
	}
	return gzip.NewReader(r)
}

// Entry is a file or folder of an archive.
type Entry struct {
	Name   string // with slashes, below the archive
	Folder bool
	Mode   fs.FileMode // permissions alone
}

// Walk goes through an archive and gives each entry to visit, with its bytes, if it is a file. An entry that could
// leave its folder, a link, a device and a file that runs as somebody else are errors, before anything of it is read.
func Walk(file string, kind Kind, limits Limits, visit func(Entry, io.Reader) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w := &walk{limits: limits, visit: visit, left: min(limits.Bytes, free+limits.Ratio*info.Size())}
	switch kind {
	case Zip:
		err = w.zip(f, info.Size())
	case Tar:
		err = w.tar(f)
	case Gzip, Bzip2:
		var inner io.Reader
		if inner, err = unpacked(bufio.NewReader(f), kind); err == nil {
			err = w.take(Entry{Name: "data", Mode: 0o644}, inner)
		}
	default:
		err = errors.New("it is not an archive")
	}
	return err
}

type walk struct {
	limits  Limits
	visit   func(Entry, io.Reader) error
	left    int64
	entries int
}

func (w *walk) zip(f *os.File, size int64) error {
	r, err := zip.NewReader(f, size)
	if err != nil {
		return fmt.Errorf("the .zip archive is damaged: %w", err)
	}
	for _, member := range r.File {
		e, err := w.entry(member.Name, member.Mode())
		if err != nil {
			return err
		}
		if e.Folder {
			continue
		}
		inner, err := member.Open()
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		err = w.take(e, inner)
		inner.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) tar(f *os.File) error {
	stream, err := plainTar(bufio.NewReader(f))
	if err != nil {
		return err
	}
	// What is passed over is unpacked too.
	all := &bounded{stream, w}
	r := tar.NewReader(all)
	for {
		header, err := r.Next()
		if err == io.EOF { // the checksum of what is packed comes last
			_, err = io.Copy(io.Discard, all)
			return err
		}
		if err != nil {
			return fmt.Errorf("the .tar archive is damaged: %w", err)
		}
		switch header.Typeflag {
		case tar.TypeXGlobalHeader:
			continue
		case tar.TypeReg, tar.TypeDir:
		default:
			return fmt.Errorf("%q is neither a file nor a folder, and bench unpacks nothing else", header.Name)
		}
		e, err := w.entry(header.Name, header.FileInfo().Mode())
		if err == nil && !e.Folder {
			err = w.visit(e, r)
		}
		if err != nil {
			return err
		}
	}
}

// plainTar unpacks a compressed .tar archive.
func plainTar(buffered *bufio.Reader) (io.Reader, error) {
	head, _ := buffered.Peek(3)
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return unpacked(buffered, Gzip)
	case bytes.HasPrefix(head, []byte("BZh")):
		return unpacked(buffered, Bzip2)
	}
	return buffered, nil
}

// entry checks a member before it is read.
func (w *walk) entry(name string, mode fs.FileMode) (Entry, error) {
	if w.entries++; w.entries > w.limits.Entries {
		return Entry{}, fmt.Errorf("the archive has more than %d entries", w.limits.Entries)
	}
	e := Entry{Name: strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/"), Folder: mode.IsDir(), Mode: mode.Perm()}
	switch {
	case e.Folder && (e.Name == "" || e.Name == "."):
	case !fs.ValidPath(e.Name) || strings.ContainsAny(e.Name, "\\\x00") || e.Name == ".":
		return e, fmt.Errorf("%q would be outside the folder of the archive", name)
	case !e.Folder && !mode.IsRegular():
		return e, fmt.Errorf("%q is neither a file nor a folder, and bench unpacks nothing else", name)
	case mode&(fs.ModeSetuid|fs.ModeSetgid) != 0:
		return e, fmt.Errorf("%q would run as another user", name)
	}
	return e, nil
}

// take gives a file to visit.
func (w *walk) take(e Entry, r io.Reader) error { return w.visit(e, &bounded{r, w}) }

// bounded ends where an archive unpacks to more than it may.
type bounded struct {
	r io.Reader
	w *walk
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.w.left -= int64(n); b.w.left < 0 {
		return 0, errors.New("the archive unpacks to far more bytes than it has, or than bench takes")
	}
	return n, err
}
