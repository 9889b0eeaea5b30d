package draft

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/syntax"
)

// text collects an experiment file.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

// remark writes a sentence as comments.
func (t *text) remark(sentence string) {
	t.WriteString(wording.Wrap(sentence, "# ", "# ", 100))
	t.WriteString("\n")
}

func list(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = syntax.Quote(name)
	}
	return strings.Join(quoted, ", ")
}
