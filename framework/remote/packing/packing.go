package packing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/host"
)

// Pack makes the archive. Nothing is left after an error.
func (p Packer) Pack(ctx context.Context) (Packed, error) {
	var out Packed
	pkg, err := open(p.Source)
	if err != nil {
		return out, err
	}
	if pkg.Interpreter = p.Interpreter; !p.Untried {
		if _, err := pkg.Command(); err != nil {
			return out, fmt.Errorf("plugin %q: %w", pkg.Name, err)
		}
	}
	c, err := look(pkg, p.Follow)
	if err != nil {
		return out, fmt.Errorf("plugin %q: %w", pkg.Name, err)
	}
	out.Left = c.left
	target, err := p.target(c.files)
	if err != nil {
		return out, err
	}
	out.OS, out.Arch = target.os, target.arch
	err = p.archive(ctx, &out, pkg, c.files)
	return out, err
}

// archive writes the archive, tries it, and gives it its name.
func (p Packer) archive(ctx context.Context, out *Packed, pkg host.Package, files []file) error {
	if err := os.MkdirAll(p.Out, 0o755); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(p.Out, ".packing-*")
	if err != nil {
		return fmt.Errorf("no archive can be written into the folder %s: %w", p.Out, withoutName(err))
	}
	defer os.Remove(temporary.Name())
	defer temporary.Close()
	sum := sha256.New()
	if err := write(io.MultiWriter(temporary, sum), files); err != nil {
		return err
	}
	out.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if out.Bytes, err = temporary.Seek(0, io.SeekCurrent); err != nil {
		return err
	}
	if err := p.try(ctx, out, pkg, temporary.Name()); err != nil {
		return err
	}
	return p.keep(out, temporary)
}

// open finds the plugin at a path.
func open(source string) (host.Package, error) {
	real, err := filepath.Abs(source)
	if err != nil {
		return host.Package{}, err
	}
	if _, err := os.Stat(source); err != nil {
		return host.Package{}, err
	}
	pkg, err := host.OpenPackage(filepath.Base(real), real)
	switch {
	case err != nil:
		return pkg, fmt.Errorf("there is nothing to pack: %w", err)
	case pkg.Own():
		return pkg, fmt.Errorf("%s is part of bench, which everybody has who could install it", source)
	}
	return pkg, nil
}

// target is the platform that the archive is for.
func (p Packer) target(files []file) (platform, error) {
	if p.Platform != "" {
		return parsePlatform(p.Platform)
	}
	return platformOf(files)
}

// keep gives the archive its name.
func (p Packer) keep(out *Packed, temporary *os.File) error {
	out.Path = filepath.Join(p.Out, out.FileName())
	_, there, err := inputfile.Sum(out.Path)
	switch {
	case err == nil && there == out.SHA256:
		out.Unchanged = true
		return nil
	case err == nil && !p.Replace:
		return fmt.Errorf("%s is there already, with other bytes (SHA-256 %s, and now %s): give the changed plugin another "+
			"version, or write -replace if nobody has that archive yet", out.Path, there, out.SHA256)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := errors.Join(temporary.Chmod(0o644), temporary.Sync()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), out.Path)
}

// withoutName is what the system says of a file whose name means nothing to a user.
func withoutName(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}
