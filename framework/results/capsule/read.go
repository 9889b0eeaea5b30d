package capsule

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/wording"
)

// Opened is a capsule that was unpacked.
type Opened struct {
	Manifest
	Dir    string // holds its members
	Digest string // of its manifest
	// Flaws are the members that are not what the manifest says.
	Flaws []Flaw
}

// Flaw is a member that is not what the manifest says.
type Flaw struct {
	Member string `json:"member"`
	What   string `json:"what"`
}

func (f Flaw) String() string { return f.Member + " " + f.What }

// Unpack unpacks a capsule into an empty folder. An error means that the file is not a capsule, or one that could do
// harm: it has links, devices, paths that lead elsewhere, more bytes than it says or than a capsule of its size has.
// Members with other bytes than the manifest says are flaws.
func Unpack(file, dir string) (*Opened, error) {
	f, size, err := inputfile.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	o, err := unpack(f, size, dir)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read as a capsule: %w", file, err)
	}
	return o, nil
}

// unpack is Unpack of the bytes of a file of some size.
func unpack(r io.Reader, size int64, dir string) (*Opened, error) {
	packed, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	all := &bounded{from: packed, left: mostManifest + freeOverhead}
	members := tar.NewReader(all)
	o, err := begin(members, size, dir)
	if err != nil {
		return nil, err
	}
	all.left += o.Bytes() + int64(len(o.Members))*overhead
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	u := unpacking{o, root, map[string]Member{}}
	for _, one := range o.Members {
		u.left[one.Name] = one
	}
	for {
		h, err := members.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := u.take(h, members); err != nil {
			return nil, err
		}
	}
	for _, one := range o.Members {
		if _, missing := u.left[one.Name]; missing {
			o.flaw(one.Name, "is missing, and the capsule names it")
		}
	}
	return o, nothingMore(all)
}

// The bytes that tar takes for a member besides its content, and that are free.
const overhead, freeOverhead = 4 << 10, 1 << 20

// bounded reads no more than the members that are named can have.
type bounded struct {
	from io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errors.New("it holds more than it names")
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// begin reads the manifest, which comes first.
func begin(members *tar.Reader, size int64, dir string) (*Opened, error) {
	h, err := members.Next()
	if err != nil {
		return nil, err
	}
	if h.Name != ManifestName || h.Typeflag != tar.TypeReg || h.Size > mostManifest {
		return nil, fmt.Errorf("it does not begin with %s; bench pack makes capsules", ManifestName)
	}
	text, err := io.ReadAll(members)
	if err != nil {
		return nil, err
	}
	m, err := parse(text)
	if err != nil {
		return nil, err
	}
	if bytes := m.Bytes(); bytes > freeRatio && bytes/mostRatio > size {
		return nil, fmt.Errorf("its members have %d bytes, which is more than %d times its size: results are not like that",
			bytes, mostRatio)
	}
	return &Opened{Manifest: m, Dir: dir, Digest: Digest(text)}, nil
}

// nothingMore reads to the end, where a checksum of all bytes is.
func nothingMore(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

// unpacking writes members.
type unpacking struct {
	*Opened
	root *os.Root
	left map[string]Member // that the manifest names and that have not come
}

// take writes a member, if it is one that the manifest names.
func (u *unpacking) take(h *tar.Header, from io.Reader) error {
	one, named := u.left[h.Name]
	switch {
	case h.Typeflag != tar.TypeReg:
		return fmt.Errorf("its member %q is not a plain file", wording.Harmless(h.Name, longestName))
	case !harmless(h.Name):
		return fmt.Errorf("its member %q has a path that leads elsewhere", wording.Harmless(h.Name, longestName))
	case !named:
		u.flaw(h.Name, "is not among the members that the capsule names, or comes twice")
		return nil
	case h.Size != one.Bytes:
		delete(u.left, h.Name)
		u.flaw(h.Name, fmt.Sprintf("has %d bytes, and the capsule names %d", h.Size, one.Bytes))
		return nil
	}
	delete(u.left, h.Name)
	sum, err := u.write(one, from)
	if err == nil && sum != one.SHA256 {
		u.flaw(h.Name, fmt.Sprintf("has the SHA-256 %.12s…, and the capsule names %.12s…", sum, one.SHA256))
	}
	return err
}

func (u *unpacking) write(one Member, from io.Reader) (digest string, err error) {
	at := filepath.FromSlash(one.Name)
	if err := u.root.MkdirAll(path.Dir(one.Name), 0o755); err != nil {
		return "", err
	}
	mode := fs.FileMode(0o644)
	if one.Executable {
		mode = 0o755
	}
	f, err := u.root.OpenFile(at, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(f, sum), io.LimitReader(from, one.Bytes))
	return hex.EncodeToString(sum.Sum(nil)), errors.Join(err, f.Close())
}

func (o *Opened) flaw(member, what string) {
	const mostFlaws = 1000
	if len(o.Flaws) < mostFlaws {
		o.Flaws = append(o.Flaws, Flaw{wording.Harmless(member, longestName), what})
	}
}

// Results is the results folder of the capsule.
func (o *Opened) Results() string { return filepath.Join(o.Dir, ResultsFolder) }

// Path is where a member is.
func (o *Opened) Path(member string) string { return filepath.Join(o.Dir, filepath.FromSlash(member)) }

// Holds reports whether a folder is an unpacked capsule.
func Holds(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, ManifestName))
	return err == nil && info.Mode().IsRegular()
}

// Copy is [Unpack] for a capsule that was unpacked by hand, of which it takes what the manifest names.
func Copy(from, dir string) (*Opened, error) {
	text, err := inputfile.Read(filepath.Join(from, ManifestName), mostManifest)
	if err != nil {
		return nil, err
	}
	m, err := parse(text)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	u := unpacking{&Opened{Manifest: m, Dir: dir, Digest: Digest(text)}, root, map[string]Member{}}
	for _, one := range m.Members {
		if err := u.copy(one, filepath.Join(from, filepath.FromSlash(one.Name))); err != nil {
			return nil, err
		}
	}
	return u.Opened, nil
}

// copy takes a member from where it was unpacked.
func (u *unpacking) copy(one Member, path string) error {
	f, size, err := inputfile.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		u.flaw(one.Name, "is missing, and the capsule names it")
		return nil
	case err != nil:
		return err
	}
	defer f.Close()
	u.left[one.Name] = one
	return u.take(&tar.Header{Typeflag: tar.TypeReg, Name: one.Name, Size: size}, f)
}
