package host

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/service"
)

// Described is a plugin package with what it says of itself.
type Described struct {
	Package
	service.Description
}

// Origin says what the plugin is made of.
func (d Described) Origin() service.Origin {
	return service.Origin{Name: d.Description.Name, Version: d.Version, SHA256: d.Digest, Env: d.counted(), Runtimes: d.Runtimes}
}

// Pool keeps one process for each plugin package and worker slot, started when
// first needed and started anew after it was lost. A package was hashed when it
// was opened; before each launch but the first it is hashed again, and not
// started if its files have changed, nor kept if it runs on other versions.
type Pool struct {
	packages []Package
	folders  Folders

	// Ahead is how many slots get a process of each package with a manifest as soon as
	// it is described, for runs that will need them: such packages can take long to
	// start. The first has one in any case.
	Ahead int
	// BuiltIn are the components that are part of bench: no plugin can offer one of the
	// same kind and name.
	BuiltIn []contract.Component

	awaited   awaited
	mu        sync.Mutex
	logs      func(slotKey, *launch) // says where what a process prints is kept; nil before LogTo
	launches  map[slotKey]*launch
	launched  map[string]bool // packages, by name
	described []Described
	home      map[string]Described // by kind and component
	// configured are configurations that run on more than their package says, by the
	// package's name.
	configured map[string][]configured
	asked      map[string]bool // packages, by name, of which a component was asked for
	code       *outsides       // what they load from outside
}

// configured is a configuration and the versions that it runs on.
type configured struct {
	ref      service.ComponentRef
	runtimes map[string]string
}

type slotKey struct {
	slot int
	name string
}

// NewPool prepares a pool over packages. Nothing starts yet.
func NewPool(packages []Package, folders Folders) *Pool {
	return &Pool{
		packages: packages, folders: folders,
		launches: map[slotKey]*launch{}, launched: map[string]bool{}, home: map[string]Described{},
		configured: map[string][]configured{}, asked: map[string]bool{}, code: newOutsides(),
	}
}

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

// describe hashes a package, if nobody has, starts it and asks what it offers. If
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
			if pkg.Offered == nil {
				keepOffers(pkg.cache, pkg.Digest, d.Components)
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
		if slices.ContainsFunc(p.BuiltIn, func(ours contract.Component) bool { return ours.Kind == c.Kind && ours.Name == c.Name }) {
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

func homeKey(kind contract.Kind, name string) string { return string(kind) + "/" + name }

// Components lists what the described packages offer.
func (p *Pool) Components() []contract.Component {
	var all []contract.Component
	for _, d := range p.described {
		all = append(all, d.Components...)
	}
	slices.SortStableFunc(all, func(a, b contract.Component) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Origin says what the plugin that offers a component is made of; it is the zero
// value where none does.
func (p *Pool) Origin(kind contract.Kind, component string) service.Origin {
	return p.home[homeKey(kind, component)].Origin()
}

// Plugin returns a live process of a worker slot that offers a component.
func (p *Pool) Plugin(ctx context.Context, slot int, kind contract.Kind, component string) (service.Plugin, error) {
	home, ok := p.home[homeKey(kind, component)]
	if !ok {
		return nil, fmt.Errorf("no plugin offers %s %q", kind, component)
	}
	p.mu.Lock()
	p.asked[home.Package.Name] = true
	p.mu.Unlock()
	return p.process(ctx, slot, home.Package)
}

// Vouch returns an error if the code of a plugin that was used is not what it was
// described with: what was computed since then is in doubt.
func (p *Pool) Vouch() error {
	p.mu.Lock()
	used := lists.Filter(p.described, func(d Described) bool { return p.asked[d.Package.Name] })
	p.mu.Unlock()
	for _, d := range used {
		if err := d.verify(running); err != nil {
			return err
		}
	}
	for _, c := range p.code.all() {
		if err := c.verify(c.plugin, running); err != nil {
			return err
		}
	}
	return nil
}

// Code lists what the plugins load from outside their packages, as far as they have said.
func (p *Pool) Code() []Code {
	return lists.Map(p.code.all(), func(c *Code) Code { return *c })
}

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
	known := slices.ContainsFunc(p.configured[pkg.Name], func(c configured) bool {
		return c.ref.Kind == ref.Kind && c.ref.Name == ref.Name && maps.Equal(c.runtimes, runtimes)
	})
	if len(runtimes) > 0 && !known {
		p.configured[pkg.Name] = append(p.configured[pkg.Name], configured{ref, runtimes})
	}
}

func (p *Pool) heardOf(pkg Package) []configured {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.configured[pkg.Name])
}

// Close ends every process.
func (p *Pool) Close() {
	p.end(func(slotKey) bool { return true })
	wake() // the guard, if it is stopped, has to see our end
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

// end ends some processes, those that are starting too.
func (p *Pool) end(which func(slotKey) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var wg sync.WaitGroup
	for key, l := range p.launches {
		if which(key) {
			delete(p.launches, key)
			wg.Go(func() { l.end(time.Second) })
		}
	}
	wg.Wait()
}
