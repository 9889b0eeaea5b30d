package server

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// packages are Data Packages by the name of their folder: the description, and files beside it.
func packages() map[string]map[string]string {
	table := string(csv())
	lines := strings.SplitAfter(table, "\n")
	head := lines[0]
	first, second := strings.Join(lines[:31], ""), head+strings.Join(lines[31:], "")
	schema := `{"fields": [{"name": "id", "type": "integer"}, {"name": "x", "type": "number"}, {"name": "y", "type": "number"},
		{"name": "remark", "type": "string"}, {"name": "class", "type": "string", "categories": ["red", "green wood", "blue"]}],
		"primaryKey": ["id"]}`
	semicolon := strings.ReplaceAll(strings.TrimPrefix(table, head), ",", ";")
	semicolon = strings.Replace(semicolon, ";0.0;0.0;", ";NA;-;", 1)
	return map[string]map[string]string{
		"blobs": {"blobs.csv": table, "schema.json": schema, "datapackage.json": `{"name": "blobs", "version": "1.2.0",
			"licenses": [{"name": "CC-BY-4.0"}], "contributors": [{"title": "A. Author", "roles": ["author"]}],
			"resources": [{"name": "blobs", "path": "blobs.csv", "hash": "sha256:` + sha(table) + `", "bytes": ` + size(table) + `,
			"schema": "schema.json"}]}`},
		"parts": {"a.csv": first, "b.csv": strings.TrimSuffix(second, "\n"), "datapackage.json": `{"resources": [{"name": "t",
			"path": ["a.csv", "b.csv"], "schema": ` + schema + `}]}`},
		"packed": {"a.csv.gz": string(zipped([]byte(first))), "b.csv.gz": string(zipped([]byte(second))), "datapackage.json": `{"resources":
			[{"name": "t", "path": ["a.csv.gz", "b.csv.gz"], "schema": ` + schema + `}]}`},
		"columns": {"a.parquet": string(parquetOf(Names, Rows()[:30])), "b.parquet": string(parquetOf(Names, Rows()[30:])),
			"datapackage.json": `{"resources": [{"name": "t", "path": ["a.parquet", "b.parquet"], "schema": ` + schema + `}]}`},
		"semicolon": {"t.csv": semicolon, "datapackage.json": `{"resources": [{"name": "t", "path": "t.csv", "hash": "` +
			digest([]byte(semicolon)) + `", "dialect": {"header": false, "delimiter": ";", "nullSequence": "NA"}, "schema": ` +
			strings.Replace(schema, `"primaryKey"`, `"missingValues": ["", "-"], "primaryKey"`, 1) + `}, {"name": "u", "path": "u.csv"}]}`},
		"wrong": {"t.csv": table, "datapackage.json": `{"resources": [{"name": "t", "path": "t.csv", "hash": "sha256:` +
			sha(table+" ") + `"}]}`},
	}
}

// dataPackage answers for the files of Data Packages.
func dataPackage(path, _, _ string) (answer, bool) {
	rest, is := strings.CutPrefix(path, "/datapackage/")
	folder, name, _ := strings.Cut(rest, "/")
	text, there := packages()[folder][name]
	return answer{kind: "application/octet-stream", body: []byte(text)}, is && there
}

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
