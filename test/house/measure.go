package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// What a type should have at most in fields, a line in characters and a function in lines.
const (
	mostFields     = 12
	mostCharacters = 120
	mostLines      = 40
)

// listed is what `go list` tells about a package.
type listed struct {
	ImportPath string
	Dir        string
	Export     string
	DepOnly    bool
	GoFiles    []string
	ImportMap  map[string]string
}

// room holds the figures of a package.
type room struct {
	name         string
	files, lines int
	over         int // lines of more than mostCharacters
	arrows, back int
	wide         []string // types of more than mostFields
	long         []string // functions of more than mostLines, from the word func to the last brace
	upward       []string // the arrows that run back up, "from -> to"
}

// measureAll measures the packages that patterns name.
func measureAll(patterns []string) ([]room, error) {
	packages, exports, err := list(patterns)
	if err != nil {
		return nil, err
	}
	var rooms []room
	for _, p := range packages {
		r, err := measure(p, exports)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		rooms = append(rooms, r)
	}
	return rooms, nil
}

// list asks the go command for the packages and for the export data of all they
// import, by import path.
func list(patterns []string) ([]listed, map[string]string, error) {
	command := exec.Command("go", append([]string{"list", "-export", "-deps", "-json"}, patterns...)...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w", err)
	}
	var packages []listed
	exports := map[string]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			return packages, exports, nil
		} else if err != nil {
			return nil, nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			packages = append(packages, p)
		}
	}
}

// measure reads and type-checks a package.
func measure(p listed, exports map[string]string) (room, error) {
	r := room{name: p.ImportPath[strings.Index(p.ImportPath, "/bench/")+len("/bench/"):]}
	set := token.NewFileSet()
	files, err := r.read(set, p)
	if err != nil {
		return r, err
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	lookup := func(path string) (io.ReadCloser, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		return os.Open(exports[path])
	}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", lookup)}
	checked, err := config.Check(p.ImportPath, set, files, info)
	if err != nil {
		return r, err
	}
	r.arrows, r.upward = arrows(set, checked, info, files)
	r.back = len(r.upward)
	return r, nil
}

// read parses the files of a package and counts what single files show.
func (r *room) read(set *token.FileSet, p listed) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		if ast.IsGenerated(file) {
			continue
		}
		r.files++
		r.lines += strings.Count(string(text), "\n")
		r.long = append(r.long, longFunctions(set, file)...)
		r.wide = append(r.wide, wideTypes(file)...)
		for line := range strings.Lines(string(text)) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > mostCharacters {
				r.over++
			}
		}
	}
	return files, nil
}

// longFunctions names the functions and methods of too many lines.
func longFunctions(set *token.FileSet, file *ast.File) []string {
	var long []string
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			if lines := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1; lines > mostLines {
				long = append(long, fmt.Sprintf("%s: %s: %d lines", set.Position(f.Pos()).Filename, f.Name.Name, lines))
			}
		}
	}
	return long
}

// wideTypes names the struct types of too many fields.
func wideTypes(file *ast.File) []string {
	var wide []string
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range d.Specs {
			if named, ok := spec.(*ast.TypeSpec); ok {
				if s, ok := named.Type.(*ast.StructType); ok && s.Fields.NumFields() > mostFields {
					wide = append(wide, fmt.Sprintf("%s.%s: %d fields", file.Name.Name, named.Name.Name, s.Fields.NumFields()))
				}
			}
		}
	}
	return wide
}

// arrows counts the pairs of files of which one uses what the other declares, and
// names those that run back up.
func arrows(set *token.FileSet, p *types.Package, info *types.Info, files []*ast.File) (int, []string) {
	generated := map[string]bool{}
	var names []string
	for _, file := range files {
		name := set.Position(file.Package).Filename
		names = append(names, name)
		generated[name] = ast.IsGenerated(file)
	}
	uses := map[[2]string]bool{}
	for ident, object := range info.Uses {
		from, to := set.Position(ident.Pos()).Filename, set.Position(object.Pos()).Filename
		if object.Pkg() == p && declared(object) && from != to && !generated[from] && !generated[to] {
			uses[[2]string{from, to}] = true
		}
	}
	place := map[string]int{}
	for i, name := range order(names, uses) {
		place[name] = i
	}
	var upward []string
	for use := range uses {
		if place[use[0]] > place[use[1]] {
			upward = append(upward, use[0]+" -> "+use[1])
		}
	}
	slices.Sort(upward)
	return len(uses), upward
}

// declared reports whether the object stands for itself in the package: not a
// field, parameter or local name.
func declared(object types.Object) bool {
	switch o := object.(type) {
	case *types.Func:
		return true
	case *types.Var:
		return !o.IsField() && o.Parent() == o.Pkg().Scope()
	default:
		return object.Parent() == object.Pkg().Scope()
	}
}

// order puts the files so that few arrows go from a later to an earlier one:
// what nobody uses first, what uses nothing last, and of the rest the one that
// uses most more than it is used.
func order(names []string, uses map[[2]string]bool) []string {
	left := slices.Sorted(slices.Values(names))
	var first, last []string
	for len(left) > 0 {
		at, end := 0, false
		best := -len(names) - 1
		for i, name := range left {
			out, in := 0, 0
			for _, other := range left {
				if uses[[2]string{name, other}] {
					out++
				}
				if uses[[2]string{other, name}] {
					in++
				}
			}
			if out == 0 || in == 0 {
				at, end = i, out == 0
				break
			}
			if out-in > best {
				at, best = i, out-in
			}
		}
		if end {
			last = append(last, left[at])
		} else {
			first = append(first, left[at])
		}
		left = slices.Delete(left, at, at+1)
	}
	slices.Reverse(last)
	return append(first, last...)
}
