package fetch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data/named"
)

// Changes says in what a newer answer to a name differs from an older one: "its version is 2, and was 1". What the
// newer one does not know, such as the digest of a file that was not downloaded, is not compared; addresses are not,
// since hosts move.
func Changes(old, now named.Entry) []string {
	var all []string
	differ := func(what, old, now string) {
		if old != now && now != "" {
			all = append(all, fmt.Sprintf("its %s is %s, and was %s", what, quoted(now), quoted(old)))
		}
	}
	differ("name", old.Name, now.Name)
	differ("version", old.Version, now.Version)
	differ("target", strings.Join(old.Of().Target, ", "), strings.Join(now.Of().Target, ", "))
	differ("dropped columns", strings.Join(old.Of().Drop, ", "), strings.Join(now.Of().Drop, ", "))
	differ("licence", old.Said().Licence, now.Said().Licence)
	for i, f := range now.Files {
		before, there := like(old, now.Files[:i], f.Role)
		if archive, packed := old.File(named.Archive); packed && f.Role == named.Data && f.Member == "" {
			before = archive
		}
		if !there {
			all = append(all, fmt.Sprintf("it has a file of %s now", f.Role))
			continue
		}
		differ("MD5 of "+f.Role, before.MD5, f.MD5)
		differ("SHA-256 of "+f.Role, before.SHA256, f.SHA256)
	}
	return all
}

// like is the file of an entry that has the place of another entry's file behind some files: that of the role, or the
// next one, if there are several.
func like(e named.Entry, behind []named.File, role string) (named.File, bool) {
	of := func(f named.File) bool { return f.Role == role }
	all, before := lists.Filter(e.Files, of), len(lists.Filter(behind, of))
	if before >= len(all) {
		return named.File{}, false
	}
	return all[before], true
}

// quoted is a value in a sentence.
func quoted(text string) string {
	if text == "" {
		return "empty"
	}
	return text
}

// suiteChanges says which tasks came and went.
func suiteChanges(old, now named.Suite) []string {
	var all []string
	has := func(s named.Suite, id string) bool {
		return slices.ContainsFunc(s.Tasks, func(t named.Task) bool { return t.ID == id })
	}
	for _, t := range old.Tasks {
		if !has(now, t.ID) {
			all = append(all, fmt.Sprintf("task %s (%s) is gone", t.ID, t.Name))
		}
	}
	for _, t := range now.Tasks {
		if !has(old, t.ID) {
			all = append(all, fmt.Sprintf("task %s (%s) is new", t.ID, t.Name))
		}
	}
	return all
}

// repeated says which data a suite has in several tasks.
func repeated(s named.Suite) []string {
	tasks := map[string][]string{}
	var all []string
	for _, t := range s.Tasks {
		if tasks[t.Name] = append(tasks[t.Name], t.ID); len(tasks[t.Name]) == 2 {
			all = append(all, fmt.Sprintf("tasks %s are of one name, %s: if that is one dataset, it counts more than others",
				strings.Join(tasks[t.Name], " and "), t.Name))
		}
	}
	return all
}
