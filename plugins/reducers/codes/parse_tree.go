package codes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

// TreeError says what is wrong with a written tree.
type TreeError struct {
	Path    []any // indices (int) into the nested lists; empty for the whole
	Message string
}

// Error returns the message.
func (e *TreeError) Error() string { return e.Message }

// ParseTree reads a tree written as nested lists of class names,
//
//	[["a", "b"], ["c", ["d", "e"]]]
//
// decoded from JSON: a list of two parts is an inner node, the first part its
// left; a string is a class, and so is a number whose digits are a class name.
// Each class must occur once. An error is a *TreeError, the first in reading
// order. It panics if there are fewer than two classes.
func ParseTree(json any, classes []string) (Tree, error) {
	h, err := parseParts(json, classes, 2)
	if err != nil {
		return Tree{}, err
	}
	return h.dichotomy(), nil
}

// ParseHierarchy reads a tree in which a node may have more than two parts.
func ParseHierarchy(json any, classes []string) (Hierarchy, error) {
	return parseParts(json, classes, len(classes))
}

// dichotomy is a hierarchy of nodes of two parts as a tree.
func (h Hierarchy) dichotomy() Tree {
	if h.Parts == nil {
		return Tree{Class: h.Class}
	}
	left, right := h.Parts[0].dichotomy(), h.Parts[1].dichotomy()
	return Tree{Left: &left, Right: &right}
}

// parseParts reads a tree whose nodes have at most a number of parts.
func parseParts(json any, classes []string, most int) (Hierarchy, error) {
	checkClasses(len(classes))
	p := treeParser{classes: classes, place: make([]string, len(classes)), most: most}
	tree, err := p.part(json, nil)
	if err != nil {
		return Hierarchy{}, err
	}
	var missing []string
	for i, place := range p.place {
		if place == "" {
			missing = append(missing, strconv.Quote(classes[i]))
		}
	}
	if missing != nil {
		return Hierarchy{}, &TreeError{nil, "the tree lacks " + wording.First(missing,
			fewClasses) + ": every class must be in it once"}
	}
	return tree, nil
}

// fewClasses is how many classes a message lists.
const fewClasses = 5

type treeParser struct {
	classes []string
	place   []string // where each class was met, "" if not yet
	most    int      // parts of a node
}

func (p *treeParser) part(json any, path []any) (Hierarchy, error) {
	switch v := json.(type) {
	case []any:
		return p.node(v, path)
	case string:
		return p.leaf(v, path)
	case float64:
		return p.leaf(strconv.FormatFloat(v, 'f', -1, 64), path)
	}
	return Hierarchy{}, &TreeError{path, "a part of the tree is the name of a class or a list of two parts"}
}

func (p *treeParser) node(parts []any, path []any) (Hierarchy, error) {
	switch n := len(parts); {
	case n < 2 && p.most > 2:
		return Hierarchy{}, &TreeError{path, fmt.Sprintf("a node of the tree has two parts or more, and this list %d", n)}
	case n != 2 && p.most == 2:
		return Hierarchy{}, &TreeError{path, fmt.Sprintf("a node of the tree has two parts, and this list has %d: "+
			"group the classes into nested lists of two, or write base for nodes of more", n)}
	}
	var h Hierarchy
	for i, part := range parts {
		child, err := p.part(part, append(slices.Clip(path), i))
		if err != nil {
			return Hierarchy{}, err
		}
		h.Parts = append(h.Parts, child)
	}
	return h, nil
}

func (p *treeParser) leaf(name string, path []any) (Hierarchy, error) {
	class := slices.Index(p.classes, name)
	if class < 0 {
		return Hierarchy{}, &TreeError{path, fmt.Sprintf("the data have no class %q: the classes are %s", name,
			wording.First(wording.Quoted(p.classes), fewClasses))}
	}
	if p.place[class] != "" {
		return Hierarchy{}, &TreeError{path, fmt.Sprintf("class %q is in the tree twice, first at %s", name, p.place[class])}
	}
	p.place[class] = "tree" + indices(path)
	return Hierarchy{Class: class}, nil
}

// indices writes a path as in tree[0][1].
func indices(path []any) string {
	var b strings.Builder
	for _, i := range path {
		fmt.Fprintf(&b, "[%v]", i)
	}
	return b.String()
}
