// Package manifest reads plugin.hcl, which says of a plugin in a folder how it is
// started, what it offers and what it needs.
package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
	"github.com/manyclass/bench/framework/language/typed"
)

// File is the name of a manifest in the folder of a plugin.
const File = "plugin.hcl"

// The languages whose interpreters bench can ask for what is installed.
const (
	Python = "python"
	Java   = "java"
	R      = "r"
)

// Manifest is what plugin.hcl says.
type Manifest struct {
	Command    []string `json:"command"`    // words; the first is the program
	Learners   []string `json:"learners"`   // that it offers
	Reductions []string `json:"reductions"` // that it offers
	Metrics    []string `json:"metrics"`    // that it offers
	Encoders   []string `json:"encoders"`   // that it offers
	Splitters  []string `json:"splitters"`  // that it offers
	Language   string   `json:"language"`   // of Requires, or ""
	Requires   []string `json:"requires"`   // libraries with version constraints; see Requirements
	Install    string   `json:"install"`    // what to type if something is missing, or ""
	Build      string   `json:"build"`      // what makes the files that the command names, or ""
	Adapter    bool     `json:"adapter"`    // the command speaks JSON lines
}

// Params are the attributes of a manifest.
func Params() []contract.Param {
	return []contract.Param{
		{Name: "command", Type: "list(string)", Required: true,
			Doc: "The words of the command. A word with a / that exists in the folder is a path in it; the first is else " +
				"looked up in PATH."},
		{Name: "learners", Type: "list(string)",
			Doc: "The learners that it offers. It is started if a file names one of its components, or requires it."},
		{Name: "reductions", Type: "list(string)", Doc: "The reductions that it offers."},
		{Name: "metrics", Type: "list(string)", Doc: "The metrics that it offers."},
		{Name: "encoders", Type: "list(string)", Doc: "The encoders that it offers."},
		{Name: "splitters", Type: "list(string)", Doc: "The validation methods that it offers."},
		{Name: "language", Type: "string", OneOf: []string{Python, Java, R}, Doc: "The language that requires speaks of."},
		{Name: "requires", Type: "list(string)", Doc: `Libraries it needs, such as "numpy >= 1.23".`},
		{Name: "install", Type: "string", Doc: "What to type if something is missing."},
		{Name: "build", Type: "string", Doc: "What to type in the folder to make the files that the command names."},
		{Name: "adapter", Type: "bool", Doc: "The command speaks JSON lines, and bench's adapter translates them."},
	}
}

// Error is what is wrong with a manifest, with its places.
type Error struct{ List diagnostic.List }

func (e *Error) Error() string {
	first := e.List[0]
	text := first.Summary
	if first.Range != nil {
		text = fmt.Sprintf("%s:%d: %s", first.Range.File, first.Range.Start.Line, text)
	}
	return text + ": " + first.Detail
}

// Read reads the manifest in a folder. Without one, it is nil. What is wrong with it
// is an *Error.
func Read(dir string) (*Manifest, error) {
	path := filepath.Join(dir, File)
	b, err := syntax.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	m, diags := Parse(path, b)
	if diags.HasErrors() {
		return nil, &Error{diags.Sorted()}
	}
	return m, nil
}

// Parse is Read on the content of a file.
func Parse(path string, b []byte) (*Manifest, diagnostic.List) {
	r := reader{Remarks: diagnostic.Remarks{Text: &diagnostic.Text{Path: path, Bytes: b}}, values: map[string]any{}}
	if !syntax.CheckLimits(&r.Remarks, b) {
		return nil, r.List
	}
	parsed, diags := hclsyntax.ParseConfig(b, path, hcl.InitialPos)
	for _, d := range diags {
		r.HCL(mistake.BadManifest, hcl.Diagnostics{syntax.OfSyntax(d)})
	}
	if diags.HasErrors() {
		return nil, r.List
	}
	body := parsed.Body.(*hclsyntax.Body)
	syntax.NestedBlocks(&r.Remarks, body, "a manifest")
	for _, attr := range syntax.AttributesOf(body) {
		r.attribute(attr)
	}
	return r.manifest(body), r.List
}

