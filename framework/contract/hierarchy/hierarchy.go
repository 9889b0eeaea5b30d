// Package hierarchy reads trees of classes as blocks of an experiment file write them.
package hierarchy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
)

// Help says how a tree is written.
const Help = "Write nodes as objects by their names and classes as {}, or the classes of a node as a list, as in " +
	`tree = { animal = ["cat", "dog"], plant = { oak = {}, fir = {} } }: every class is in the tree once.`

// Error says what is wrong with a written tree.
type Error struct {
	// Path has indices (int) into lists and names (string) in objects, the last perhaps a
	// contract.Key; it is empty for the whole.
	Path    []any
	Message string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

func wrong(path []any, format string, args ...any) error {
	return &Error{path, fmt.Sprintf(format, args...)}
}

// Parts are the smallest and the largest number of parts of a node. If Most is 0, any larger number is valid.
type Parts struct{ Least, Most int }

// Read reads a tree of the classes, decoded from JSON:
//
//	{"animal": {"cat": {}, "dog": {}}, "plant": ["oak", "fir"]}
//	[["cat", "dog"], ["oak", "fir"]]
//
// An object has the parts of a node by their names, and in it {} makes the name that of a class. A
// list has the names of classes, or lists again, which are nodes without a name; a number stands
// for the class with its digits. Each class occurs once. Parts of objects come in the order of
// their names. An error is an *Error, the first in this order. It panics if there are fewer than two
// classes.
func Read(value any, classes []string, parts Parts) (target.Tree, error) {
	if len(classes) < 2 {
		panic("hierarchy: a tree needs at least two classes")
	}
	parts.Least = max(1, parts.Least)
	r := reader{classes: classes, place: make([]string, len(classes)), parts: parts}
	tree, err := r.part(value, nil)
	if err != nil {
		return target.Tree{}, err
	}
	var missing []string
	for k, place := range r.place {
		if place == "" {
			missing = append(missing, strconv.Quote(classes[k]))
		}
	}
	if missing != nil {
		return target.Tree{}, wrong(nil, "the tree lacks %s: every class must be in it once",
			wording.First(missing, fewClasses))
	}
	return tree, nil
}

// fewClasses is how many classes a message lists.
const fewClasses = 5

type reader struct {
	classes []string
	place   []string // where each class was met, "" if not yet
	parts   Parts
}

// part reads what stands at a path.
func (r *reader) part(value any, path []any) (target.Tree, error) {
	switch v := value.(type) {
	case []any:
		return r.list(v, path)
	case map[string]any:
		return r.object(v, path)
	case string:
		return r.leaf(v, path, path)
	case float64:
		return r.leaf(strconv.FormatFloat(v, 'f', -1, 64), path, path)
	}
	if r.parts.Most == 2 {
		return target.Tree{}, wrong(path, "a part of the tree is the name of a class or a list of two parts")
	}
	return target.Tree{}, wrong(path, "a part of the tree is the name of a class, a list or an object")
}

// count refuses a node of too few or too many parts.
func (r *reader) count(n int, what string, path []any) error {
	switch {
	case r.parts.Most > 0 && (n < r.parts.Least || n > r.parts.Most):
		return wrong(path, "a node of the tree has two parts, and this %s has %d: group the classes into nested lists of "+
			"two, or write base for nodes of more", what, n)
	case n < r.parts.Least && r.parts.Least > 1:
		return wrong(path, "a node of the tree has two parts or more, and this %s %d", what, n)
	case n < r.parts.Least:
		return wrong(path, "this node of the tree is empty")
	}
	return nil
}

func (r *reader) list(parts []any, path []any) (target.Tree, error) {
	if err := r.count(len(parts), "list", path); err != nil {
		return target.Tree{}, err
	}
	var t target.Tree
	for i, part := range parts {
		at := append(slices.Clip(path), i)
		if _, named := part.(map[string]any); named {
			return t, wrong(at, "an element of a list is the name of a class or a list; a node with a name stands in an "+
				"object")
		}
		child, err := r.part(part, at)
		if err != nil {
			return t, err
		}
		t.Parts = append(t.Parts, child)
	}
	return t, nil
}

func (r *reader) object(parts map[string]any, path []any) (target.Tree, error) {
	if err := r.count(len(parts), "object", path); err != nil {
		return target.Tree{}, err
	}
	var t target.Tree
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		child, err := r.member(name, parts[name], path)
		if err != nil {
			return t, err
		}
		t.Parts = append(t.Parts, child)
	}
	return t, nil
}

// member reads a part of an object: a class where there is nothing in it, else a node.
func (r *reader) member(name string, value any, path []any) (target.Tree, error) {
	key, inside := append(slices.Clip(path), contract.Key(name)), append(slices.Clip(path), name)
	if within, is := value.(map[string]any); is && len(within) == 0 {
		return r.leaf(name, key, inside)
	}
	switch value.(type) {
	case []any, map[string]any:
	default:
		return target.Tree{}, wrong(inside, "what a node has is a list or an object; a class has {}")
	}
	if slices.Contains(r.classes, name) {
		return target.Tree{}, wrong(key, "%q is a class, which has no parts: give the node another name", name)
	}
	node, err := r.part(value, inside)
	node.Name = name
	return node, err
}

// leaf takes a class whose name is written at a place; path leads to its value.
func (r *reader) leaf(name string, place, path []any) (target.Tree, error) {
	class := slices.Index(r.classes, name)
	if class < 0 {
		return target.Tree{}, wrong(place, "the data have no class %q: the classes are %s", name,
			wording.First(wording.Quoted(r.classes), fewClasses))
	}
	if r.place[class] != "" {
		return target.Tree{}, wrong(place, "class %q is in the tree twice, first at %s", name, r.place[class])
	}
	r.place[class] = "tree" + steps(path)
	return target.Tree{Class: class}, nil
}

// steps writes a path as in tree[0][1] or tree.animal.cat.
func steps(path []any) string {
	var b strings.Builder
	for _, step := range path {
		if name, is := step.(string); is {
			fmt.Fprintf(&b, ".%s", name)
		} else {
			fmt.Fprintf(&b, "[%v]", step)
		}
	}
	return b.String()
}
