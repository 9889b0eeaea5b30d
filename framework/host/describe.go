package host

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Describe starts every package in slot 0 and collects what they offer. The
// errors are those of packages that do not start or that offer a component
// that another one offers too; the rest can be used.
func (p *Pool) Describe(ctx context.Context) ([]Described, []error) {
	type answer struct {
		described Described
		err       error
	}
	answers := make([]answer, len(p.packages))
	var wg sync.WaitGroup
	for i, pkg := range p.packages {
		wg.Go(func() {
			answers[i].described, answers[i].err = p.describe(ctx, pkg)
		})
	}
	wg.Wait()
	var errs []error
	for _, a := range answers {
		if a.err == nil {
			a.err = p.adopt(a.described)
		}
		if a.err != nil {
			errs = append(errs, a.err)
		}
	}
	return p.described, errs
}

// describe hashes a package, if that was not done, starts it and asks what it offers. If
// that fails and something is known to be missing, the error says that alone.
func (p *Pool) describe(ctx context.Context, pkg Package) (Described, error) {
	switch {
	case pkg.Attached != nil:
		pkg.Digest = pkg.Attached.digest()
	case pkg.Digest == "":
		if err := pkg.hash(); err != nil {
			return Described{}, &Error{Plugin: pkg.Name, Doing: starting, Err: err}
		}
	}
	p.launch(ctx, slotKey{0, pkg.Name}, pkg, true)
	p.launchAhead(ctx, p.Ahead, pkg, true)
	process, err := p.process(ctx, 0, pkg)
	if err == nil {
		var d service.Description
		if d, err = process.Describe(ctx); err == nil {
			if pkg.Offered == nil && pkg.held != nil {
				keepOffers(pkg.held.cache, pkg.Digest, d.Components)
			}
			return Described{pkg, d}, nil
		}
	}
	if lack := pkg.Lacks(ctx); lack != nil && ctx.Err() == nil {
		err = &Error{Plugin: pkg.Name, Doing: starting, Err: lack}
	}
	return Described{}, err
}

// adopt makes a package the home of its components.
func (p *Pool) adopt(d Described) error {
	for _, c := range d.Components {
		if other, ok := p.home[homeKey(c.Kind, c.Name)]; ok {
			return &Error{Plugin: d.Package.Name, Doing: "describing itself",
				Err: fmt.Errorf("%s offers %s %q, which %s offers already: remove one of them", d.Root, c.Kind, c.Name, other.Root)}
		}
	}
	for _, c := range d.Components {
		same := func(ours contract.Component) bool { return ours.Kind == c.Kind && ours.Name == c.Name }
		if slices.ContainsFunc(p.BuiltIn, same) {
			return &Error{Plugin: d.Package.Name, Doing: "describing itself",
				Err: fmt.Errorf("it offers %s %q, which is part of bench: give it another name", c.Kind, c.Name)}
		}
	}
	for _, c := range d.Components {
		p.home[homeKey(c.Kind, c.Name)] = d
	}
	p.described = append(p.described, d)
	return nil
}

// Plugin returns a live process of a worker slot that offers a component.
func (p *Pool) Plugin(ctx context.Context, slot int, kind contract.Kind, component string) (service.Plugin, error) {
	home, ok := p.home[homeKey(kind, component)]
	if !ok {
		return nil, fmt.Errorf("no plugin offers %s %q", kind, component)
	}
	p.mu.Lock()
	p.use(home.Package.Name).asked = true
	p.mu.Unlock()
	return p.process(ctx, slot, home.Package)
}

// Keep ends the processes of packages of which no component is used, and those of
// slots beyond a number. Should one be asked for later, it is started again. Of the
// used packages with manifests it starts in the background what the slots lack. The error
// says that there is no room for so many processes.
func (p *Pool) Keep(ctx context.Context, slots int, used func(kind contract.Kind, component string) bool) error {
	keep := map[string]bool{}
	for _, d := range p.described {
		for _, c := range d.Components {
			keep[d.Package.Name] = keep[d.Package.Name] || used(c.Kind, c.Name)
		}
	}
	kept := 0
	for _, used := range keep {
		if used {
			kept++
		}
	}
	if err := checkFiles(filesRunning, slots*kept); err != nil {
		return err
	}
	p.end(func(key slotKey) bool { return !keep[key.name] || key.slot >= slots })
	for _, d := range p.described {
		if keep[d.Package.Name] {
			p.launchAhead(ctx, slots, d.Package, false)
		}
	}
	return nil
}
