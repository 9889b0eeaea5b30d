package modules

import (
	"fmt"
	"strings"
)

// copyleft is the licence that asks to be told where sources are.
const copyleft = "MPL-2.0"

// Notices are the texts that go with programs: what they are made of, and each licence.
func Notices(list []Module) string {
	var out strings.Builder
	out.WriteString("bench is under the Mozilla Public License 2.0; see LICENSE. Its program contains the modules of\n" +
		"Go below, under their own licences. The address of each module's sources is below its name, and\n" +
		"`go mod download -x MODULE@VERSION` fetches them.\n\n" +
		"These modules are under the Mozilla Public License 2.0, and are contained without changes. Their\n" +
		"source code form is available under that licence at:\n\n")
	for _, m := range list {
		if strings.Contains(m.Licence, copyleft) {
			fmt.Fprintf(&out, "  %s %s: %s\n", m.Path, m.Version, m.Sources())
		}
	}
	for _, m := range list {
		fmt.Fprintf(&out, "\n%s\n%s %s\nLicence: %s\nSources: %s\n", strings.Repeat("=", 78), m.Path, m.Version, m.Licence,
			m.Sources())
		for _, text := range m.Texts {
			fmt.Fprintf(&out, "\n----- %s -----\n\n%s\n", text.Name, strings.Trim(strings.ReplaceAll(text.Text, "\r", ""), "\n"))
		}
	}
	return out.String()
}
