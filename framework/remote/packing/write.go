package packing

import (
	"archive/tar"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// write writes a .tar.gz archive: the same files give the same bytes, whoever owns them, wherever they are and whenever
// they were written.
func write(w io.Writer, files []file) error {
	packed := gzip.NewWriter(w)
	members := tar.NewWriter(packed)
	for _, f := range files {
		if err := member(members, f); err != nil {
			return err
		}
	}
	if err := members.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// member writes a file.
func member(w *tar.Writer, f file) error {
	from, size, err := inputfile.Open(f.at)
	if err != nil {
		return err
	}
	defer from.Close()
	mode := int64(0o644)
	if f.executable {
		mode = 0o755
	}
	h := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: mode, Size: size, ModTime: time.Unix(0, 0)}
	if err := w.WriteHeader(h); err != nil {
		return err
	}
	n, err := io.Copy(w, io.LimitReader(from, h.Size))
	if err == nil && n < h.Size {
		err = fmt.Errorf("%s became shorter while it was packed", f.at)
	}
	return err
}
