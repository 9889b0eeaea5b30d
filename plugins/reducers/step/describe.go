package step

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// Described completes a component by its description, the file docs/NAME.md: a paragraph on the
// component, and under a heading with its name one on each parameter that has no Doc.
func Described(files fs.FS, c contract.Component) contract.Component {
	text, err := fs.ReadFile(files, "docs/"+c.Name+".md")
	if err != nil {
		panic(err)
	}
	sections := strings.Split(string(text), "\n# ")
	c.Doc = oneLine(sections[0])
	for _, section := range sections[1:] {
		name, doc, _ := strings.Cut(section, "\n")
		p := parameter(c.Params, name)
		if p == nil || p.Doc != "" {
			panic(fmt.Sprintf("step: the description of %s has %q, an unknown or described parameter", c.Name, name))
		}
		p.Doc = oneLine(doc)
	}
	return c
}

func parameter(params []contract.Param, name string) *contract.Param {
	for i := range params {
		if params[i].Name == name {
			return &params[i]
		}
	}
	return nil
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
