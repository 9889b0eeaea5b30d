package experiment

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// Format returns an experiment file in the canonical style of HCL: indentation
// by two spaces, one space around =, and the = of neighbouring lines under each
// other. Nothing but spaces changes, so the file means what it meant; formatting
// twice changes nothing more. A file that is not HCL has diagnostics and no
// form. Path is how the diagnostics call the file.
func Format(path string, src []byte) ([]byte, Diagnostics) {
	r := remarks{text: &text{path: path, bytes: src}}
	_, diags := hclsyntax.ParseConfig(src, path, hcl.InitialPos)
	if diags.HasErrors() {
		r.syntax(src, diags)
	}
	if r.list.HasErrors() {
		return nil, r.list.Sorted()
	}
	for {
		formatted := hclwrite.Format(src)
		if bytes.Equal(formatted, src) {
			return formatted, nil
		}
		src = formatted
	}
}
