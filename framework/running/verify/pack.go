package verify

import (
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/results/capsule"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
)

// Collect lists what a capsule of a results folder holds. Nothing is started, unless plugins loaded code from outside
// their packages, of which only they know where it is.
func (p Packing) Collect(ctx context.Context) (*capsule.Manifest, []capsule.File, error) {
	c := &packer{Packing: p, listed: map[string]bool{}}
	var err error
	if c.part, err = folder.Read(p.Dir); err != nil {
		return nil, nil, err
	}
	s := &launch.Session{Options: p.Options}
	if c.file, c.bound, err = s.Unstarted(p.Dir); err != nil {
		return nil, nil, err
	}
	c.m = capsule.Manifest{Bench: p.Options.Build, Experiment: c.part.Plan.Experiment, Kernels: c.part.Manifest.Kernels,
		Data: []capsule.Data{}, Plugins: []capsule.Plugin{}}
	for _, step := range []func() error{c.results, c.data, c.plugins, func() error { return c.code(ctx) }} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	files, err := c.m.Fill(c.files)
	return &c.m, files, err
}

// results takes what a results folder holds, except what plugins printed and what others put there.
func (c *packer) results() error {
	altered, err := c.part.Manifest.Altered(c.Dir)
	switch {
	case err != nil:
		return err
	case len(altered) > 0:
		return fmt.Errorf("%s of %s; bench report %s writes the tables again, from the journals", altered[0], c.Dir, c.Dir)
	case len(c.part.Manifest.Files) == 0:
		return fmt.Errorf("%s has no tables, or their report was interrupted: run bench report %s", c.Dir, c.Dir)
	}
	held, err := folder.Held(c.Dir, c.part.Manifest)
	if err != nil {
		return err
	}
	names := slices.Concat(held.Reported, []string{store.ManifestFile}, held.Source, held.Record)
	for _, name := range names {
		c.add(path.Join(capsule.ResultsFolder, name), filepath.Join(c.Dir, filepath.FromSlash(name)), false)
	}
	return nil
}

// plugins names those that the results depend on, with the packages of those that the file requires.
func (c *packer) plugins() error {
	required, keys := map[string]host.Package{}, map[string]string{}
	for i := range c.file.RequiredPlugins {
		p := &c.file.RequiredPlugins[i]
		if pkg, key, err := launch.OpenPlugin(c.file, p); err == nil {
			required[pkg.Digest], keys[pkg.Digest] = pkg, key
		}
	}
	for _, o := range c.part.Plan.Plugins() {
		one := capsule.Plugin{Name: o.Name, Version: o.Version, SHA256: o.SHA256}
		for _, p := range c.file.RequiredPlugins {
			if p.Name == o.Name {
				one.Source = p.Written
				one.Settings = capsule.Settings{Env: p.Env, Interpreter: p.Interpreter, PassEnv: p.PassEnv}
			}
		}
		if key := keys[o.SHA256]; key != "" {
			one.Source = key // of an address or a name in an index
		}
		if slices.ContainsFunc(c.m.Plugins, func(k capsule.Plugin) bool { return k.SHA256 == one.SHA256 }) {
			continue // with other runtimes
		}
		if err := c.plugin(&one, o, required); err != nil {
			return err
		}
		c.m.Plugins = append(c.m.Plugins, one)
	}
	return nil
}

// plugin takes the package of a plugin, or says why not.
func (c *packer) plugin(one *capsule.Plugin, o service.Origin, required map[string]host.Package) error {
	pkg, there := required[o.SHA256]
	switch {
	case one.Source == "" && host.Holds(o.Name):
		one.Why = "part of bench"
	case one.Source == "":
		one.Why = "beside bench, with its interpreter"
	case !there:
		one.Why = "the files at its source are others now"
	case pkg.Own():
		one.Why = "part of bench"
	default:
		folder, base := path.Join(capsule.PluginFolder, o.Name), filepath.Base(pkg.Root)
		files, why, err := counted(path.Join(folder, base), pkg.Root)
		if err != nil {
			return err
		}
		if one.Why = why; why == "" {
			one.Folder, one.Base = folder, base
			c.files = append(c.files, files...)
		}
	}
	return nil
}

// counted lists the files of a package or of code as members, or says why they cannot be packed.
func counted(member, root string) (files []capsule.File, why string, err error) {
	all, err := host.CountedFiles(root)
	for _, f := range all {
		if f.Tied {
			return nil, "it has links, or an environment that belongs to one machine", err
		}
		files = append(files, capsule.File{Name: path.Join(member, filepath.ToSlash(f.Path)), Path: f.At,
			Executable: f.Executable})
	}
	return files, "", err
}

// code takes what plugins load from beside the experiment file.
func (c *packer) code(ctx context.Context) error {
	loads := func(o service.Origin) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(o.Runtimes)),
			func(of string) bool { return strings.HasPrefix(of, contract.CodePrefix) })
	}
	if !slices.ContainsFunc(c.part.Plan.Plugins(), loads) {
		return nil
	}
	s := &launch.Session{Options: c.Options}
	defer s.Close()
	if err := s.Open(ctx, c.Dir); err != nil {
		return fmt.Errorf("looking for the code that plugins load: %w", err)
	}
	home := s.File.Files.Absolute(".")
	for _, code := range s.Pool.Code() {
		relative, err := filepath.Rel(home, code.Path)
		if err != nil || !filepath.IsLocal(relative) {
			continue // it has a version of its own, or is told to be missing
		}
		relative = filepath.ToSlash(relative)
		files, why, err := counted(path.Join(capsule.CodeFolder, relative), code.Path)
		if err != nil {
			return err
		}
		if why == "" {
			c.files = append(c.files, files...)
			c.m.Code = append(c.m.Code, capsule.Code{Path: relative, SHA256: code.Digest})
		}
	}
	return nil
}
