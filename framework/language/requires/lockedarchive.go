package requires

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// lockedArchives decodes the archives of a locked plugin.
func lockedArchives(r *diagnostic.Remarks, body *hclsyntax.Body) (all []Archive) {
	for _, block := range body.Blocks {
		if block.Type != "archive" || len(block.Labels) > 0 {
			r.Errorf(mistake.UnknownBlock, block.DefRange(), fmt.Sprintf("Unknown block %q", block.Type),
				"A locked plugin takes no blocks other than archive { … }.")
			continue
		}
		var a Archive
		r.HCL(mistake.BadLockFile, gohcl.DecodeBody(block.Body, nil, &a))
		if wrong := a.Check(); wrong != "" {
			r.Errorf(mistake.BadLockFile, block.DefRange(), "This archive cannot be used", "%s", wrong)
		}
		all = CheckedAgainst(r, all, a, block.DefRange())
	}
	return all
}

// archiveBlock is an archive as a block of a lock file, indented.
func archiveBlock(a Archive) []byte {
	file := hclwrite.NewEmptyFile()
	block := gohcl.EncodeAsBlock(&a, "archive")
	withoutEmpty(block.Body())
	file.Body().AppendBlock(block)
	text := strings.TrimSuffix(string(hclwrite.Format(file.Bytes())), "\n")
	return []byte("  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n")
}
