package fetch

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/data/named"
)

// Changes says in what a newer answer to a name differs from an older one: "its version is 2, and was 1". What the newer one
// does not know, such as the digest of a file that was not downloaded, is not compared.
func Changes(old, now named.Entry) []string {
	var all []string
	differ := func(what, old, now string) {
		if old != now && now != "" {
			all = append(all, fmt.Sprintf("its %s is %s, and was %s", what, quoted(now), quoted(old)))
		}
	}
	differ("name", old.Name, now.Name)
	differ("version", old.Version, now.Version)
	differ("target", strings.Join(old.Target, ", "), strings.Join(now.Target, ", "))
	differ("dropped columns", strings.Join(old.Drop, ", "), strings.Join(now.Drop, ", "))
	differ("licence", old.Licence, now.Licence)
	for _, f := range now.Files {
		before, there := old.File(f.Role)
		if archive, packed := old.File(named.Archive); packed && f.Role == named.Data && f.Member == "" {
			before = archive
		}
		if !there {
			all = append(all, fmt.Sprintf("it has a file of %s now", f.Role))
			continue
		}
		differ("address of "+f.Role, before.URL, f.URL)
		differ("MD5 of "+f.Role, before.MD5, f.MD5)
		differ("SHA-256 of "+f.Role, before.SHA256, f.SHA256)
	}
	return all
}

// quoted is a value in a sentence.
func quoted(text string) string {
	if text == "" {
		return "empty"
	}
	return text
}
