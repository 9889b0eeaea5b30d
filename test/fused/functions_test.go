package fused

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rounding are functions of the packages math and math/rand/v2 whose last digits depend on the processor, and packages
// of gonum in which products are fused.
var (
	rounding = strings.Fields("Acos Acosh Asin Asinh Atan Atan2 Atanh Cbrt Cos Cosh Erf Erfc Erfcinv Erfinv Exp Exp2 Expm1 " +
		"Gamma Hypot Lgamma Log Log10 Log1p Log2 Mod Pow Sin Sincos Sinh Tan Tanh NormFloat64 ExpFloat64")
	packages = []string{`"gonum.org/v1/gonum/mathext"`, `"gonum.org/v1/gonum/stat/distuv"`}
)

// shown is code whose numbers are rounded before anybody sees them, and the tests of plugins.
var shown = []string{"framework/showing/", "framework/sdk/sdktest/"}

// exempt are calls whose results are exact: without rounding, or in a function that says so.
var exempt = map[string]bool{"framework/base/elementary/power.go Pow": true}

// What is computed uses packages elementary, special and variate, which have the same bits on every processor.
func TestFunctionsHaveTheSameBits(t *testing.T) {
	files := 0
	for _, district := range []string{"framework", "plugins"} {
		err := filepath.WalkDir("../../"+district, func(path string, entry fs.DirEntry, err error) error {
			name := filepath.ToSlash(strings.TrimPrefix(path, "../../"))
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
				slices.ContainsFunc(shown, func(s string) bool { return strings.HasPrefix(name, s) }) {
				return err
			}
			files++
			return look(t, path, name)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 300 {
		t.Errorf("only %d files were looked at", files)
	}
}

// look reports what a file uses.
func look(t *testing.T, path, name string) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, i := range file.Imports {
		if slices.Contains(packages, i.Path.Value) {
			t.Errorf("%s imports %s, which other processors round differently: use framework/base/special", name, i.Path.Value)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok || !slices.Contains(rounding, s.Sel.Name) || exempt[name+" "+s.Sel.Name] {
			return true
		}
		from, ok := s.X.(*ast.Ident)
		if ok && from.Name == "math" || strings.HasSuffix(s.Sel.Name, "Float64") {
			t.Errorf("%s: %s has other last digits on other processors: use framework/base/elementary, special or variate",
				set.Position(s.Pos()), s.Sel.Name)
		}
		return true
	})
	return nil
}
