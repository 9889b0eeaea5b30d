package requires

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// lockBlocks are those of a lock file.
const lockBlocks = `plugin "name" { … }, data "kind" "id" { … } and suite "kind" "id" { … }`

// addNamed adds the entry of a block for data or a suite, and reports whether the block is one.
func (l *Lock) addNamed(r *diagnostic.Remarks, block *hclsyntax.Block) bool {
	if len(block.Labels) != 2 {
		return false
	}
	var what any
	kind, id := block.Labels[0], block.Labels[1]
	entry, suite := named.Entry{Kind: kind, ID: id}, named.Suite{Kind: kind, ID: id}
	twice := false
	switch block.Type {
	case "data":
		what = &entry
		_, twice = l.Entry(kind, id)
	case "suite":
		what = &suite
		_, twice = l.Suite(kind, id)
	default:
		return false
	}
	if twice {
		r.Errorf(mistake.BadLockFile, block.DefRange(), fmt.Sprintf("%s %q is locked twice", kind, id),
			"Remove one of the two blocks.")
	}
	r.HCL(mistake.BadLockFile, gohcl.DecodeBody(block.Body, nil, what))
	if block.Type == "data" {
		l.putData(entry)
	} else {
		l.putSuite(suite)
	}
	for _, f := range entry.Files {
		if !sha256Hex.MatchString(f.SHA256) {
			r.Errorf(mistake.BadLockFile, block.DefRange(), fmt.Sprintf("A file of %s %q has no hash", kind, id),
				`There must be sha256 = "…" with 64 hexadecimal digits. Remove the block and run bench fetch to write it again.`)
		}
	}
	return true
}

// Suite is what a lock file says of a suite.
func (l *Lock) Suite(kind, id string) (named.Suite, bool) {
	if l == nil {
		return named.Suite{}, false
	}
	i := slices.IndexFunc(l.Suites, func(s named.Suite) bool { return s.Kind == kind && s.ID == id })
	if i < 0 {
		return named.Suite{}, false
	}
	return l.Suites[i], true
}

// Entry is what a lock file says of data.
func (l *Lock) Entry(kind, id string) (named.Entry, bool) {
	if l == nil {
		return named.Entry{}, false
	}
	i := slices.IndexFunc(l.Data, func(e named.Entry) bool { return e.Kind == kind && e.ID == id })
	if i < 0 {
		return named.Entry{}, false
	}
	return l.Data[i], true
}

// WithNamed returns a lock with these entries added or put in place of those of the same names.
func (l *Lock) WithNamed(data []named.Entry, suites []named.Suite) *Lock {
	out := l.copy()
	for _, e := range data {
		out.putData(e)
	}
	for _, s := range suites {
		out.putSuite(s)
	}
	return out
}

func (l *Lock) putData(e named.Entry) {
	l.Data = slices.DeleteFunc(l.Data, func(o named.Entry) bool { return o.Kind == e.Kind && o.ID == e.ID })
	l.Data = append(l.Data, e)
	slices.SortFunc(l.Data, func(a, b named.Entry) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
}

func (l *Lock) putSuite(s named.Suite) {
	l.Suites = slices.DeleteFunc(l.Suites, func(o named.Suite) bool { return o.Kind == s.Kind && o.ID == s.ID })
	l.Suites = append(l.Suites, s)
	slices.SortFunc(l.Suites, func(a, b named.Suite) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
}

// named is the text of the blocks for data and suites.
func (l *Lock) named() []byte {
	file := hclwrite.NewEmptyFile()
	for i := range l.Suites {
		write(file.Body(), gohcl.EncodeAsBlock(&l.Suites[i], "suite"))
	}
	for i := range l.Data {
		write(file.Body(), gohcl.EncodeAsBlock(&l.Data[i], "data"))
	}
	return hclwrite.Format(file.Bytes())
}

func write(to *hclwrite.Body, block *hclwrite.Block) {
	withoutEmpty(block.Body())
	to.AppendNewline()
	to.AppendBlock(block)
}

// withoutEmpty removes what says nothing.
func withoutEmpty(body *hclwrite.Body) {
	for name, attribute := range body.Attributes() {
		switch string(attribute.Expr().BuildTokens(nil).Bytes()) {
		case ` ""`, " null", " 0", " []", " {}", `""`, "null", "0", "[]", "{}":
			body.RemoveAttribute(name)
		}
	}
	for _, block := range body.Blocks() {
		withoutEmpty(block.Body())
	}
}
