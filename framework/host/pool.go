package host

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Described is a plugin package with what it says of itself.
type Described struct {
	Package
	service.Description
}

// Origin says what the plugin is made of.
func (d Described) Origin() service.Origin {
	return service.Origin{Name: d.Description.Name, Version: d.Version, SHA256: d.Digest, Env: d.counted(),
		Runtimes: d.Runtimes}
}

// Pool keeps one process for each plugin package and worker slot, started when
// first needed and started again after it was lost. A package was hashed when it
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
	uses      map[string]*use // by the name of the package
	described []Described
	home      map[string]Described // by kind and component
	code      *outsides            // what they load from outside
}

// use is what was done with a package.
type use struct {
	launched, asked bool         // a process was started, a component was asked for
	configured      []configured // configurations that run on more than the package says
}

// use is that of a package. The caller holds the lock.
func (p *Pool) use(name string) *use {
	u := p.uses[name]
	if u == nil {
		u = &use{}
		p.uses[name] = u
	}
	return u
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
		launches: map[slotKey]*launch{}, uses: map[string]*use{}, home: map[string]Described{},
		code: newOutsides(),
	}
}

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

// Vouch returns an error if the code of a plugin that was used is not what it was
// described with: what was computed since then is in doubt.
func (p *Pool) Vouch() error {
	p.mu.Lock()
	used := lists.Filter(p.described, func(d Described) bool { return p.use(d.Package.Name).asked })
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

// Close ends every process.
func (p *Pool) Close() {
	p.end(func(slotKey) bool { return true })
	wake() // the guard, if it is stopped, has to see our end
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

// launch is a process that is starting, or has started.
type launch struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when the next two are settled
	// process is nil, and err says why, if it did not start.
	process *Process
	err     error
	vetted  bool // it runs on what the described one runs on
	ahead   bool // it was not asked for yet
	log     *printed
}

// end ends the process, politely for at most grace.
func (l *launch) end(grace time.Duration) {
	l.cancel()
	<-l.done
	if l.process != nil {
		l.process.Stop(grace)
	}
}

// Longest is what has been waited for the longest; ok is false if nothing is.
func (p *Pool) Longest() (longest Awaited, ok bool) {
	p.awaited.mu.Lock()
	defer p.awaited.mu.Unlock()
	for call := range p.awaited.calls {
		if !ok || call.Since.Before(longest.Since) {
			longest, ok = *call, true
		}
	}
	return longest, ok
}
