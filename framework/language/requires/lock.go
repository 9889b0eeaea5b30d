package requires

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
)

// Lock is what a lock file says: which bytes the required plugins and the named data of
// a folder's experiment files must have. A nil Lock says nothing.
type Lock struct {
	Path    string
	Plugins []Locked      // by name
	Data    []named.Entry // by kind and ID
	Suites  []named.Suite // by kind and ID
}

// Locked is an entry of a lock file.
type Locked struct {
	Name    string
	Source  string            // as required_plugins says it
	Version string            // as the plugin says it
	SHA256  string            // over the whole package, hex; "" if there are archives
	Env     map[string]string // as required_plugins says it
	// Interpreter is that of required_plugins, or "".
	Interpreter string
	// Runtimes are the versions of what it runs on; nil in lock files of earlier
	// releases, which agree to any.
	Runtimes map[string]string
	// Archives are those of a plugin that comes from elsewhere, by platform.
	Archives []Archive

	At expression.Source // where it is written
}

// find returns the entry of a name.
func (l *Lock) find(name string) (Locked, bool) {
	if l == nil {
		return Locked{}, false
	}
	i := slices.IndexFunc(l.Plugins, func(p Locked) bool { return p.Name == name })
	if i < 0 {
		return Locked{}, false
	}
	return l.Plugins[i], true
}

// Downloaded returns what a lock file says of a required plugin that comes from elsewhere; false if it says nothing of
// this source.
func (l *Lock) Downloaded(r Plugin) (Locked, bool) {
	p, locked := l.find(r.Name)
	return p, locked && len(p.Archives) > 0 && p.Source == r.Written
}

// put adds an entry in its place, or replaces that of its name.
func (l *Lock) put(p Locked) {
	l.Plugins = slices.DeleteFunc(l.Plugins, func(q Locked) bool { return q.Name == p.Name })
	l.Plugins = append(l.Plugins, p)
	slices.SortFunc(l.Plugins, func(a, b Locked) int { return cmp.Compare(a.Name, b.Name) })
}

// With returns a lock with these entries added or put in place of those of the
// same name. Other entries stay: they may be those of another experiment file
// in the folder.
func (l *Lock) With(plugins []Locked) *Lock {
	out := l.copy()
	for _, p := range plugins {
		out.put(p)
	}
	return out
}

func (l *Lock) copy() *Lock {
	if l == nil {
		return &Lock{}
	}
	out := *l
	out.Plugins, out.Data, out.Suites = slices.Clone(l.Plugins), slices.Clone(l.Data), slices.Clone(l.Suites)
	return &out
}

// Changed returns an error for each required plugin whose package has another
// hash, or whose interpreter or environment is another, than the lock file says.
// digests are those of the packages that were found, by name; file is the
// experiment file, for the remedy.
func (l *Lock) Changed(required []Plugin, digests map[string]string, file string) diagnostic.List {
	var diags diagnostic.List
	for _, r := range required {
		locked, ok := l.find(r.Name)
		digest, found := digests[r.Name]
		summary := fmt.Sprintf("Plugin %q is not the one that is locked", r.Name)
		switch {
		case !ok || !found:
		case r.Kind == Path && locked.Archives != nil:
			diags = append(diags, r.Errorf(mistake.LockedOtherwise, summary,
				"%s has it from %q. If it is to come from the path %s now, run: bench init %s -upgrade",
				l.Path, locked.Source, r.Source, file))
		case r.Kind == Path && locked.SHA256 != digest:
			diags = append(diags, r.Errorf(mistake.LockedOtherwise, summary,
				"The files at %s have the SHA-256 %s. %s names %s. If the change is wanted, run: bench init %s -upgrade",
				r.Source, digest, l.Path, locked.SHA256, file))
		case locked.Interpreter != r.Interpreter:
			diags = append(diags, r.Errorf(mistake.LockedOtherwise, summary,
				"Its interpreter is %s, and in %s it is %s. If the change is wanted, run: bench init %s -upgrade",
				interpreterWord(r.Interpreter), l.Path, interpreterWord(locked.Interpreter), file))
		case !maps.Equal(locked.Env, r.Env):
			diags = append(diags, r.Errorf(mistake.LockedOtherwise, summary,
				"Its env is %s, and in %s it is %s. If the change is wanted, run: bench init %s -upgrade",
				syntax.Object(r.Env), l.Path, syntax.Object(locked.Env), file))
		}
	}
	return diags
}

// interpreterWord names an interpreter.
func interpreterWord(path string) string {
	if path == "" {
		return "that of the package"
	}
	return syntax.Quote(path)
}

// OtherRuntimes returns a remark of the given severity on each required plugin
// that runs on other versions than the lock file names, and an error on one that loads
// other code from outside its package. Runtimes are those of the
// plugins that were started, by name; file is the experiment file, for the remedy.
func (l *Lock) OtherRuntimes(required []Plugin, runtimes map[string]map[string]string, file string,
	severity contract.Severity) diagnostic.List {
	var diags diagnostic.List
	for _, r := range required {
		locked, ok := l.find(r.Name)
		now, started := runtimes[r.Name]
		if !ok || !started || locked.Runtimes == nil || maps.Equal(locked.Runtimes, now) {
			continue
		}
		changes := versionChanges(locked.Runtimes, now)
		what, remark := "runs on other versions than are locked", severity
		if slices.ContainsFunc(changes, func(c string) bool { return strings.HasPrefix(c, contract.CodePrefix) }) {
			what, remark = "loads other code than is locked", contract.Error
		}
		d := r.Errorf(mistake.LockedOtherwise, fmt.Sprintf("Plugin %q %s", r.Name, what),
			"%s. Its results are other results. If the change is wanted, run: bench init %s -upgrade",
			strings.Join(changes, ", "), file)
		d.Severity = remark
		diags = append(diags, d)
	}
	return diags
}

// versionChanges says which versions differ, "python 3.12 → 3.13".
func versionChanges(old, now map[string]string) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(old)), maps.Keys(now))
	slices.Sort(names)
	var changes []string
	for _, name := range slices.Compact(names) {
		if a, b := old[name], now[name]; a != b {
			changes = append(changes, fmt.Sprintf("%s %s → %s", name, cmp.Or(a, "none"), cmp.Or(b, "none")))
		}
	}
	return changes
}

// Check compares what a file requires with its lock file: a plugin that is not
// in it or has another hash is an error, an entry that is not required a
// warning. The arguments are those of Changed. A nil Lock agrees to anything.
func (l *Lock) Check(required []Plugin, digests map[string]string, file string) diagnostic.List {
	if l == nil {
		return nil
	}
	diags := l.Changed(required, digests, file)
	names := map[string]bool{}
	for _, r := range required {
		names[r.Name] = true
		if _, ok := l.find(r.Name); !ok && r.Kind == Path {
			diags = append(diags, r.Errorf(mistake.NotLocked, fmt.Sprintf("Plugin %q is not locked", r.Name),
				"%s has no entry for it. Run: bench init %s", l.Path, file))
		}
	}
	for _, p := range l.Plugins {
		if !names[p.Name] {
			diags = append(diags, p.At.Diagnostic(contract.As(mistake.LockedInVain).Warningf(nil,
				fmt.Sprintf("Plugin %q is locked but not required", p.Name),
				"%s does not require it. Remove this block if no other experiment file of the folder does.", file)))
		}
	}
	return diags
}
