package experiment

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/syntax"
	"github.com/manyclass/bench/framework/inputfile"
	"github.com/manyclass/bench/framework/wording"
)

// Parse reads an experiment file and gives its variables their values: those of
// vars (what -var says, by name), else their defaults. The file is nil if it
// cannot be read or is not HCL. Otherwise Bind can be called even if there are
// errors, for the other mistakes in the file.
func Parse(path string, vars map[string]string) (*File, diagnostic.List) {
	b, err := syntax.ReadFile(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return parse(path, b, vars)
}

// unreadable says why an experiment file cannot be read; of a folder, what to write instead.
func unreadable(path string, err error) diagnostic.List {
	list := diagnostic.Unreadable("The experiment file cannot be read", path, err)
	if !errors.Is(err, inputfile.ErrFolder) {
		return list
	}
	var files []string
	entries, _ := os.ReadDir(path)
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) == ".hcl" {
			files = append(files, filepath.Join(path, entry.Name()))
		}
	}
	if len(files) > 0 {
		list[0].Detail = fmt.Sprintf("%s is a folder. Its experiment files are: %s.", path, wording.First(files, 10))
	} else {
		list[0].Detail = fmt.Sprintf("%s is a folder, but not a results folder, and none of its files ends in .hcl, as those of "+
			"experiments do.", path)
	}
	return list
}

// ParseMoved is Parse where an experiment was taken elsewhere: path is a copy of the
// file, and paths in it mean what they mean in the folder dir. moved holds, by absolute
// path, where files and sources of plugins are read instead.
func ParseMoved(path, dir string, moved, vars map[string]string) (*File, diagnostic.List) {
	b, err := syntax.ReadFile(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return parseIn(dir, path, b, moved, vars)
}

// parse is Parse on the content of a file.
func parse(path string, b []byte, vars map[string]string) (*File, diagnostic.List) {
	dir := filepath.Dir(path)
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	return parseIn(dir, path, b, nil, vars)
}

// parseIn is ParseMoved on the content of a file.
func parseIn(dir, path string, b []byte, moved, vars map[string]string) (*File, diagnostic.List) {
	file := &File{
		Path: path, text: &diagnostic.Text{Path: path, Bytes: b}, dir: dir, moved: moved, named: map[string]Named{},
	}
	p := &parser{Remarks: diagnostic.Remarks{Text: file.text}, file: file, vars: vars}
	if !syntax.CheckLimits(&p.Remarks, b) {
		return nil, p.List.Sorted()
	}
	parsed, diags := hclsyntax.ParseConfig(b, path, hcl.InitialPos)
	if diags.HasErrors() {
		syntax.ExplainSyntax(&p.Remarks, b, diags)
		return nil, p.List.Sorted()
	}
	body := parsed.Body.(*hclsyntax.Body)
	if !syntax.CheckSize(&p.Remarks, body) {
		return nil, p.List.Sorted()
	}
	p.structure(body)
	file.scope = expression.NewScope()
	p.variables()
	p.locals()
	p.bench()
	file.failed = p.List.HasErrors()
	return file, p.List.Sorted()
}

// structure checks that every top-level block is known and has its labels, and
// keeps those that do.
func (p *parser) structure(body *hclsyntax.Body) {
	for _, attr := range syntax.AttributesOf(body) {
		p.Errorf(attr.NameRange, fmt.Sprintf("Attribute %q stands outside a block", attr.Name),
			"A file holds blocks: %s.", wording.List(blockNames()))
	}
	first := map[string]*hclsyntax.Block{}
	for _, block := range body.Blocks {
		i := slices.IndexFunc(blockTypes, func(t blockType) bool { return t.name == block.Type })
		if i < 0 {
			p.Errorf(block.TypeRange, fmt.Sprintf("Unknown block %q", block.Type), "%s",
				wording.Instead(block.Type, blockNames(), "The blocks of an experiment file are"))
			continue
		}
		if !p.labels(block, blockTypes[i]) {
			continue
		}
		if before, again := first[block.Type]; again && blockTypes[i].once {
			p.Errorf(block.DefRange(), fmt.Sprintf("There is a second %s block", block.Type),
				"The first is on line %d. Join them.", before.TypeRange.Start.Line)
			continue
		}
		first[block.Type] = block
		p.file.blocks = append(p.file.blocks, block)
	}
}

// labels checks the number of a block's labels.
func (p *parser) labels(block *hclsyntax.Block, t blockType) bool {
	switch want := len(t.labels); {
	case len(block.Labels) < want:
		missing := strings.Join(t.labels, " and a ")
		p.Errorf(block.DefRange(), fmt.Sprintf("%s block needs a %s", wording.Capital(wording.A(t.name)), missing),
			"%s", syntax.ExampleOf(t.name))
	case len(block.Labels) > want+t.spare:
		p.Errorf(block.LabelRanges[want+t.spare], fmt.Sprintf("The label %q is one too many", block.Labels[want+t.spare]),
			"%s", syntax.ExampleOf(t.name))
	default:
		return true
	}
	return false
}
