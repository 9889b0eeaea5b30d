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
	GoFiles    []string
	Imports    []string
}

// houseSections are the parts of architecture.md that follow from the source: the districts of
// the framework, and the rooms of each.
func houseSections() ([]section, error) {
	packages, err := listPackages()
	if err != nil {
		return nil, err
	}
	drawn, err := draw(packages, district)
	if err != nil {
		return nil, err
	}
	sections := []section{{"map", drawn}}
	for _, name := range []string{"base", "contract", "data", "evaluation", "results", "language", "host", "sdk", "running", "showing"} {
		var inside []pkg
		for _, p := range packages {
			if district(p.ImportPath) == name && strings.HasPrefix(p.ImportPath, "framework/") {
				inside = append(inside, p)
			}
		}
		drawn, err := draw(inside, room)
		if err != nil {
			return nil, err
		}
		sections = append(sections, section{name, drawn + "\n" + listRooms(inside)})
	}
	return sections, nil
}

// listPackages lists the packages of the framework, the command and the plugins, with
// their paths below the module and those of their imports that are of it.
func listPackages() ([]pkg, error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc,GoFiles,Imports", module+"framework/...", module+"cmd/...", module+"plugins/...",
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
		if slices.Equal(p.GoFiles, []string{"doc.go"}) {
			continue // only the words on a district
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

// district is the box of the first map that a package is in: a folder of the framework, a
// command, or all plugins.
func district(path string) string {
	switch parts := strings.Split(path, "/"); {
	case parts[0] == "plugins":
		return "plugins"
	case path == "sdk":
		return "SDKs"
	case parts[0] != "framework" || len(parts) == 1:
		return path
	default:
		return parts[1]
	}
}

// room is the box of the map of its district that a package is in. What is outside has none.
func room(path string) string {
	parts := strings.Split(path, "/")
	return parts[min(2, len(parts)-1)]
}

// draw draws the imports between boxes, without the arrows that a longer way of arrows
// stands for.
func draw(packages []pkg, box func(path string) string) (string, error) {
	known := map[string]bool{}
	for _, p := range packages {
		known[p.ImportPath] = true
	}
	below := map[string]map[string]bool{}
	for _, p := range packages {
		from := box(p.ImportPath)
		if below[from] == nil {
			below[from] = map[string]bool{}
		}
		for _, i := range p.Imports {
			if to := box(i); known[i] && to != from {
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
	drawn := map[string]bool{}
	var arrows []string
	for _, from := range slices.Sorted(maps.Keys(below)) {
		var to []string
		for _, next := range slices.Sorted(maps.Keys(below[from])) {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(below[from])), func(other string) bool { return reached[other][next] }) {
				to = append(to, named(next))
				drawn[next] = true
			}
		}
		if len(to) > 0 {
			arrows = append(arrows, fmt.Sprintf("  %s --> %s\n", named(from), strings.Join(to, " & ")))
			drawn[from] = true
		}
	}
	if len(arrows) == 0 {
		return "", nil
	}
	for _, name := range slices.Sorted(maps.Keys(below)) {
		if !drawn[name] {
			arrows = append(arrows, "  "+named(name)+"\n")
		}
	}
	return "```mermaid\nflowchart TD\n" + strings.Join(arrows, "") + "```\n", nil
}

// named is a box in a drawing, which has no slashes in names.
func named(box string) string {
	if strings.Contains(box, "/") {
		return fmt.Sprintf("%s[%s]", strings.ReplaceAll(box, "/", "_"), box)
	}
	return box
}

// reach finds all rooms below one. Rooms that reach themselves are an error.
func reach(from string, below, reached map[string]map[string]bool, above []string) error {
	if slices.Contains(above, from) {
		return fmt.Errorf("boxes import each other: %s", strings.Join(append(above, from), " → "))
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

// listRooms is a table of packages: what each is for.
func listRooms(packages []pkg) string {
	var b strings.Builder
	b.WriteString("| package | what it does |\n|:--|:--|\n")
	slices.SortFunc(packages, func(x, y pkg) int { return cmp.Compare(x.ImportPath, y.ImportPath) })
	for _, p := range packages {
		fmt.Fprintf(&b, "| [`%s`](../%s) | %s |\n", strings.TrimPrefix(p.ImportPath, "framework/"), p.ImportPath, escape(purpose(p.Doc)))
	}
	return b.String()
}

// purpose is the first sentence of a package comment without its subject.
func purpose(doc string) string {
	words := strings.SplitN(doc, " ", 3) // Package x …
	if len(words) < 3 {
		return doc
	}
	return strings.TrimRight(words[2], ".:,")
}
