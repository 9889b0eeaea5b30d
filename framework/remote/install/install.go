// Package install brings the plugins that an experiment file requires by an address or by a name into the cache, and
// says what to lock of them. It starts none.
package install

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/requires"
)

// Installed is a plugin that is in the cache now.
type Installed struct {
	requires.Locked
	Archive requires.Archive // for this platform
}

// Outcome is what was done for an experiment file.
type Outcome struct {
	Plugins []Installed // in the order of the file
	Written bool        // whether the lock file has changed
	Diags   diagnostic.List
}

// File fetches the plugins of an experiment file, and writes the lock file after each. What cannot be fetched is an
// error in the outcome; the rest is fetched nevertheless.
func (i *Installer) File(ctx context.Context, path string, vars map[string]string) (Outcome, error) {
	var out Outcome
	file, diags := experiment.Parse(path, vars)
	if file == nil || diags.HasErrors() {
		return out, nil // fetching data says it
	}
	lock, unread := file.Lock()
	if unread.HasErrors() {
		out.Diags = unread
		return out, nil
	}
	w := &work{Installer: i, file: file, dir: file.Files.Absolute(".")}
	for n := range file.RequiredPlugins {
		r := &file.RequiredPlugins[n]
		if r.Kind == requires.Path {
			continue
		}
		installed, err := w.plugin(ctx, r, lock)
		switch {
		case ctx.Err() != nil:
			return out, ctx.Err()
		case err != nil:
			out.Diags = append(out.Diags, refusal(r, err)...)
			continue
		}
		out.Plugins = append(out.Plugins, installed)
		next := lock.With([]requires.Locked{installed.Locked})
		written, err := next.Save(requires.LockPath(path), lock)
		if err != nil {
			return out, fmt.Errorf("the lock file cannot be written: %w", err)
		}
		lock, out.Written = next, out.Written || written
	}
	return out, nil
}

// refusal says at the entry of required_plugins why a plugin was not fetched.
func refusal(r *requires.Plugin, err error) diagnostic.List {
	var places *errDiags
	var bad *manifest.Error
	switch {
	case errors.As(err, &places):
		return places.List
	case errors.As(err, &bad):
		return bad.List
	}
	return diagnostic.List{r.Errorf(mistake.NotFetched, fmt.Sprintf("Plugin %q was not fetched", r.Name), "%s",
		wording.Sentence(err, ""))}
}

// plugin fetches a plugin.
func (w *work) plugin(ctx context.Context, r *requires.Plugin, lock *requires.Lock) (Installed, error) {
	before, locked := lock.Downloaded(*r)
	entry, err := w.entry(ctx, r, before, locked)
	if err != nil {
		return Installed{}, err
	}
	entry.Interpreter, entry.Env = r.Interpreter, maps.Clone(r.Env)
	if locked && !w.Upgrade { // a run says in what they differ
		entry.Interpreter, entry.Env = before.Interpreter, before.Env
	}
	a, there := requires.For(entry.Archives, w.OS, w.Arch)
	if !there {
		return Installed{}, fmt.Errorf("plugin %s is there for %s, and this is %s/%s", title(entry),
			requires.Platforms(entry.Archives), w.OS, w.Arch)
	}
	had, _ := requires.For(before.Archives, w.OS, w.Arch)
	a, err = w.bring(ctx, r, a, had.SHA256 != "" && had.SHA256 == a.SHA256)
	if err != nil {
		return Installed{}, err
	}
	if had.SHA256 != "" && had.SHA256 != a.SHA256 && r.Kind == requires.Address {
		w.Tell(fmt.Sprintf("plugin %s has changed: %s. It is taken", r.Name, otherArchive(had, a)))
	}
	for n := range entry.Archives {
		if entry.Archives[n].Suits(w.OS, w.Arch) {
			entry.Archives[n] = a
		}
	}
	return Installed{entry, a}, nil
}
