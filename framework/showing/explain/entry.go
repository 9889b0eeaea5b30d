package explain

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// Entry is one meaning of a word.
type Entry struct {
	Kind string // "block", "attribute", "learner", "metric", "decoder", "status" and so on
	// Parents are where the word has this meaning: the blocks or types of an attribute
	// ("learner.logreg"), the files of a column. Nil of what stands alone.
	Parents []string
	Name    string
	Doc     string           // sentences, in Markdown
	Facts   []Fact           // such as type and default of an attribute
	Param   *contract.Param  // of an attribute, else nil
	Params  []contract.Param // the attributes of a type or block, without those that bench itself obeys
	Example string           // a whole experiment file that uses it, or a command; "" if there is none
	Wrong   string           // of a code: what gives it; Example is then without the mistake
	Page    string           // the page that says more, below docs; "" if there is none
}

// Fact is a short statement on a word.
type Fact struct{ Title, Text string }

// answers reports whether the entry is one that a word, perhaps with words before it, asks for.
// Names of files hold dots themselves.
func (e Entry) answers(word string, same func(a, b string) bool) bool {
	if same(word, e.Name) {
		return true
	}
	cut := len(word) - len(e.Name) - 1
	if cut < 1 || word[cut] != '.' || !same(word[cut+1:], e.Name) {
		return false
	}
	asked := word[:cut]
	places := []string{e.Kind}
	for _, p := range e.Parents {
		kind, name, _ := strings.Cut(p, ".")
		places = append(places, p, kind, name, e.Kind+"."+p)
	}
	return slices.ContainsFunc(places, func(place string) bool { return same(asked, place) })
}