// reader collects the values of a manifest and what is wrong with them.
type reader struct {
	diagnostic.Remarks
	values map[string]any
}

func (r *reader) attribute(written *hclsyntax.Attribute) {
	params := Params()
	i := slices.IndexFunc(params, func(p contract.Param) bool { return p.Name == written.Name })
	if i < 0 {
		names := make([]string, len(params))
		for n, p := range params {
			names[n] = p.Name
		}
		syntax.UnknownAttribute(&r.Remarks, written, "a manifest", names)
		return
	}
	v, ok := expression.Evaluate(&r.Remarks, written.Expr, expression.NewScope())
	if !ok || !v.IsKnown() || v.IsNull() {
		return
	}
	t, err := typed.Type(params[i])
	if err != nil {
		panic(fmt.Sprintf("manifest: type of %s: %v", written.Name, err))
	}
	d := typed.Decoder{Param: params[i]}
	value := d.Value(v, t, nil)
	for _, m := range d.Mistakes {
		r.Errorf(mistake.BadManifest, expression.Locate(written.Expr, m.Path), m.Summary, "%s", m.Detail)
	}
	if len(d.Mistakes) == 0 && !d.Unknown {
		r.values[written.Name] = value
	}
}

// manifest makes a manifest of the values and checks what no type can say.
func (r *reader) manifest(body *hclsyntax.Body) *Manifest {
	m := &Manifest{}
	if err := json.Unmarshal(contract.NewConfig(r.values), m); err != nil {
		panic(fmt.Sprintf("manifest: %v", err)) // the values have the types of Params
	}
	at := func(name string, path ...any) hcl.Range {
		if attr := body.Attributes[name]; attr != nil {
			return expression.Locate(attr.Expr, path)
		}
		return hcl.Range{}
	}
	if len(m.Command) == 0 || m.Command[0] == "" {
		if !r.List.HasErrors() {
			r.Errorf(mistake.BadManifest, at("command"), "A plugin has a command",
				`Write for example command = ["venv/bin/python", "main.py"] in %s.`, r.Text.Path)
		}
	}
	for i, word := range m.Command {
		if strings.ContainsRune(word, 0) {
			r.Errorf(mistake.BadManifest, at("command", i), "A word of a command cannot be used",
				"It holds the character NUL.")
		}
	}
	for i, text := range m.Requires {
		if _, err := parseRequirement(text); err != nil {
			r.Errorf(mistake.BadManifest, at("requires", i), "A requirement cannot be read",
				`%v. Write for example "numpy >= 1.23, < 3".`, err)
		}
	}
	if len(m.Requires) > 0 && m.Language == "" {
		r.Errorf(mistake.BadManifest, at("requires"), "It is not said in which language the libraries are",
			`Write for example language = "python".`)
	}
	return m
}

// Offers reports whether the package offers a component.
func (m *Manifest) Offers(kind contract.Kind, name string) bool {
	return slices.Contains(m.offered(kind), name)
}

// Components names what the package offers; only kinds and names are set.
func (m *Manifest) Components() []contract.Component {
	var list []contract.Component
	for _, kind := range contract.PluginKinds {
		for _, name := range m.offered(kind) {
			list = append(list, contract.Component{Kind: kind, Name: name})
		}
	}
	return list
}

func (m *Manifest) offered(kind contract.Kind) []string {
	switch kind {
	case contract.KindLearner:
		return m.Learners
	case contract.KindReducer:
		return m.Reductions
	case contract.KindMetric:
		return m.Metrics
	case contract.KindEncoder:
		return m.Encoders
	case contract.KindValidation:
		return m.Splitters
	}
	return nil
}

// Requirements are what Requires says.
func (m *Manifest) Requirements() []Requirement {
	list := make([]Requirement, len(m.Requires))
	for i, text := range m.Requires {
		list[i], _ = parseRequirement(text) // Parse has checked them
	}
	return list
}
