package store

import (
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// shared gives what results have in common to all of them: a million results are of few
// plugins and files. Nobody changes what is shared.
type shared struct {
	texts   map[string]string
	plugins map[string][][]service.Origin // by the digest of the first
	ends    []map[contract.End]int
	sizes   map[string]int64 // of files of blobs, −1 for what is none
	bad     map[place]bool   // blobs that do not hold what was written
}

func newShared() *shared {
	return &shared{texts: map[string]string{}, plugins: map[string][][]service.Origin{}, sizes: map[string]int64{}}
}

// in replaces parts of a result by equal ones of earlier results.
func (s *shared) in(r *Result) {
	r.Status = Status(s.text(string(r.Status)))
	if len(r.Plugins) > 0 {
		r.Plugins = s.origins(r.Plugins)
	}
	if r.Ends != nil {
		r.Ends = s.end(r.Ends)
	}
	for _, b := range r.blobs() {
		b.File = s.text(b.File)
	}
}

func (s *shared) text(text string) string {
	known, ok := s.texts[text]
	if !ok {
		known = text
		s.texts[text] = text
	}
	return known
}

func (s *shared) origins(list []service.Origin) []service.Origin {
	same := func(a, b service.Origin) bool { return a.Name == b.Name && a.Version == b.Version && a.Same(b) }
	at := list[0].SHA256
	for _, known := range s.plugins[at] {
		if slices.EqualFunc(known, list, same) {
			return known
		}
	}
	if len(s.plugins[at]) < mostShared {
		s.plugins[at] = append(s.plugins[at], list)
	}
	return list
}

func (s *shared) end(ends map[contract.End]int) map[contract.End]int {
	for _, known := range s.ends {
		if maps.Equal(known, ends) {
			return known
		}
	}
	if len(s.ends) < mostShared {
		s.ends = append(s.ends, ends)
	}
	return ends
}

// mostShared is how many parts of a kind are looked through for an equal one.
const mostShared = 16
