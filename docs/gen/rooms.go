package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

const module = "github.com/manyclass/bench/"

// pkg is a package as go list tells of it.
type pkg struct {
	ImportPath string
	Doc        string // first sentence of the package's comment
	Imports    []string
}

// houseSections are the parts of architecture.md that follow from the source.
func houseSections() ([]section, error) {
	packages, err := listPackages()
	if err != nil {
		return nil, err
	}
	drawn, err := drawRooms(packages)
	return []section{{"map", drawn}, {"rooms", listRooms(packages)}}, err
}

// listPackages lists the packages of the framework, the command and the plugins, with
// their paths below the module and those of their imports that are of it.
func listPackages() ([]pkg, error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc,Imports", module+"framework/...", module+"cmd/...", module+"plugins/...",
		module+"sdk").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var list []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p pkg
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module)
		var own []string
		for _, i := range p.Imports {
			if path, found := strings.CutPrefix(i, module); found {
				own = append(own, path)
			}
		}
		p.Imports = own
		list = append(list, p)
	}
	return list, nil
}

// room is the box of the map that a package is in: what stands below a package of the
// framework belongs to its room, and all plugins are one.
func room(path string) string {
	switch parts := strings.Split(path, "/"); {
	case parts[0] == "plugins":
		return "plugins"
	case parts[0] == "sdk":
		return named(path)
	case parts[0] != "framework": // cmd/bench, test/realdata
		return path
	case strings.HasPrefix(path, "framework/internal/wire"):
		return "internal/wire"
	case strings.HasSuffix(path, "test"): // helpers of tests, such as sdk/sdktest
		return strings.TrimPrefix(path, "framework/")
	default:
		return parts[1]
	}
}

// drawRooms draws the imports between rooms, without the arrows that a longer way of
// arrows stands for.
func drawRooms(packages []pkg) (string, error) {
	below := map[string]map[string]bool{}
	for _, p := range packages {
		from := room(p.ImportPath)
		if below[from] == nil {
			below[from] = map[string]bool{}
		}
		for _, i := range p.Imports {
			if to := room(i); to != from {
				below[from][to] = true
			}
		}
	}
	reached := map[string]map[string]bool{}
	for from := range below {
		if err := reach(from, below, reached, nil); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	b.WriteString("```mermaid\nflowchart TD\n")
	for _, from := range slices.Sorted(maps.Keys(below)) {
		var to []string
		for _, next := range slices.Sorted(maps.Keys(below[from])) {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(below[from])), func(other string) bool { return reached[other][next] }) {
				to = append(to, box(next))
			}
		}
		if len(to) > 0 {
			fmt.Fprintf(&b, "  %s --> %s\n", box(from), strings.Join(to, " & "))
		}
	}
	b.WriteString("```\n")
	return b.String(), nil
}

// box names a room in a drawing, which knows no slashes in names.
func box(room string) string {
	if strings.Contains(room, "/") {
		return fmt.Sprintf("%s[%s]", strings.ReplaceAll(room, "/", "_"), room)
	}
	return room
}

// reach finds all rooms below one. Rooms that reach themselves are an error.
func reach(from string, below, reached map[string]map[string]bool, above []string) error {
	if slices.Contains(above, from) {
		return fmt.Errorf("rooms import each other: %s", strings.Join(append(above, from), " → "))
	}
	if reached[from] != nil {
		return nil
	}
	all := map[string]bool{}
	for next := range below[from] {
		if err := reach(next, below, reached, append(above, from)); err != nil {
			return err
		}
		all[next] = true
		maps.Copy(all, reached[next])
	}
	reached[from] = all
	return nil
}

// listRooms is a table of the packages of framework and cmd: what each is for, and
// all that it imports.
func listRooms(packages []pkg) string {
	var b strings.Builder
	b.WriteString("| package | what it does | imports |\n|:--|:--|:--|\n")
	slices.SortFunc(packages, func(x, y pkg) int { return cmp.Compare(x.ImportPath, y.ImportPath) })
	for _, p := range packages {
		if strings.HasPrefix(p.ImportPath, "plugins/") {
			continue
		}
		name := named(p.ImportPath)
		imports := make([]string, len(p.Imports))
		for i, path := range p.Imports {
			imports[i] = named(path)
		}
		fmt.Fprintf(&b, "| [`%s`](../%s) | %s | %s |\n", name, p.ImportPath, escape(purpose(p.Doc)), cmp.Or(strings.Join(imports, ", "), "–"))
	}
	return b.String()
}

// named is what a package is called in a table: its path in the framework. The sources of
// SDKs are not the SDK of Go.
func named(path string) string {
	if path == "sdk" {
		return "SDKs"
	}
	return strings.TrimPrefix(path, "framework/")
}

// purpose is the first sentence of a package comment without its subject.
func purpose(doc string) string {
	words := strings.SplitN(doc, " ", 3) // Package x …
	if len(words) < 3 {
		return doc
	}
	return strings.TrimRight(words[2], ".:,")
}
