package wire

import (
	"regexp"
	"sync"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// mostSources is how many publications of a component are taken.
const mostSources = 100

// citable are the names that BibTeX takes for keys, types and fields.
var citable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9:._-]{0,99}$`) })

func fromSources(list []contract.Source) []*Source {
	return lists.Map(list, func(s contract.Source) *Source {
		return &Source{Key: s.Key, Type: s.Type, Fields: s.Fields}
	})
}

// toSources takes publications as they can be shown, and leaves out what no entry of
// BibTeX can be made of.
func toSources(list []*Source) []contract.Source {
	var out []contract.Source
	for _, s := range list[:min(len(list), mostSources)] {
		if !citable().MatchString(s.GetKey()) || !citable().MatchString(s.GetType()) {
			continue
		}
		to := contract.Source{Key: s.Key, Type: s.Type, Fields: map[string]string{}}
		for name, value := range s.Fields {
			if citable().MatchString(name) && len(to.Fields) < mostSources {
				to.Fields[name] = sentence(value)
			}
		}
		out = append(out, to)
	}
	return out
}
