package must

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	if got := Replace("a b a", "a", "c"); got != "c b a" {
		t.Errorf("got %q", got)
	}
	if got := ReplaceAll("a b a", "a", "b", "b", "a"); got != "b a b" {
		t.Errorf("got %q", got)
	}
	for name, change := range map[string]func(){
		"the first": func() { Replace("a b", "c", "d") },
		"all":       func() { ReplaceAll("a b", "a", "d", "c", "d") },
	} {
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); said != "nothing to replace: \"c\" is not in\na b" {
					t.Errorf("%s: %s", name, said)
				}
			}()
			change()
		}()
	}
}

// A test that changes a text without asking whether the text is there is void as
// soon as somebody words the text in another way.
func TestNoTestReplacesWithoutLooking(t *testing.T) {
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, place := range bare(t, path, nil) {
			t.Errorf("%s may find nothing: use must.Replace or must.ReplaceAll", place)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestBareReplacementsAreFound(t *testing.T) {
	const source = `package p
var a = strings.Replace(x, "old", "new", 1)
var b = strings.ReplaceAll(x, "old", "new")
var c = bytes.ReplaceAll(x, old, now)
var d = strings.NewReplacer("old", "new")
var e = strings.ReplaceAll(x, "\n", "\r\n") // of single characters
`
	want := []string{
		"x_test.go:2: strings.Replace", "x_test.go:3: strings.ReplaceAll",
		"x_test.go:4: bytes.ReplaceAll", "x_test.go:5: strings.NewReplacer",
	}
	if got := bare(t, "x_test.go", []byte(source)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// bare lists the replacements in a file that do not fail where there is nothing to
// replace. Those of every single character do not change a text's words.
func bare(t *testing.T, path string, source []byte) (places []string) {
	t.Helper()
	var from any
	if source != nil {
		from = source
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, from, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if name := replacement(call); name != "" {
			places = append(places, fmt.Sprintf("%s:%d: %s", path, files.Position(call.Pos()).Line, name))
		}
		return true
	})
	return places
}

// replacement is the name of a call that replaces without looking, else "".
func replacement(call *ast.CallExpr) string {
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	from, ok := function.X.(*ast.Ident)
	if !ok || from.Name != "strings" && from.Name != "bytes" {
		return ""
	}
	switch function.Sel.Name {
	case "Replace", "NewReplacer":
	case "ReplaceAll":
		if old, ok := call.Args[1].(*ast.BasicLit); ok {
			if s, _ := strconv.Unquote(old.Value); len(s) == 1 {
				return ""
			}
		}
	default:
		return ""
	}
	return from.Name + "." + function.Sel.Name
}
