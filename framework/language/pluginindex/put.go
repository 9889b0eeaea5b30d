package pluginindex

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// Put returns the text of an index with an entry added, or in the place of the one of the same name, version and
// platform. All other lines and all comments stay.
func Put(path string, text []byte, e Entry) ([]byte, diagnostic.List) {
	if _, diags := Parse(path, text); diags.HasErrors() {
		return nil, diags
	}
	file, diags := hclwrite.ParseConfig(text, path, hcl.InitialPos)
	if diags.HasErrors() { // Parse has found none
		r := &diagnostic.Remarks{Text: &diagnostic.Text{Path: path, Bytes: text}}
		r.HCL(mistake.BadIndex, diags)
		return nil, r.List
	}
	body := file.Body()
	i := slices.IndexFunc(body.Blocks(), e.is)
	var block *hclwrite.Block
	if i >= 0 {
		block = body.Blocks()[i]
	} else {
		if len(body.Blocks()) > 0 || len(text) > 0 {
			body.AppendNewline()
		}
		block = body.AppendNewBlock("plugin", []string{e.Name, e.Version})
	}
	for _, attr := range [][2]string{{"os", e.OS}, {"arch", e.Arch}, {"archive", e.URL}, {"sha256", e.SHA256},
		{"package", e.Package}} {
		if attr[1] != "" {
			block.Body().SetAttributeValue(attr[0], cty.StringVal(attr[1]))
		}
	}
	out := hclwrite.Format(file.Bytes())
	_, wrong := Parse(path, out)
	return out, wrong
}

// is reports whether a block is that of the entry.
func (e Entry) is(block *hclwrite.Block) bool {
	labels := block.Labels()
	value := func(name string) string {
		attr := block.Body().GetAttribute(name)
		if attr == nil {
			return ""
		}
		return literal(attr)
	}
	return block.Type() == "plugin" && slices.Equal(labels, []string{e.Name, e.Version}) && value("os") == e.OS &&
		value("arch") == e.Arch
}

// literal is the text of an attribute that is a plain text.
func literal(attr *hclwrite.Attribute) string {
	var text []byte
	for _, token := range attr.Expr().BuildTokens(nil) {
		if token.Type == hclsyntax.TokenQuotedLit {
			text = append(text, token.Bytes...)
		}
	}
	return string(text)
}

// archiveName is how archives are called: NAME_VERSION_OS_ARCH or NAME_VERSION, and .tar.gz or .zip.
var archiveName = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9_-]*)_([0-9][^_]*?)` +
	`(?:_([a-z0-9]+)_([a-z0-9]+))?\.(tar\.gz|zip)$`)

// FileName is how the archive of an entry is called.
func (e Entry) FileName() string {
	if e.OS == "" {
		return fmt.Sprintf("%s_%s.tar.gz", e.Name, e.Version)
	}
	return fmt.Sprintf("%s_%s_%s_%s.tar.gz", e.Name, e.Version, e.OS, e.Arch)
}

// Named reads the name of an archive.
func Named(file string) (e Entry, err error) {
	parts := archiveName.FindStringSubmatch(file)
	if parts == nil || !version.MatchString(parts[2]) {
		return e, fmt.Errorf("the name %q does not say what it holds: call it NAME_VERSION_OS_ARCH.tar.gz, such as "+
			"forest_1.2.0_linux_amd64.tar.gz, or NAME_VERSION.tar.gz if it runs everywhere, as bench plugin package does", file)
	}
	e.Name, e.Version, e.OS, e.Arch = parts[1], parts[2], parts[3], parts[4]
	return e, nil
}

// Check returns an error unless the name and version of an entry can be in an index, and its archive is called by them.
func (e Entry) Check() error {
	switch back, err := Named(e.FileName()); {
	case !name.MatchString(e.Name) || strings.Contains(e.Name, "/"):
		return fmt.Errorf("the name %q cannot be in an index, where names have letters, digits, - and _: write another by "+
			"-name", e.Name)
	case !version.MatchString(e.Version):
		return fmt.Errorf("the version %q cannot be in an index, where versions have numbers divided by points, such as "+
			"1.2.0", e.Version)
	case err != nil || back.Name != e.Name || back.Version != e.Version || back.OS != e.OS || back.Arch != e.Arch:
		return fmt.Errorf("the file name %s would not say what it holds: write another name by -name", e.FileName())
	}
	return nil
}
