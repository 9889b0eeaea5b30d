package host

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/contract/service"
)

// sameRuntimes refuses a process that runs on other versions than the one which
// described the package, or under a configuration on others than when that was
// checked: a library may have been replaced since. Its files are compared before it
// starts.
func (p *Pool) sameRuntimes(ctx context.Context, started *Process) error {
	i := slices.IndexFunc(p.described, func(d Described) bool { return d.Package.Name == started.pkg.Name })
	if i < 0 {
		return nil
	}
	now, err := started.Describe(ctx)
	if err != nil {
		return err
	}
	before, after := p.described[i].Origin(), Described{started.pkg, now}.Origin()
	if !before.Same(after) {
		return changed(started, before, after)
	}
	for _, c := range p.heardOf(started.pkg) {
		v, err := started.judge(ctx, c.ref)
		if err != nil {
			return err
		}
		if !maps.Equal(v.Runtimes, c.runtimes) {
			return changed(started, before.With(c.runtimes), after.With(v.Runtimes))
		}
	}
	return nil
}

func changed(started *Process, before, after service.Origin) error {
	return &Error{Plugin: started.pkg.Name, Doing: "starting", Err: fmt.Errorf(
		"it ran on %s when bench began and runs on %s now; run bench again to use the new versions", before.On(), after.On())}
}

// heard keeps a configuration that runs on more than its package says, the first of
// those of a component that run on the same.
func (p *Pool) heard(pkg Package, ref service.ComponentRef, runtimes map[string]string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u := p.use(pkg.Name)
	known := slices.ContainsFunc(u.configured, func(c configured) bool {
		return c.ref.Kind == ref.Kind && c.ref.Name == ref.Name && maps.Equal(c.runtimes, runtimes)
	})
	if len(runtimes) > 0 && !known {
		u.configured = append(u.configured, configured{ref, runtimes})
	}
}

func (p *Pool) heardOf(pkg Package) []configured {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.use(pkg.Name).configured)
}
