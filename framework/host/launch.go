package host

import (
	"context"
	"fmt"
	"time"
)

// launch starts a process in the background, unless the slot has one. It reports
// whether it did. A package that has just been hashed need not be compared with its
// files.
func (p *Pool) launch(ctx context.Context, key slotKey, pkg Package, hashed bool) (l *launch, fresh bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l = p.launches[key]; l != nil {
		return l, false
	}
	u := p.use(pkg.Name)
	again := u.launched && !hashed && pkg.Attached == nil
	u.launched = true
	ctx, cancel := context.WithCancel(ctx)
	l = &launch{cancel: cancel, done: make(chan struct{}), log: &printed{begun: time.Now()}}
	p.launches[key] = l
	if p.logs != nil {
		p.logs(key, l)
	}
	go func() {
		defer close(l.done)
		defer cancel()
		if again {
			l.err = pkg.verify(starting)
		}
		if l.err == nil {
			defer p.awaited.begin(Awaited{Plugin: pkg.Name, Doing: starting, Limit: pkg.startLimit()})()
			l.process, l.err = start(ctx, pkg, p.folders, l.log)
		}
		if l.err != nil {
			l.process = nil
			return
		}
		l.process.heard, l.process.code, l.process.awaited = p.heard, p.code, &p.awaited
	}()
	return l, true
}

// LogTo keeps what plugins print in files of a folder, one for each package and worker: what
// was printed before too. Prefix begins their names.
func (p *Pool) LogTo(folder, prefix string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.logs = func(key slotKey, l *launch) {
		l.log.to(folder, fmt.Sprintf("%s%s-%d.log", prefix, key.name, key.slot))
	}
	for key, l := range p.launches {
		p.logs(key, l)
	}
}

// launchAhead starts the processes of a package with a manifest that slots will ask for.
func (p *Pool) launchAhead(ctx context.Context, slots int, pkg Package, hashed bool) {
	if pkg.Manifest == nil || pkg.Attached != nil {
		return
	}
	for slot := 1; slot < slots; slot++ {
		if l, fresh := p.launch(ctx, slotKey{slot, pkg.Name}, pkg, hashed); fresh {
			l.ahead = true
		}
	}
}

// forget takes a launch out of its slot and ends its process.
func (p *Pool) forget(key slotKey, l *launch) {
	p.mu.Lock()
	if p.launches[key] == l {
		delete(p.launches, key)
	}
	p.mu.Unlock()
	l.end(0)
}

// process returns the live process of a slot, and starts one if there is none. A
// failed start ahead of time does not keep it from trying.
func (p *Pool) process(ctx context.Context, slot int, pkg Package) (*Process, error) {
	key := slotKey{slot, pkg.Name}
	l, _ := p.launch(ctx, key, pkg, false)
	select {
	case <-l.done:
	case <-ctx.Done():
		p.forget(key, l) // its start may end with this context
		return nil, context.Cause(ctx)
	}
	if l.err == nil && !l.process.Alive() || l.err != nil && l.ahead {
		p.forget(key, l)
		l, _ = p.launch(ctx, key, pkg, false)
		<-l.done
	}
	err := l.err
	if err == nil && !l.vetted {
		err = p.sameRuntimes(ctx, l.process)
		l.vetted = err == nil
	}
	if err != nil {
		p.forget(key, l)
		return nil, err
	}
	return l.process, nil
}
