package capsule

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// File is a file that becomes a member of a capsule.
type File struct {
	Name       string // in the capsule
	Path       string // where it is
	Executable bool
}

// Fill reads the files that a capsule is to hold and lists them in its manifest, in the order of their names.
func (m *Manifest) Fill(files []File) ([]File, error) {
	files = slices.SortedFunc(slices.Values(files), func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	files = slices.CompactFunc(files, func(a, b File) bool { return a.Name == b.Name })
	m.Format, m.Members = Format, []Member{}
	for _, f := range files {
		bytes, sum, err := inputfile.Sum(f.Path)
		if err != nil {
			return nil, err
		}
		m.Members = append(m.Members, Member{f.Name, bytes, sum, f.Executable})
	}
	text, err := m.text()
	if err == nil {
		_, err = parse(text) // what is written can be read
	}
	return files, err
}

func (m *Manifest) text() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// Write writes a capsule of files that [Manifest.Fill] has listed, and returns its digest. The same files give the same
// bytes.
func (m *Manifest) Write(w io.Writer, files []File) (digest string, err error) {
	text, err := m.text()
	if err != nil {
		return "", err
	}
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	members := tar.NewWriter(packed)
	if err := header(members, Member{Name: ManifestName, Bytes: int64(len(text))}); err != nil {
		return "", err
	}
	if _, err := members.Write(text); err != nil {
		return "", err
	}
	for i, f := range files {
		if err := add(members, m.Members[i], f.Path); err != nil {
			return "", err
		}
	}
	if err := members.Close(); err != nil {
		return "", err
	}
	return Digest(text), packed.Close()
}

// header begins a member; nothing in it depends on when or by whom it is written.
func header(w *tar.Writer, one Member) error {
	mode := int64(0o644)
	if one.Executable {
		mode = 0o755
	}
	return w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: one.Name, Size: one.Bytes, Mode: mode,
		ModTime: time.Unix(0, 0)})
}

// add writes a member, which must be as it was when it was listed.
func add(w *tar.Writer, one Member, path string) error {
	f, size, err := inputfile.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	changed := fmt.Errorf("%s changed while it was packed; pack again when nothing writes there", path)
	if size != one.Bytes {
		return changed
	}
	if err := header(w, one); err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := io.CopyN(io.MultiWriter(w, sum), f, size); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != one.SHA256 {
		return changed
	}
	return nil
}
