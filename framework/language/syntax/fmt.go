package syntax

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/language/diagnostic"
)

// Format returns an experiment file in the canonical style of HCL: indentation
// by two spaces, one space around =, and the = of neighbouring lines under each
// other. Nothing but spaces changes, so the file means what it meant; formatting
// twice changes nothing more. A file that is not HCL has diagnostics and no
// form. Path is how the diagnostics call the file.
func Format(path string, src []byte) ([]byte, diagnostic.List) {
	r := diagnostic.Remarks{Text: &diagnostic.Text{Path: path, Bytes: src}}
	_, diags := hclsyntax.ParseConfig(src, path, hcl.InitialPos)
	if diags.HasErrors() {
		ExplainSyntax(&r, src, diags)
	}
	if r.List.HasErrors() {
		return nil, r.List.Sorted()
	}
	return canonical(src), nil
}
