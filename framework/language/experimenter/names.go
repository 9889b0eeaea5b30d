package experimenter

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/base/wording"
)

// text collects an experiment file.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

// remark writes a sentence as comments.
func (t *text) remark(format string, args ...any) {
	t.WriteString(wording.Wrap(wording.Line(fmt.Sprintf(format, args...)), "# ", "# ", 100))
	t.WriteString("\n")
}

// identifier is a name of letters, digits and underscores.
func identifier(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, name)
	if name == "" || !unicode.IsLetter([]rune(name)[0]) {
		name = "x" + name
	}
	return name
}

// unique is a name that is not taken: one with a number if it is.
func unique(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s_%d", name, n)
	}
	taken[free] = true
	return free
}

// snake writes a class's name as names in experiment files are written: NaiveBayes is naive_bayes.
func snake(class string) string {
	if class == "IBk" || class == "KStar" || class == "JRip" {
		return strings.ToLower(class)
	}
	var b strings.Builder
	letters := []rune(class)
	for i, r := range letters {
		upper := unicode.IsUpper(r)
		if upper && i > 0 && (unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return identifier(b.String())
}

// sorted are the keys of a map in the order of their names.
func sorted(set map[string]bool) []string {
	var list []string
	for name := range set {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
