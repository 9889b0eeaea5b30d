package mistake

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// declared are the constants of this package with their codes.
func declared(t *testing.T) map[string]Code {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "mistake.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]Code{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			codes[spec.Names[0].Name] = Code(text)
		}
		return true
	})
	return codes
}

// The table has a row for each constant, in the order of the codes, with all that users read.
func TestTable(t *testing.T) {
	codes := declared(t)
	rows := Table()
	form := regexp.MustCompile(`^[FVCDTP][0-9]{3}$`)
	for i, r := range rows {
		if codes[r.Name] != r.Code {
			t.Errorf("%s %s: the constant is %q", r.Code, r.Name, codes[r.Name])
		}
		delete(codes, r.Name)
		if !form.MatchString(string(r.Code)) || i > 0 && r.Code[0] == rows[i-1].Code[0] && r.Code <= rows[i-1].Code {
			t.Errorf("%s has another form, or comes too late", r.Code)
		}
		if r.Title == "" || strings.HasSuffix(r.Title, ".") || !strings.HasSuffix(r.Why, ".") || !strings.HasSuffix(r.Mend, ".") {
			t.Errorf("%s lacks a title, a reason or advice: %+v", r.Code, r)
		}
		if example := r.Wrong != "" && r.Mended != ""; example == (r.None != "") {
			t.Errorf("%s has neither an example nor a reason why there is none, or both", r.Code)
		}
	}
	for name := range codes {
		t.Errorf("codes.txt does not have %s", name)
	}
}

// sources calls do for each Go file of the program, without tests.
func sources(t *testing.T, do func(path string, file *ast.File, set *token.FileSet)) {
	t.Helper()
	for _, dir := range []string{"../../../framework", "../../../cmd", "../../../plugins"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.Contains(path, "base/mistake") || strings.Contains(path, "testdata") || strings.Contains(path, "templates") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			if err == nil {
				do(path, file, set)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Every code is used, and a remark that is made without a constructor, which asks for a code, has one.
func TestEveryRemarkHasACode(t *testing.T) {
	used := map[string]bool{}
	sources(t, func(path string, file *ast.File, set *token.FileSet) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "mistake" {
					used[n.Sel.Name] = true
				}
			case *ast.CompositeLit:
				keys := keysOf(n)
				of := !strings.Contains(path, "framework/contract") && !strings.Contains(path, "framework/sdk")
				if of && slices.Contains(keys, "Severity") && slices.Contains(keys, "Summary") &&
					!slices.Contains(keys, "Code") && !slices.Contains(keys, "Subject") {
					t.Errorf("%s: a remark without a code", set.Position(n.Pos()))
				}
			}
			return true
		})
	})
	for name := range declared(t) {
		if !used[name] {
			t.Errorf("nothing is reported with the code %s", name)
		}
	}
}

func keysOf(literal *ast.CompositeLit) (keys []string) {
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok {
				keys = append(keys, key.Name)
			}
		}
	}
	return keys
}
