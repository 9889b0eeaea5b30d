package server

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// inXML answers as a server of OpenML that has no JSON: what it would say in JSON, by the paths of XML.
func (s *Server) inXML(path, base string) (answer, bool) {
	if strings.HasPrefix(path, "/api/v1/json/") {
		return missing, true
	}
	rest, is := strings.CutPrefix(path, "/api/v1/")
	if !is {
		return answer{}, false
	}
	a, there := s.openML("/api/v1/json/"+rest, base, "")
	var said map[string]any
	if there && json.Unmarshal(a.body, &said) == nil {
		a.kind, a.body = "text/xml", []byte(xml.Header+elements(said))
	}
	return a, there
}

// elements writes an object as OpenML does: an element for each value, several for a list.
func elements(object map[string]any) string {
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(object)) {
		values, list := object[name].([]any)
		if !list {
			values = []any{object[name]}
		}
		for _, value := range values {
			fmt.Fprintf(&out, "<oml:%s xmlns:oml=\"http://openml.org/openml\">", name)
			if inner, nested := value.(map[string]any); nested {
				out.WriteString(elements(inner))
			} else if err := xml.EscapeText(&out, []byte(fmt.Sprint(value))); err != nil {
				panic(err)
			}
			fmt.Fprintf(&out, "</oml:%s>\n", name)
		}
	}
	return out.String()
}
