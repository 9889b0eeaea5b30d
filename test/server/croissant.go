package server

import (
	"fmt"
	"strconv"
	"strings"
)

func size(text string) string { return strconv.Itoa(len(text)) }

// croissantHead begins a description; the files follow, then the record sets.
const croissantHead = `{"@context": {"@vocab": "https://schema.org/", "sc": "https://schema.org/", "x": "http://mlcommons.org/croissant/",
 "dct": "http://purl.org/dc/terms/", "conformsTo": "dct:conformsTo", "recordSet": "x:recordSet", "field": "x:field"},
 "@type": "sc:Dataset", "conformsTo": "http://mlcommons.org/croissant/1.1", "name": "blobs", "version": "1.0.0",
 "license": "https://spdx.org/licenses/CC-BY-4.0.html", "creator": {"@type": "sc:Person", "name": "A. Author"},
 "citeAs": "@misc{blobs, title={Blobs}}", "url": "https://example.org/blobs", `

// croissantFields are the record sets of the set that all sources have, of a file object or a file set.
func croissantFields(from string) string {
	fields := ""
	for _, f := range [][2]string{{"id", `"sc:Integer"`}, {"x", `"sc:Float"`}, {"y", `"http://schema.org/Float"`},
		{"class", `["sc:Text", "x:Label"], "references": {"@id": "colours/name"}`}} {
		fields += fmt.Sprintf(`{"@type": "x:Field", "@id": "rows/%[1]s", "dataType": %[2]s, "source": {%[3]s, "extract": {"column": "%[1]s"}}},`,
			f[0], f[1], from)
	}
	return `"recordSet": [{"@id": "colours", "dataType": "sc:Enumeration", "key": {"@id": "colours/name"},
 "field": {"@id": "colours/name", "dataType": "sc:Text"},
 "data": [{"colours/name": "red"}, {"colours/name": "green wood"}, {"colours/name": "never"}, {"colours/name": "blue"}]},
 {"@id": "rows", "key": {"@id": "rows/id"}, "field": [` + strings.TrimSuffix(fields, ",") + `]}]}`
}

// croissants are descriptions by name, and a file beside them.
func croissants(base string) map[string]string {
	table := string(csv())
	archive := `{"@type": "x:FileObject", "@id": "all.zip", "contentUrl": "` + base + `/files/parts.zip",
 "encodingFormat": "application/zip", "sha256": "` + sha(string(File("parts.zip"))) + `"}`
	object := `"fileObject": {"@id": "t"}`
	return map[string]string{
		"blobs.json": croissantHead + `"distribution": {"@type": "x:FileObject", "@id": "t", "contentUrl": "blobs.csv",
 "encodingFormat": "text/csv", "sha256": "` + sha(table) + `"}, ` + croissantFields(object),
		"member.json": croissantHead + `"distribution": [` + archive + `, {"@type": "x:FileObject", "@id": "t",
 "containedIn": {"@id": "all.zip"}, "contentUrl": "in/whole.csv", "encodingFormat": "text/csv"}], ` + croissantFields(object),
		"set.json": croissantHead + `"distribution": [` + archive + `, {"@type": "x:FileSet", "@id": "t",
 "containedIn": {"@id": "all.zip"}, "includes": "in/*.csv", "excludes": "*whole*", "encodingFormat": "text/csv"}], ` +
			croissantFields(`"fileSet": {"@id": "t"}`),
		"blobs.csv": table,
		"wrong.json": croissantHead + `"distribution": {"@type": "x:FileObject", "@id": "t", "contentUrl": "` + base +
			`/files/blobs.csv", "encodingFormat": "text/csv", "sha256": "` + sha(table+" ") + `"}, ` + croissantFields(object),
	}
}

// croissant answers for them.
func croissant(path, base, _ string) (answer, bool) {
	name, is := strings.CutPrefix(path, "/croissant/")
	text, there := croissants(base)[name]
	return answer{kind: "application/ld+json", body: []byte(text)}, is && there
}
