package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
)

// packs are the plugins that need another language.
var packs = []string{"caret", "sklearn", "weka"}

// started is what became of the plugins of a folder.
type started struct {
	found     []host.Package
	described []host.Described
	failed    []error
}

// plugins are checked once, and told of twice.
type plugins struct {
	start func(context.Context) started
	*started
}

// startAll starts each plugin of a folder once, and asks what it offers.
func startAll(ctx context.Context, folder string) started {
	found, unusable := host.FindPackages(folder)
	s := started{found: found, failed: unusable}
	sockets, err := scratch.Sockets()
	if err == nil {
		defer sockets.Remove()
		var temporary *scratch.Dir
		if temporary, err = scratch.Temporary(); err == nil {
			defer temporary.Remove()
			pool := host.NewPool(found, host.Folders{Sockets: sockets.Path, Temporary: temporary.Path})
			defer pool.Close()
			var failed []error
			s.described, failed = pool.Describe(ctx)
			s.failed = append(s.failed, failed...)
			return s
		}
	}
	s.failed = append(s.failed, err)
	return s
}

// look starts the plugins, unless that was done.
func (p *plugins) look(ctx context.Context) {
	if p.started == nil {
		s := p.start(ctx)
		p.started = &s
	}
}

// work reports whether all programs that come with bench have started.
func (p *plugins) work(ctx context.Context) bool { return isSound(p.programs(ctx)) }

// programs are the plugins that need nothing else.
func (p *plugins) programs(ctx context.Context) []Finding {
	p.look(ctx)
	if list := p.failures(); len(list) > 0 {
		return list
	}
	var names []string
	for _, d := range p.described {
		if d.Manifest == nil {
			names = append(names, d.Package.Name)
		}
	}
	slices.Sort(names)
	return []Finding{{Check: "plugins", Status: OK, Says: fmt.Sprintf("all %d start: %s", len(names),
		strings.Join(names, ", "))}}
}

// failures have a line for each reason.
func (p *plugins) failures() (list []Finding) {
	var reasons grouped.By[string, []string]
	for _, err := range p.failed {
		if name := host.PluginOf(err); !p.isPack(name) {
			names := reasons.At(reason(err, name))
			*names = append(*names, name)
		}
	}
	for why, names := range reasons.All() {
		f := Finding{Check: "plugins", Status: Fails, Says: fmt.Sprintf("%s: %s", wording.And(*names), why)}
		switch {
		case (*names)[0] == "": // before any was started
			f.Says = why
		case len(*names) == 1:
			f.Check, f.Says = "plugin "+(*names)[0], why
		}
		list = append(list, f)
	}
	return list
}

// reason is an error without the name of the plugin.
func reason(err error, name string) string {
	return strings.TrimPrefix(wording.Reason(err), fmt.Sprintf("plugin %s, starting: ", name))
}

// isPack reports whether a plugin has a manifest.
func (p *plugins) isPack(name string) bool {
	return slices.ContainsFunc(p.found, func(found host.Package) bool {
		return found.Name == name && found.Manifest != nil
	})
}

// packs are the plugins of other languages: those that bench has, and others that were put
// beside them.
func (p *plugins) packs(ctx context.Context) (list []Finding) {
	p.look(ctx)
	says := map[string]Finding{}
	for _, name := range packs {
		says[name] = Finding{Status: Note, Says: "is not set up", Mend: "make packs, in the repository of bench"}
	}
	for _, err := range p.failed {
		if name := host.PluginOf(err); p.isPack(name) {
			says[name] = Finding{Status: Note, Says: reason(err, name)}
		}
	}
	for _, d := range p.described {
		if d.Manifest != nil {
			parts := append([]string{"starts"}, runtimes(d.Runtimes)...)
			says[d.Package.Name] = Finding{Status: OK, Says: strings.Join(parts, ", ")}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(says)) {
		f := says[name]
		f.Check = "pack " + name
		list = append(list, f)
	}
	return list
}

// runtimes lists what a plugin runs on: "python 3.12".
func runtimes(versions map[string]string) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		list = append(list, name+" "+versions[name])
	}
	return list
}
