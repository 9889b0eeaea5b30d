package experiment

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
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
	return ParseText(path, b, vars)
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
		list[0].Detail = fmt.Sprintf("%s is a folder, but not a results folder, and none of its files ends in .hcl, "+
			"as those of experiments do.", path)
	}
	return list
}

// ParseMoved is Parse where an experiment was taken elsewhere: path is a copy of the
// file, and paths in it mean what they mean in the folder dir. moved holds, by absolute
// path, where files and sources of plugins are read instead.
func ParseMoved(path, dir string, moved, vars map[string]string) (*File, diagnostic.List) {
	return ParseIn(path, blocks.Files{Dir: dir, Moved: moved}, vars)
}

// ParseIn is ParseMoved that is told with files where the paths in the experiment lead.
func ParseIn(path string, files blocks.Files, vars map[string]string) (*File, diagnostic.List) {
	b, err := syntax.ReadFile(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return parseIn(path, b, files, vars)
}

// ParseText is Parse on a text that was not written to its file yet.
func ParseText(path string, b []byte, vars map[string]string) (*File, diagnostic.List) {
	dir := filepath.Dir(path)
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	return parseIn(path, b, blocks.Files{Dir: dir}, vars)
}

// parseIn is ParseIn on the content of a file.
func parseIn(path string, b []byte, files blocks.Files, vars map[string]string) (*File, diagnostic.List) {
	files.Named = map[string]blocks.Named{}
	file := &File{Path: path, text: &diagnostic.Text{Path: path, Bytes: b}, Files: files}
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
	p.suites()
	file.failed = p.List.HasErrors()
	return file, p.List.Sorted()
}
