package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// Side is one of the two results folders.
type Side struct {
	Manifest store.Manifest
	Plan     *plan.Plan
	Scores   []score.Row
	Altered  []store.Altered // files of its report
}

// Change is a difference in one place. A and B are JSON; one of them is empty
// where only the other side has something there.
type Change struct {
	Path string          `json:"path"` // such as learners.lr.C
	A    json.RawMessage `json:"a,omitempty"`
	B    json.RawMessage `json:"b,omitempty"`
}

// structures compares two JSON values. Objects are compared key by key. In lists
// of objects with names those of one name are compared, and in lists of lists of
// strings (combinations) the same elements; order does not matter there. Variants
// of a block that only one side has are compared in pairs, for as long as both
// sides have some. Other lists are compared element by element if they are of one
// length; what is left is compared as a whole.
func structures(a, b json.RawMessage) ([]Change, error) {
	x, err := decode(a)
	if err != nil {
		return nil, err
	}
	y, err := decode(b)
	if err != nil {
		return nil, err
	}
	w := walker{changes: []Change{}}
	w.compare("", x, y)
	return w.changes, nil
}

// absent is the value of what one side does not have.
type absent struct{}

func decode(b json.RawMessage) (any, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("the experiment in the manifest cannot be read: %w", err)
	}
	return v, nil
}

type walker struct{ changes []Change }

func (w *walker) compare(path string, a, b any) {
	if x, y := asObject(a), asObject(b); x != nil && y != nil {
		w.members(path, x, y)
		return
	}
	x, isList := a.([]any)
	y, alsoList := b.([]any)
	if isList && alsoList && len(x) == len(y) {
		for i := range x {
			w.compare(fmt.Sprintf("%s[%d]", path, i), x[i], y[i])
		}
		return
	}
	p, q := encode(a), encode(b)
	if !bytes.Equal(p, q) {
		w.changes = append(w.changes, Change{path, p, q})
	}
}

// members compares two objects, or lists of things with names.
func (w *walker) members(path string, x, y map[string]any) {
	all := keys(x, y)
	became, came := variants(all, x, y)
	for _, key := range all {
		if now := became[key]; now != "" {
			w.compare(join(path, key+"→"+now), unnamed(x[key]), unnamed(y[now]))
		} else if !came[key] {
			w.compare(join(path, key), at(x, key), at(y, key))
		}
	}
}

// variants pairs the variants of a block that only one side has, such as
// lr[C=1] and lr[C=10], in the order of their names. became tells what those of
// x are in y, came which those of y are.
func variants(all []string, x, y map[string]any) (became map[string]string, came map[string]bool) {
	became, came = map[string]string{}, map[string]bool{}
	added := map[string][]string{} // by block
	for _, key := range all {
		if _, inX := x[key]; !inX && isVariant(key, y[key]) {
			block, _, _ := strings.Cut(key, "[")
			added[block] = append(added[block], key)
		}
	}
	for _, key := range all {
		block, _, _ := strings.Cut(key, "[")
		if _, inY := y[key]; !inY && isVariant(key, x[key]) && len(added[block]) > 0 {
			became[key] = added[block][0]
			came[became[key]] = true
			added[block] = added[block][1:]
		}
	}
	return became, came
}

// isVariant reports whether an element of a list is a variant of a block.
func isVariant(name string, element any) bool {
	e, ok := element.(map[string]any)
	return ok && e["name"] == name && strings.Contains(name, "[")
}

// unnamed is a variant without its name.
func unnamed(element any) map[string]any {
	e := maps.Clone(element.(map[string]any))
	delete(e, "name")
	return e
}

// asObject returns the members of an object or of a list whose elements have
// names; nil for other values.
func asObject(v any) map[string]any {
	switch v := v.(type) {
	case map[string]any:
		return v
	case []any:
		members := map[string]any{}
		for _, element := range v {
			name := nameOf(element)
			if name == "" {
				return nil
			}
			members[name] = element
		}
		return members
	}
	return nil
}

// nameOf returns what an element of a list is known by: its name, the reduction
// and dataset of a code, the joined parts of a combination; "" if by nothing.
func nameOf(element any) string {
	switch e := element.(type) {
	case map[string]any:
		if name, ok := e["name"].(string); ok {
			return name
		}
		reduction, _ := e["reduction"].(string)
		dataset, _ := e["dataset"].(string)
		if reduction != "" && dataset != "" {
			return reduction + "/" + dataset
		}
	case []any:
		var parts []string
		for _, one := range e {
			part, ok := one.(string)
			if !ok {
				return ""
			}
			parts = append(parts, part)
		}
		return strings.Join(parts, "/")
	}
	return ""
}

// keys returns the keys of two objects, sorted.
func keys(x, y map[string]any) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(x)), maps.Keys(y))
	slices.Sort(all)
	return slices.Compact(all)
}

func at(object map[string]any, key string) any {
	if v, ok := object[key]; ok {
		return v
	}
	return absent{}
}

// join appends a key to a path; the attributes of a block, and what bench does with
// a learner, are written without the words config and host.
func join(path, key string) string {
	switch {
	case path == "":
		return key
	case key == "config" || key == "host":
		return path
	}
	return path + "." + key
}

func encode(v any) json.RawMessage {
	if _, none := v.(absent); none {
		return nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("diff: encoding %v: %v", v, err))
	}
	return b
}

// data compares the digests, classes and labels of datasets.
func data(a, b store.Manifest) []Change {
	w := walker{changes: []Change{}}
	describe := func(m store.Manifest) map[string]any {
		all := map[string]any{}
		for name, digest := range m.Datasets {
			described := map[string]any{"sha256": digest, "classes": strings.Join(m.Classes[name], ", ")}
			if names := m.Labels[name]; len(names) > 0 {
				described["labels"] = strings.Join(names, ", ")
			}
			all[name] = described
		}
		return all
	}
	w.compare("", describe(a), describe(b))
	return w.changes
}

// plugins compares plugins by name: version, digest and runtimes of each.
func plugins(a, b []service.Origin) []Change {
	w := walker{changes: []Change{}}
	describe := func(list []service.Origin) map[string]any {
		all := map[string]any{}
		for _, p := range list {
			runtimes, env := map[string]any{}, map[string]any{}
			for name, version := range p.Runtimes {
				runtimes[name] = version
			}
			for name, value := range p.Env {
				env[name] = value
			}
			plugin := map[string]any{"version": p.Version, "sha256": p.SHA256, "runtimes": runtimes}
			if len(env) > 0 {
				plugin["env"] = env
			}
			all[p.Name] = plugin
		}
		return all
	}
	w.compare("", describe(a), describe(b))
	return w.changes
}

// benches compares what the results were computed with.
func benches(a, b store.Manifest) []Change {
	w := walker{changes: []Change{}}
	w.compare("version", a.Bench.Version, b.Bench.Version)
	w.compare("revision", a.Bench.Revision, b.Bench.Revision)
	w.compare("go", a.Bench.Go, b.Bench.Go)
	w.compare("kernels", a.Kernels, b.Kernels)
	return w.changes
}

// seals compares what the last runs knew of seals.
func seals(a, b *store.Sealed) []Change {
	w := walker{changes: []Change{}}
	describe := func(s *store.Sealed) any {
		if s == nil {
			return absent{}
		}
		return map[string]any{"sha256": s.SHA256, "date": s.Date.UTC().Format(time.DateTime)}
	}
	w.compare("seal", describe(a), describe(b))
	return w.changes
}
