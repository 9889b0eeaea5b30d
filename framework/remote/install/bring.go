package install

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/remote/archive"
	"github.com/manyclass/bench/framework/remote/download"
)

// bring puts the archive into the cache, and unpacks it. It returns the archive with its digests. locked says that the
// lock file has them.
func (w *work) bring(ctx context.Context, r *requires.Plugin, a requires.Archive,
	locked bool) (requires.Archive, error) {
	got, err := w.archive(ctx, a)
	var other *download.Other
	switch {
	case errors.As(err, &other) && locked:
		return a, fmt.Errorf("%w. If the change is wanted, run: bench fetch %s -upgrade", err, w.file.Path)
	case errors.As(err, &other):
		return a, fmt.Errorf("%w. The index is older or newer than the archive, or somebody has changed one of them", err)
	case err != nil:
		return a, err
	}
	a.SHA256 = got.SHA256
	tree, err := w.tree(r, a)
	switch {
	case err == nil && (a.Package == "" || a.Package == tree):
		a.Package = tree
		return a, nil
	case err == nil && a.Package != tree:
		err = fmt.Errorf("its files have the SHA-256 %s, and %s has package = %q", tree, said(locked), a.Package)
	}
	return a, err
}

// said names what has said what an archive holds.
func said(locked bool) string {
	if locked {
		return "the lock file"
	}
	return "the index"
}

// archive downloads or copies an archive.
func (w *work) archive(ctx context.Context, a requires.Archive) (cache.Digests, error) {
	at := w.place(a.URL)
	if remote(at) {
		got, err := w.Client.File(ctx, at, download.Want{SHA256: a.SHA256, Most: archive.Plugin.Bytes})
		return got.Digests, err
	}
	if w.Cache.Whole(a.SHA256) {
		return cache.Digests{SHA256: a.SHA256}, nil
	}
	from, size, err := inputfile.Open(w.onDisk(at))
	if err != nil {
		return cache.Digests{}, err
	}
	defer from.Close()
	if most := archive.Plugin.Bytes; size > most {
		return cache.Digests{}, &inputfile.SizeError{Path: w.onDisk(at), Size: size, Most: most}
	}
	part, err := w.Cache.Partial("copy of " + w.onDisk(at))
	if err != nil {
		return cache.Digests{}, err
	}
	defer part.Close()
	if err := part.Discard(); err != nil {
		return cache.Digests{}, err
	}
	if _, err := io.Copy(part, from); err != nil {
		return cache.Digests{}, errors.Join(err, part.Discard())
	}
	found, err := cache.Digest(part)
	if err == nil && a.SHA256 != "" && a.SHA256 != found.SHA256 {
		err = &download.Other{URL: at, Digest: "SHA-256", Want: a.SHA256, Found: found.SHA256}
	}
	if err != nil {
		return found, errors.Join(err, part.Discard())
	}
	_, err = part.Keep(found.SHA256)
	return found, err
}

// tree unpacks an archive, unless that is done, and returns the digest of its files.
func (w *work) tree(r *requires.Plugin, a requires.Archive) (string, error) {
	if at, there := w.Cache.Unpacked(a.SHA256); there {
		if tree, err := treeOf(r, at); err == nil && tree == a.Package {
			return tree, nil
		}
	}
	packed, _ := w.Cache.Path(a.SHA256)
	kind, err := archive.KindOf(packed)
	if err != nil {
		return "", err
	}
	if kind != archive.Zip && kind != archive.Tar {
		return "", fmt.Errorf("%s is neither a .tar.gz nor a .zip archive", w.place(a.URL))
	}
	at, err := w.Cache.Unpack(a.SHA256, func(dir string) error {
		return archive.Unpack(packed, kind, archive.Plugin, dir)
	})
	if err != nil {
		return "", fmt.Errorf("%s: %w", w.place(a.URL), err)
	}
	return treeOf(r, at)
}

// treeOf is the digest of an unpacked plugin.
func treeOf(r *requires.Plugin, at string) (string, error) {
	pkg, err := host.OpenPackage(r.Name, at)
	if err != nil {
		return "", err
	}
	return pkg.Tree()
}
