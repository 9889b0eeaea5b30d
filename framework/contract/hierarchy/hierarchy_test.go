package hierarchy

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

var classes = []string{"cat", "dog", "fir", "oak", "10"}

// show writes a tree as it would be read, with the numbers of classes.
func show(t target.Tree) string {
	if t.Leaf() {
		return fmt.Sprint(t.Class)
	}
	var parts []string
	for _, part := range t.Parts {
		parts = append(parts, show(part))
	}
	return t.Name + "(" + strings.Join(parts, " ") + ")"
}

func read(t *testing.T, text string, parts Parts) (target.Tree, error) {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return Read(v, classes, parts)
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		`{"plant":["oak","fir"],"animal":{"dog":{},"cat":{}},"10":{}}`: "(4 animal(0 1) plant(3 2))",
		`[["dog","cat"],[["oak"],"fir"],10]`:                           "((1 0) ((3) 2) 4)",
		`{"all":{"x":{"plant":["oak",["fir",10]]},"y":["cat","dog"]}}`: "(all(x(plant(3 (2 4))) y(0 1)))",
	} {
		if tree, err := read(t, text, Parts{Least: 1}); err != nil || show(tree) != want {
			t.Errorf("%s: %s, %v; want %s", text, show(tree), err, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		path []any
		want string
	}{
		{`{"plant":["oak","fur"]}`, []any{"plant", 1}, `no class "fur": the classes are "cat"`},
		{`{"plant":{"oak":{},"fur":{}}}`, []any{"plant", contract.Key("fur")}, `no class "fur"`},
		{`{"a":["oak","fir"],"b":{"oak":{}}}`, []any{"b", contract.Key("oak")}, `"oak" is in the tree twice, first at tree.a[0]`},
		{`{"plant":[],"x":["oak"]}`, []any{"plant"}, "empty"},
		{`{}`, []any(nil), "empty"},
		{`{"oak":["fir","dog"]}`, []any{contract.Key("oak")}, "is a class, which has no parts"},
		{`{"x":"oak"}`, []any{"x"}, "a class has {}"},
		{`{"x":["oak",{"fir":{}}]}`, []any{"x", 1}, "stands in an object"},
		{`{"x":["oak",true]}`, []any{"x", 1}, "the name of a class, a list or an object"},
		{`{"x":["oak",10],"y":["cat","dog"]}`, nil, `lacks "fir"`},
	} {
		tree, err := read(t, c.text, Parts{Least: 1})
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Message, c.want) || !reflect.DeepEqual(e.Path, c.path) {
			t.Errorf("%s: %s, %#v, want %q at %v", c.text, show(tree), err, c.want, c.path)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"plant":["oak","fir"],"animal":{"dog":{},"cat":{}},"10":{}}`, 1, 0)
	f.Add(`[["dog","cat"],[["oak","fir"],10]]`, 2, 2)
	f.Add(`{"x":{"y":{"z":{}}}}`, 2, 0)
	f.Fuzz(func(t *testing.T, text string, least, most int) {
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			return
		}
		tree, err := Read(v, classes, Parts{least, most})
		if err == nil {
			if err := tree.Check(len(classes)); err != nil {
				t.Fatal(err)
			}
			return
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("error %v has no path", err)
		}
		for _, step := range e.Path {
			switch step := step.(type) {
			case int:
				v = v.([]any)[step] // panics if the path leads nowhere
			case string:
				v = v.(map[string]any)[step]
			}
		}
	})
}
