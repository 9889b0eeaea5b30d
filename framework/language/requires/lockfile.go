package requires

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
	"github.com/manyclass/bench/framework/results/store"
)

// LockFile is the name of the lock file in an experiment file's folder.
const LockFile = "bench.lock.hcl"

// LockHeader explains a lock file to its reader.
const LockHeader = `# The plugins and the data with which the experiments of this folder were set up.
# "bench init FILE" writes the plugins, "bench fetch FILE" the data and the plugins
# that come from elsewhere. bench runs no plugin and reads no data of another hash,
# and warns of a plugin that runs on other versions. Keep this file with the
# experiment files.
`

// LockPath returns the path of the lock file that holds for an experiment file.
func LockPath(file string) string { return filepath.Join(filepath.Dir(file), LockFile) }

// ReadLock reads a lock file. Without one the Lock is nil.
func ReadLock(path string) (*Lock, diagnostic.List) {
	b, err := syntax.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, diagnostic.Unreadable("The lock file cannot be read", path, err)
	}
	return ParseLock(path, b)
}

// ParseLock is ReadLock on the content of a file. The Lock is nil if there are
// errors.
func ParseLock(path string, b []byte) (*Lock, diagnostic.List) {
	r := &diagnostic.Remarks{Text: &diagnostic.Text{Path: path, Bytes: b}}
	if !syntax.CheckLimits(r, b) {
		return nil, r.List
	}
	parsed, diags := hclsyntax.ParseConfig(b, path, hcl.InitialPos)
	r.HCL(mistake.BadLockFile, diags)
	if diags.HasErrors() {
		return nil, r.List
	}
	lock := &Lock{Path: path}
	body := parsed.Body.(*hclsyntax.Body)
	for _, attr := range syntax.AttributesOf(body) {
		r.Errorf(mistake.UnknownAttribute, attr.NameRange, fmt.Sprintf("Unknown attribute %q", attr.Name),
			"A lock file holds blocks: %s.", lockBlocks)
	}
	for _, block := range body.Blocks {
		switch {
		case block.Type == "plugin" && len(block.Labels) == 1:
			p := lockedPlugin(r, block)
			if _, again := lock.find(p.Name); again {
				r.Errorf(mistake.BadLockFile, block.DefRange(),
					fmt.Sprintf("Plugin %q is locked twice", p.Name), "Remove one of the two blocks.")
			}
			lock.put(p)
		case !lock.addNamed(r, block):
			r.Errorf(mistake.BadLockFile, block.DefRange(), "This does not belong in a lock file",
				"A lock file holds blocks: %s.", lockBlocks)
		}
	}
	if r.List.HasErrors() {
		return nil, r.List.Sorted()
	}
	return lock, r.List.Sorted()
}

func lockedPlugin(r *diagnostic.Remarks, block *hclsyntax.Block) Locked {
	p := Locked{Name: block.Labels[0], At: expression.Source{Text: r.Text, Header: block.DefRange()}}
	values := map[string]*string{"source": &p.Source, "version": &p.Version, "sha256": &p.SHA256,
		"interpreter": &p.Interpreter}
	for _, attr := range syntax.AttributesOf(block.Body) {
		into, known := values[attr.Name]
		switch {
		case attr.Name == "runtimes":
			p.Runtimes = literalStrings(r, attr)
			continue
		case attr.Name == "env":
			p.Env, _ = Environment(r, attr.Expr, expression.NewScope())
			continue
		case !known:
			syntax.UnknownAttribute(r, attr, "a locked plugin",
				[]string{"source", "version", "sha256", "interpreter", "env", "runtimes"})
			continue
		}
		value, ok := expression.LiteralString(attr.Expr)
		if !ok {
			r.Errorf(mistake.BadLockFile, attr.Expr.Range(), "This must be text",
				"Write it in quotes, without references.")
		}
		*into = value
	}
	p.Archives = lockedArchives(r, block.Body)
	if !sha256Hex.MatchString(p.SHA256) && (p.SHA256 != "" || p.Archives == nil) {
		r.Errorf(mistake.BadLockFile, block.DefRange(), fmt.Sprintf("Plugin %q has no hash", p.Name),
			`There must be sha256 = "…" with 64 hexadecimal digits. Remove the block and run bench init to write it again.`)
	}
	return p
}

// literalStrings decodes an object of literal texts.
func literalStrings(r *diagnostic.Remarks, attr *hclsyntax.Attribute) map[string]string {
	values := map[string]string{}
	object, ok := attr.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		r.Errorf(mistake.BadLockFile, attr.Expr.Range(), "This must be an object of texts",
			`Write it like { python = "3.12" }.`)
		return nil
	}
	for _, item := range object.Items {
		key, diags := item.KeyExpr.Value(nil)
		value, ok := expression.LiteralString(item.ValueExpr)
		if diags.HasErrors() || key.Type() != cty.String || !ok {
			r.Errorf(mistake.BadLockFile, item.ValueExpr.Range(), "This must be text",
				`Write it in quotes, without references, like { python = "3.12" }.`)
			continue
		}
		values[key.AsString()] = value
	}
	return values
}

// Save writes the lock file to a path, unless old is what it says already, and reports whether it did.
func (l *Lock) Save(path string, old *Lock) (written bool, err error) {
	content := l.Bytes()
	if old != nil && bytes.Equal(old.Bytes(), content) {
		return false, nil
	}
	return true, store.WriteFile(path, func(w io.Writer) error { _, err := w.Write(content); return err })
}

// Bytes returns the text of the lock file: the same for the same entries.
func (l *Lock) Bytes() []byte {
	out := []byte(LockHeader)
	for _, p := range l.Plugins {
		out = fmt.Appendf(out, "\nplugin %s {\n  source  = %s\n  version = %s\n",
			syntax.Quote(p.Name), syntax.Quote(p.Source), syntax.Quote(p.Version))
		if p.Archives == nil {
			out = fmt.Appendf(out, "  sha256  = %s\n", syntax.Quote(p.SHA256))
		}
		if p.Interpreter != "" {
			out = fmt.Appendf(out, "  interpreter = %s\n", syntax.Quote(p.Interpreter))
		}
		if len(p.Env) > 0 {
			out = fmt.Appendf(out, "  env     = %s\n", syntax.Object(p.Env))
		}
		if p.Runtimes != nil {
			out = append(out, "  runtimes = {\n"...)
			for _, name := range slices.Sorted(maps.Keys(p.Runtimes)) {
				out = fmt.Appendf(out, "    %s = %s\n", syntax.Key(name), syntax.Quote(p.Runtimes[name]))
			}
			out = append(out, "  }\n"...)
		}
		for _, a := range p.Archives {
			out = append(out, archiveBlock(a)...)
		}
		out = append(out, "}\n"...)
	}
	return append(out, l.named()...)
}
