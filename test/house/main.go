// Command house measures the inside of the rooms: for each package its lines, the
// arrows between its files, how many of them run back up, and types of many fields.
//
//	go run ./test/house [-files] [PACKAGE ...]
//
// An arrow goes from a file to another of the same package that declares a
// function, method, type, variable or constant it uses. The files are put in the
// order of few arrows back (Eades, Lin & Smyth 1993); those that are left run back
// up. Test files and generated ones are no part of it.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// wide is the most fields a type should have, long the most characters of a line.
const (
	wide = 12
	long = 120
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
	over         int // lines of more than `long` characters
	arrows, back int
	wide         []string // types of more than `wide` fields
	upward       []string // the arrows that run back up, "from -> to"
}

func main() {
	log.SetFlags(0)
	files := flag.Bool("files", false, "name each arrow that runs back up, and each wide type")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./cmd/...", "./framework/...", "./plugins/..."}
	}
	packages, exports, err := list(patterns)
	if err != nil {
		log.Fatal(err)
	}
	var rooms []room
	for _, p := range packages {
		r, err := measure(p, exports)
		if err != nil {
			log.Fatal(p.ImportPath, ": ", err)
		}
		rooms = append(rooms, r)
	}
	show(os.Stdout, rooms, *files)
}

// show prints a line a room, those with the most arrows back first, and the sums.
func show(w io.Writer, rooms []room, files bool) {
	slices.SortStableFunc(rooms, func(a, b room) int {
		return cmp.Or(cmp.Compare(b.back, a.back), cmp.Compare(b.lines, a.lines))
	})
	sum := room{name: "all"}
	for _, r := range rooms {
		sum.files, sum.lines, sum.over = sum.files+r.files, sum.lines+r.lines, sum.over+r.over
		sum.arrows, sum.back = sum.arrows+r.arrows, sum.back+r.back
		sum.wide = append(sum.wide, r.wide...)
	}
	fmt.Fprintf(w, "%-36s %6s %6s %6s %6s %9s %5s\n", "room", "files", "lines", "arrows", "back", "over 120", "wide")
	for _, r := range append(rooms, sum) {
		fmt.Fprintf(w, "%-36s %6d %6d %6d %6d %9d %5d\n", r.name, r.files, r.lines, r.arrows, r.back, r.over, len(r.wide))
		if files {
			for _, text := range append(r.upward, r.wide...) {
				fmt.Fprintln(w, "    "+text)
			}
		}
	}
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
	var files []*ast.File
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return r, err
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return r, err
		}
		files = append(files, file)
		if ast.IsGenerated(file) {
			continue
		}
		r.files++
		r.lines += strings.Count(string(text), "\n")
		for line := range strings.Lines(string(text)) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > long {
				r.over++
			}
		}
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
	r.wide = wideTypes(checked)
	r.arrows, r.upward = arrows(set, checked, info, files)
	r.back = len(r.upward)
	return r, nil
}

// wideTypes names the struct types of too many fields.
func wideTypes(p *types.Package) []string {
	var wideOnes []string
	for _, name := range p.Scope().Names() {
		of, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if s, ok := of.Type().Underlying().(*types.Struct); ok && s.NumFields() > wide {
			wideOnes = append(wideOnes, fmt.Sprintf("%s.%s: %d fields", p.Name(), name, s.NumFields()))
		}
	}
	return wideOnes
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
