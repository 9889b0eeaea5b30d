package launch

import (
	"cmp"
	"context"
	"errors"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/requires"
)

// ErrNothingRequired says that a file requires no plugins and has no lock file.
var ErrNothingRequired = errors.New("nothing is required")

// Lock writes the lock file for the required plugins of a file, which it starts. It returns
// what is locked, and whether the lock file has changed.
func (s *Session) Lock(ctx context.Context, path string, upgrade bool) (
	entries []requires.Locked, written bool, err error) {
	file, diags := experiment.Parse(path, s.Vars)
	if diags.HasErrors() {
		return nil, false, s.refuse(diags)
	}
	s.Show(diags)
	required, diags := openRequired(file)
	s.required, s.Thorough = required, true
	old, found := requires.ReadLock(requires.LockPath(path))
	diags = append(diags, found...)
	if !upgrade {
		diags = append(diags, old.Changed(required.Plugins, required.digests(), file.Path)...)
	}
	if diags.HasErrors() {
		return nil, false, s.refuse(diags)
	}
	if len(required.Plugins) == 0 && old == nil {
		return nil, false, ErrNothingRequired
	}
	if entries, err = s.lockEntries(ctx, old); err != nil {
		return nil, false, err
	}
	if !upgrade {
		diags := old.OtherRuntimes(required.Plugins, runtimesOf(entries), file.Path, contract.Error)
		if diags.HasErrors() {
			return nil, false, s.refuse(diags)
		}
	}
	if written, err = old.With(entries).Save(requires.LockPath(path), old); err == nil {
		s.Show(required.checkLock())
	}
	return entries, written, err
}

// lockEntries starts the required plugins and says what to lock of them. Of those that come from elsewhere bench fetch
// has locked the bytes.
func (s *Session) lockEntries(ctx context.Context, old *requires.Lock) ([]requires.Locked, error) {
	diags, err := s.launch(ctx, s.required.Packages)
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, s.refuse(diags)
	}
	s.Show(diags)
	var entries []requires.Locked
	for _, d := range s.Described {
		origin := s.required.Origin[d.Package.Name]
		entry := requires.Locked{
			Name: d.Package.Name, Source: origin.Written, Version: d.Version, SHA256: d.Digest, Runtimes: d.Runtimes, Env: d.Env,
			Interpreter: origin.Interpreter,
		}
		if before, downloaded := old.Downloaded(*origin); downloaded {
			entry.Archives, entry.SHA256, entry.Version = before.Archives, "", cmp.Or(before.Version, d.Version)
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

func runtimesOf(entries []requires.Locked) map[string]map[string]string {
	runtimes := map[string]map[string]string{}
	for _, e := range entries {
		runtimes[e.Name] = e.Runtimes
	}
	return runtimes
}

// Elsewhere names a required plugin that comes from elsewhere by what an experiment that was taken to another machine
// finds it by; false of others.
func (s *Session) Elsewhere(plugin string) (key string, is bool) {
	f, is := s.required.fetched[plugin]
	return archiveKey(f.archive.SHA256), is
}
