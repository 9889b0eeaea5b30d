package archive

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
)

var errFound = errors.New("found")

// Member writes the file at a path of an archive, or its only file if the path is "", and returns its path.
func Member(file string, kind Kind, limits Limits, name string, to io.Writer) (string, error) {
	if name == "" && !kind.Single() {
		names, err := Names(file, kind, limits)
		switch {
		case err != nil:
			return "", err
		case len(names) == 0:
			return "", fmt.Errorf("%s holds no files", filepath.Base(file))
		case len(names) > 1:
			return "", fmt.Errorf("the archive holds %s; say which one has the rows, for example member = %q: it holds %s",
				wording.Count(len(names), "file"), names[0], wording.First(names, 20))
		}
		name = names[0]
	}
	var seen []string
	err := Walk(file, kind, limits, func(e Entry, r io.Reader) error {
		if seen = append(seen, e.Name); e.Name != name && !kind.Single() {
			return nil
		}
		if _, err := io.Copy(to, r); err != nil {
			return err
		}
		return errFound
	})
	switch {
	case errors.Is(err, errFound):
		return name, nil
	case err != nil:
		return "", err
	}
	return "", fmt.Errorf("the archive has no member %q.%s It holds %s", name, wording.Meant(name, seen),
		wording.First(seen, 20))
}

// Text gives a text to read: that of a file, or what is compressed in it. An archive of several files is an error.
func Text(file string, limits Limits, read func(io.Reader) error) error {
	kind, err := KindOf(file)
	switch {
	case err != nil:
		return err
	case kind == Plain:
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		return read(f)
	case kind.Single():
		return Walk(file, kind, limits, func(_ Entry, r io.Reader) error { return read(r) })
	}
	return fmt.Errorf("it is an archive (.%s), and should be a file or a compressed one", kind)
}

// Names lists the files of an archive in order.
func Names(file string, kind Kind, limits Limits) ([]string, error) {
	var all []string
	err := Walk(file, kind, limits, func(e Entry, _ io.Reader) error {
		all = append(all, e.Name)
		return nil
	})
	slices.Sort(all)
	return all, err
}

// Unpack writes all files of an archive below a folder, which must not exist. After an error it does not exist either.
func Unpack(file string, kind Kind, limits Limits, dir string) (err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	return Walk(file, kind, limits, func(e Entry, r io.Reader) error {
		path := filepath.Join(dir, filepath.FromSlash(e.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		// O_EXCL: a name that is there twice, in another case for example, is an error.
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644|e.Mode&0o111)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, r)
		return errors.Join(err, f.Close())
	})
}
