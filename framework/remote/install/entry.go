package install

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/language/requires"
)

// entry says what to lock of a plugin. What is locked stays, and platforms that are new are added; differences are
// told, and taken with an upgrade.
func (w *work) entry(ctx context.Context, r *requires.Plugin, before requires.Locked,
	locked bool) (requires.Locked, error) {
	if locked && !w.Upgrade {
		if err := w.meets(r, before); err != nil {
			return before, err
		}
	}
	now, err := w.offered(ctx, r, before, locked)
	switch {
	case ctx.Err() != nil:
		return now, ctx.Err()
	case err == nil:
	case locked && !w.Upgrade && !errors.Is(err, errUntrusted):
		w.Tell(fmt.Sprintf("plugin %s could not be looked up again: %v. What is locked stays", r.Name, err))
		return before, nil
	default:
		return now, err
	}
	if !locked || w.Upgrade && r.Kind == requires.Address {
		return now, nil
	}
	changes := changes(before, now)
	for _, c := range changes {
		stays := map[bool]string{true: "It is taken", false: "What is locked stays; -upgrade takes the change"}[w.Upgrade]
		w.Tell(fmt.Sprintf("plugin %s has changed: %s. %s", r.Name, c, stays))
	}
	if w.Upgrade && len(changes) > 0 {
		return now, nil
	}
	before.Archives = slices.Clone(before.Archives)
	for _, a := range now.Archives {
		if before.Version == now.Version && !slices.ContainsFunc(before.Archives, a.Overlaps) {
			before.Archives = append(before.Archives, a)
		}
	}
	return before, nil
}

// meets refuses a locked version that the file does not take any more.
func (w *work) meets(r *requires.Plugin, before requires.Locked) error {
	if r.Version == "" || before.Version == "" {
		return nil
	}
	if ok, err := requires.SatisfiesVersion(r.Version, before.Version); err == nil && ok {
		return nil
	}
	return fmt.Errorf("plugin %s is locked, and the file asks for %s. If the change is wanted, run: bench fetch %s "+
		"-upgrade", title(before), r.Version, w.file.Path)
}

// offered is what the source of a plugin offers now.
func (w *work) offered(ctx context.Context, r *requires.Plugin, before requires.Locked,
	locked bool) (requires.Locked, error) {
	out := requires.Locked{Name: r.Name, Source: r.Written}
	if r.Kind == requires.Address {
		out.Archives = w.addressed(r, before, locked)
		return out, nil
	}
	index, err := w.read(ctx)
	if err != nil {
		return out, err
	}
	if out.Version, err = index.Choose(r.Written, r.Version); err != nil {
		return out, err
	}
	for _, a := range index.Of(r.Written, out.Version) {
		if a.URL, err = index.locate(a.URL); err != nil {
			return out, err
		}
		out.Archives = append(out.Archives, a)
	}
	return out, nil
}

// addressed is the archive at an address: that of this platform, if the address names one. Its digest is that of the
// lock file, unless a change is to be taken.
func (w *work) addressed(r *requires.Plugin, before requires.Locked, locked bool) []requires.Archive {
	a := requires.Archive{URL: r.Written}
	if strings.Contains(r.Written, "{os}") || strings.Contains(r.Written, "{arch}") {
		a.OS, a.Arch = w.OS, w.Arch
		a.URL = strings.NewReplacer("{os}", w.OS, "{arch}", w.Arch).Replace(r.Written)
	}
	all := []requires.Archive{a}
	if !locked || w.Upgrade {
		return all
	}
	if had, there := requires.For(before.Archives, w.OS, w.Arch); there {
		all[0] = had
	}
	return all
}

// changes says in what an entry differs from an older one.
func changes(old, now requires.Locked) (all []string) {
	if old.Version != now.Version && now.Version != "" {
		return []string{fmt.Sprintf("its version is %s, and was %s", now.Version, old.Version)}
	}
	for _, a := range now.Archives {
		i := slices.IndexFunc(old.Archives, a.Overlaps)
		switch {
		case i < 0: // a platform more
		case old.Archives[i].SHA256 != a.SHA256:
			all = append(all, otherArchive(old.Archives[i], a))
		}
	}
	return all
}

func otherArchive(old, now requires.Archive) string {
	return fmt.Sprintf("its archive for %s has the SHA-256 %s, and had %s", now.Platform(), now.SHA256, old.SHA256)
}

// title is a plugin with its version, if that is known.
func title(p requires.Locked) string { return strings.TrimSpace(p.Name + " " + p.Version) }
