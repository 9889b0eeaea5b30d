package packing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/remote/archive"
)

// try unpacks the archive as an installation does, and starts the plugin from it where that is possible: what the
// archive lacks shows there.
func (p Packer) try(ctx context.Context, out *Packed, pkg host.Package, archived string) error {
	unpacked, err := unpack(archived)
	if err != nil {
		return err
	}
	defer unpacked.dir.Remove()
	copied, err := host.OpenPackage(pkg.Name, unpacked.plugin)
	if err != nil {
		return fmt.Errorf("what was packed is not a plugin: %w", err)
	}
	if out.Package, err = copied.Tree(); err != nil {
		return err
	}
	out.Remarks = p.interpreter(&copied, pkg)
	if p.Untried || !out.Suits(runtime.GOOS, runtime.GOARCH) {
		return p.believe(out)
	}
	d, err := describe(ctx, copied)
	if err != nil {
		return fmt.Errorf("the plugin does not start from its archive, so nobody could use it: %w", err)
	}
	if p.Version != "" && p.Version != d.Version {
		return fmt.Errorf("-version is %s, and the plugin says that it has version %s: change one of them", p.Version,
			d.Version)
	}
	out.Name, out.Version, out.Components = cmp.Or(p.Name, d.Description.Name), d.Version, d.Components
	return out.Check()
}

// believe takes name and version of a plugin that cannot be asked from the flags.
func (p Packer) believe(out *Packed) error {
	why := "it was not started, because of -untried"
	if !p.Untried {
		why = fmt.Sprintf("it is for %s, and this is %s/%s", out.Archive.Platform(), runtime.GOOS, runtime.GOARCH)
	}
	if p.Name == "" || p.Version == "" {
		return fmt.Errorf("bench cannot ask the plugin for its name and version (%s): write -name and -version", why)
	}
	out.Name, out.Version = p.Name, p.Version
	out.Remarks = append(out.Remarks, "Whether it starts was not checked: "+why+".")
	return out.Check()
}

// unpacked is an archive in a temporary folder.
type unpacked struct {
	dir    *scratch.Dir // to be removed
	plugin string       // the file or folder in it that is the plugin
}

// unpack unpacks the archive of a plugin as an installation does. After an error there is no folder.
func unpack(path string) (u unpacked, err error) {
	kind, err := archive.KindOf(path)
	if err != nil {
		return u, err
	}
	if kind != archive.Zip && kind != archive.Tar {
		return u, errors.New("it is neither a .tar.gz nor a .zip archive")
	}
	if u.dir, err = scratch.Temporary(); err != nil {
		return u, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, u.dir.Remove())
		}
	}()
	u.plugin = filepath.Join(u.dir.Path, "archive")
	if err := archive.Unpack(path, kind, archive.Plugin, u.plugin); err != nil {
		return u, err
	}
	entries, err := os.ReadDir(u.plugin)
	if len(entries) == 1 {
		u.plugin = filepath.Join(u.plugin, entries[0].Name())
	}
	return u, err
}

// describe starts a plugin and asks what it offers.
func describe(ctx context.Context, pkg host.Package) (host.Described, error) {
	sockets, err := scratch.Sockets()
	if err != nil {
		return host.Described{}, err
	}
	defer sockets.Remove()
	temporary, err := scratch.Temporary()
	if err != nil {
		return host.Described{}, err
	}
	defer temporary.Remove()
	pool := host.NewPool([]host.Package{pkg}, host.Folders{Sockets: sockets.Path, Temporary: temporary.Path})
	defer pool.Close()
	described, errs := pool.Describe(ctx)
	if len(errs) > 0 {
		return host.Described{}, errors.Join(errs...)
	}
	return described[0], nil
}

// interpreter lets an unpacked plugin run with the interpreter that is asked for, or with that of the folder that was
// packed if this is not in the archive. It says what users of the archive need.
func (p Packer) interpreter(copied *host.Package, from host.Package) (remarks []string) {
	if copied.Manifest == nil {
		return nil
	}
	copied.Interpreter = p.Interpreter
	word := copied.Manifest.Command[0]
	if strings.Contains(word, "/") && !filepath.IsAbs(word) {
		if _, err := os.Stat(filepath.Join(copied.Root, word)); err != nil {
			if p.Interpreter == "" {
				copied.Interpreter = filepath.Join(from.Root, word)
			}
			remarks = append(remarks, fmt.Sprintf("Its command begins with %s, which is not in the archive: an experiment "+
				"file that requires it says by interpreter = \"…\" what runs it.", word))
		}
	}
	if needs := copied.Manifest.Requires; len(needs) > 0 {
		remarks = append(remarks, fmt.Sprintf("It needs %s, which is not in the archive.", wording.And(needs)))
	}
	return remarks
}
