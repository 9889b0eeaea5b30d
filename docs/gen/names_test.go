package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const repository = "../.."

var (
	// spoken is package.Name or package.Type.Method between backticks.
	spoken = regexp.MustCompile("`([a-z][a-z0-9]*)\\.([A-Z]\\w*(?:\\.\\w+)?)`")
	linked = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	step   = regexp.MustCompile(`(?m)^\d+\. `)
)

// The names of packages and functions by which the documents tell of the code are
// those that the code has, and the files that they send a reader to are there.
func TestNamesInDocuments(t *testing.T) {
	packages := declared(t)
	for _, page := range []string{"architecture.md", "successor.md"} {
		text := read(t, "../"+page)
		for _, m := range spoken.FindAllStringSubmatch(text, -1) {
			if !packages[m[1]][m[2]] {
				t.Errorf("%s speaks of %s.%s, which is not there", page, m[1], m[2])
			}
		}
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
				t.Errorf("%s leads to %s, which is not there", page, m[1])
			}
		}
	}
}

// The page for maintainers has what it announces: fifteen terms, and a way of
// eleven steps that each name the code.
func TestSuccessor(t *testing.T) {
	text, packages := read(t, "../successor.md"), declared(t)
	words, rest, _ := strings.Cut(text, "## The way of a cell\n")
	way, _, found := strings.Cut(rest, "\n## ")
	if n := strings.Count(words, "\n| ") - 1; n != 15 {
		t.Errorf("%d words, want 15", n)
	}
	steps := step.Split(way, -1)[1:]
	if !found || len(steps) != 11 {
		t.Errorf("%d steps, want 11", len(steps))
	}
	for i, s := range steps {
		if m := spoken.FindStringSubmatch(s); m == nil || packages[m[1]] == nil {
			t.Errorf("step %d names nothing of the code: %s", i+1, s)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// declared lists what the packages declare, by their names: Name, Type.Method.
func declared(t *testing.T) map[string]map[string]bool {
	t.Helper()
	packages := map[string]map[string]bool{}
	for _, dir := range []string{"framework", "cmd", "plugins"} {
		err := filepath.WalkDir(filepath.Join(repository, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			if packages[file.Name.Name] == nil {
				packages[file.Name.Name] = map[string]bool{}
			}
			for _, decl := range file.Decls {
				declare(packages[file.Name.Name], decl)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return packages
}

func declare(names map[string]bool, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		names[receiver(decl)+decl.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names[name.Name] = true
				}
			case *ast.TypeSpec:
				names[spec.Name.Name] = true
				if i, ok := spec.Type.(*ast.InterfaceType); ok {
					for _, method := range i.Methods.List {
						for _, name := range method.Names {
							names[spec.Name.Name+"."+name.Name] = true
						}
					}
				}
			}
		}
	}
}

// receiver is the type of a method with a dot, or "".
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if generic, ok := typ.(*ast.IndexExpr); ok {
		typ = generic.X
	}
	if name, ok := typ.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}
