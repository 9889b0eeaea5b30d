package service

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Origin says what code answers for a plugin, as far as results depend on it:
// the bytes of its package, what they are given and what they run on. Name and Version are for
// readers.
type Origin struct {
	Name     string            `json:"name"`
	Version  string            `json:"version"`
	SHA256   string            `json:"sha256"`        // over the whole package, hex
	Env      map[string]string `json:"env,omitempty"` // what the experiment file adds to its environment
	Runtimes map[string]string `json:"runtimes"`      // versions of interpreter and libraries, for example "go": "1.26"
}

// Same reports whether results may depend on either.
func (o Origin) Same(other Origin) bool {
	return o.SHA256 == other.SHA256 && maps.Equal(o.Env, other.Env) && maps.Equal(o.Runtimes, other.Runtimes)
}

// With is the plugin with the versions that matter under a configuration beside its
// own.
func (o Origin) With(runtimes map[string]string) Origin {
	if len(runtimes) == 0 {
		return o
	}
	all := maps.Clone(runtimes)
	for of, version := range o.Runtimes {
		if _, said := all[of]; !said {
			all[of] = version
		}
	}
	o.Runtimes = all
	return o
}

// Join adds a plugin to a list: to an entry of the same plugin with which it agrees
// on the versions that both name, as under two configurations, or as one more.
func Join(list []Origin, o Origin) []Origin {
	for i, known := range list {
		if known.SHA256 == o.SHA256 && maps.Equal(known.Env, o.Env) && known.agrees(o) {
			list[i] = known.With(o.Runtimes)
			return list
		}
	}
	return append(list, o)
}

// agrees reports whether no runtime has two versions.
func (o Origin) agrees(other Origin) bool {
	for of, version := range o.Runtimes {
		if there, named := other.Runtimes[of]; named && there != version {
			return false
		}
	}
	return true
}

// On says what the plugin runs on, for example "library 1.4, python 3.12".
func (o Origin) On() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(o.Runtimes)) {
		list = append(list, name+" "+o.Runtimes[name])
	}
	return strings.Join(list, ", ")
}

// Compare orders plugins by name, then by digest.
func (o Origin) Compare(other Origin) int {
	return cmp.Or(cmp.Compare(o.Name, other.Name), cmp.Compare(o.SHA256, other.SHA256))
}
