// Package explain looks up what the words of an experiment file and of its results mean. The
// texts are those of the documents and of the descriptions that components give of themselves;
// it has none of its own. It does not know which plugins there are: whoever asks says so.
package explain

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/experiment"
)

// Book holds the meanings of all words.
type Book struct{ entries []Entry }

// Entries are all meanings, in the order of their kinds.
func (b *Book) Entries() []Entry { return b.entries }

// Find returns the meanings of a word. Words before it, with dots between, choose among them by
// kind and place: metric.f1, logreg.C, learner.logreg.C. Capital letters count only where the
// word has another meaning without. Other names of types, such as ova, are known.
func (b *Book) Find(word string) []Entry {
	for _, asked := range []string{word, experiment.CommonName(word)} {
		for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
			if list := b.matching(asked, same); len(list) > 0 {
				return list
			}
		}
	}
	return nil
}

func (b *Book) matching(word string, same func(a, b string) bool) (list []Entry) {
	for _, e := range b.entries {
		if e.answers(word, same) {
			list = append(list, e)
		}
	}
	return list
}

// Lookup returns the meanings of a word as Markdown, "" if there is none. Kind and parent
// narrow them down, "" leaves them open: Lookup("attribute", "learner.logreg", "C").
func (b *Book) Lookup(kind, parent, name string) string {
	var texts []string
	for _, e := range b.entries {
		if e.Name == name && (kind == "" || e.Kind == kind) && (parent == "" || slices.Contains(e.Parents, parent)) {
			texts = append(texts, e.Markdown())
		}
	}
	return strings.Join(texts, "\n---\n\n")
}

// Kinds are the kinds of words with the words of each, in order, each once.
func (b *Book) Kinds() (kinds []string, words map[string][]string) {
	words = map[string][]string{}
	for _, e := range b.entries {
		if words[e.Kind] == nil {
			kinds = append(kinds, e.Kind)
		}
		if !slices.Contains(words[e.Kind], e.Name) {
			words[e.Kind] = append(words[e.Kind], e.Name)
		}
	}
	return kinds, words
}

// Meant is the end of an error on a word that has no meaning: the nearest words, or how to see
// what there is.
func (b *Book) Meant(word string) string {
	var names []string
	for _, e := range b.entries {
		names = append(names, e.Name)
	}
	last := word[strings.LastIndexByte(word, '.')+1:]
	if near := wording.Nearest(last, names); near != "" {
		return "Did you mean \"" + near + "\"?"
	}
	return "bench explain without a word lists what can be asked."
}
