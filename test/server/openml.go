package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// set is a dataset of OpenML.
type set struct {
	id, version  int
	name, status string // status "" is active
	arff         []byte
	parquet      []byte
	said         map[string]any // attributes of the description that are special
	features     []feature
	noARFF       bool // its ARFF has gone
}

type feature struct {
	name, kind string
	levels     []string
	role       string // "target", "ignore", "id" or ""
}

// features are those of Rows.
func features() []feature {
	return []feature{{"id", "numeric", nil, "id"}, {"x", "numeric", nil, ""}, {"y", "numeric", nil, ""},
		{"remark", "string", nil, "ignore"}, {"class", "nominal", []string{"red", "never", "green wood", "blue"}, "target"}}
}

// arff is the set as ARFF, with what real files have: remarks behind attributes, quotes, values that never occur.
func arff(rows [][]string) []byte {
	out := "% made for tests\n@RELATION 'blobs of a plane'\n@ATTRIBUTE id NUMERIC\n@attribute x REAL % in metres\n" +
		"@ATTRIBUTE 'y' numeric\n@ATTRIBUTE remark string\n@ATTRIBUTE class {red, never, 'green wood', blue} %{<=50K, >50K}\n@DATA\n"
	for _, row := range rows {
		out += fmt.Sprintf("%s,%s,%s,'%s','%s'\n", row[0], row[1], row[2], row[3], row[4])
	}
	return []byte(out)
}

// sparse is a set of which the last rows and the last column are empty.
func sparse() ([]byte, []feature) {
	out := "@relation sparse\n"
	var all []feature
	for j := range 30 {
		out += fmt.Sprintf("@attribute w%d numeric\n", j)
		all = append(all, feature{fmt.Sprintf("w%d", j), "numeric", nil, ""})
	}
	out += "@attribute class {a,b}\n@data\n"
	for i := range 40 {
		switch {
		case i >= 38:
			out += "{}\n"
		case i%2 == 0:
			out += fmt.Sprintf("{%d 1, %d 2}\n", i%5, 10+i%7)
		default:
			out += fmt.Sprintf("{%d 1, 30 b}\n", 5+i%5)
		}
	}
	return []byte(out), append(all, feature{"class", "nominal", []string{"a", "b"}, "target"})
}

// dense is the sparse set as Parquet, with all its zeros.
func dense() []byte {
	names, rows := []string(nil), [][]string(nil)
	for i := range 40 {
		row := slices.Repeat([]string{"0"}, 31)
		row[30] = "a"
		switch {
		case i >= 38:
		case i%2 == 0:
			row[i%5], row[10+i%7] = "1", "2"
		default:
			row[5+i%5], row[30] = "1", "b"
		}
		rows = append(rows, row)
	}
	for j := range 30 {
		names = append(names, fmt.Sprintf("w%d", j))
	}
	return parquetOf(append(names, "class"), rows)
}

// BothForms are the numbers of the sets that are there as ARFF and as Parquet, with the same columns.
func BothForms() []int {
	var all []int
	for _, one := range sets(false) {
		if one.parquet != nil && !one.noARFF && one.name != "short" {
			all = append(all, one.id)
		}
	}
	return all
}

// sets are those of the server; later ones are as their keepers have changed them.
func sets(later bool) []set {
	blobs, words, wordFeatures := arff(Rows()), []byte(nil), []feature(nil)
	words, wordFeatures = sparse()
	latin := []byte(strings.ReplaceAll(string(blobs), "blobs of a plane", "caf\xe9"))
	text := features()
	text[4].kind, text[4].levels = "string", nil
	textARFF := []byte(strings.ReplaceAll(string(blobs), "{red, never, 'green wood', blue} %{<=50K, >50K}", "string"))
	two := features()
	two[3] = feature{"remark", "nominal", []string{"0", "1"}, "target"}
	two[4] = feature{"class", "nominal", []string{"0", "1"}, "target"}
	rows := Rows()
	for i := range rows {
		rows[i][3], rows[i][4] = strconv.Itoa(i%2), strconv.Itoa(i/2%2)
	}
	twoARFF := strings.ReplaceAll(string(arff(rows)), "remark string", "remark {0,1}")
	twoARFF = strings.ReplaceAll(twoARFF, "{red, never, 'green wood', blue}", "{0,1}")
	all := []set{
		{id: 101, version: 1, name: "blobs", arff: blobs, parquet: parquetOf(Names, Rows()), features: features()},
		{id: 61, version: 1, name: "iris", arff: blobs, features: features()}, // in documents; another one than OpenML's
		{id: 102, version: 2, name: "blobs", arff: blobs, parquet: parquetOf(Names, Rows()), features: features()},
		{id: 103, version: 1, name: "old", status: "deactivated", arff: blobs, features: features()},
		{id: 105, version: 1, name: "words", arff: words, parquet: dense(), features: wordFeatures,
			said: map[string]any{"format": "Sparse_ARFF", "ignore_attribute": "", "row_id_attribute": ""}},
		{id: 106, version: 1, name: "two", arff: []byte(twoARFF), parquet: parquetOf(Names, rows), features: two,
			said: map[string]any{"default_target_attribute": "remark,class"}},
		{id: 107, version: 1, name: "short", arff: blobs, parquet: parquetOf(Names[1:], columnsOf(Rows(), 1)), features: features()},
		{id: 108, version: 1, name: "gone", arff: blobs, noARFF: true, parquet: parquetOf(Names, Rows()), features: features()},
		{id: 110, version: 1, name: "latin", arff: latin, features: features()},
		{id: 111, version: 1, name: "text", arff: textARFF, parquet: parquetOf(Names, Rows()), features: text},
		{id: 112, version: 1, name: "otherwise", arff: blobs, features: features(),
			said: map[string]any{"default_target_attribute": "x", "ignore_attribute": []string{"remark", "y"}}},
	}
	if later {
		changed := strings.ReplaceAll(string(blobs), "1000,", "2000,")
		all[0].arff, all[0].said = []byte(changed), map[string]any{"licence": "CC BY 4.0"}
	}
	return all
}

func columnsOf(rows [][]string, from int) [][]string {
	out := slices.Clone(rows)
	for i := range out {
		out[i] = out[i][from:]
	}
	return out
}

// openML answers paths of the API of version 1, in JSON, and its addresses of files.
func (s *Server) openML(path, base, fault string) (answer, bool) {
	later := fault == "later"
	if rest, is := strings.CutPrefix(path, "/download/"); is {
		return download(rest, later)
	}
	if rest, is := strings.CutPrefix(path, "/splits/"); is {
		return answer{kind: "text/plain", body: splitsOf(rest)}, splitsOf(rest) != nil
	}
	if fault == "xml" {
		return s.inXML(path, base)
	}
	rest, is := strings.CutPrefix(path, "/api/v1/json/")
	if !is {
		return answer{}, false
	}
	parts := strings.Split(strings.TrimSuffix(rest, "/"), "/")
	switch {
	case parts[0] == "data" && len(parts) > 3 && parts[1] == "list":
		return list(parts[3], strings.Join(parts[4:], "/"), s.Real != "")
	case parts[0] == "data":
		return s.described(parts[1:], base, later)
	case parts[0] == "task" && len(parts) == 2:
		return task(parts[1], base)
	case parts[0] == "study" && len(parts) == 2:
		return study(parts[1], later)
	}
	return answer{}, false
}

// said is an answer in JSON.
func said(v any) (answer, bool) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return answer{kind: "application/json", body: b}, true
}

// refused is an answer of OpenML that is an error.
func refused(code int, message string) (answer, bool) {
	a, _ := said(map[string]any{"error": map[string]any{"code": strconv.Itoa(code), "message": message}})
	a.status = http.StatusPreconditionFailed
	return a, true
}

func download(rest string, later bool) (answer, bool) {
	id, name, _ := strings.Cut(rest, "/")
	for _, one := range sets(later) {
		switch {
		case strconv.Itoa(one.id) != id:
		case strings.HasSuffix(name, ".pq") && one.parquet != nil:
			return answer{kind: "application/octet-stream", body: one.parquet}, true
		case strings.HasSuffix(name, ".arff") && !one.noARFF:
			return answer{kind: "text/plain", body: one.arff}, true
		}
	}
	return missing, true
}

// described is data/ID and data/features/ID.
func (s *Server) described(parts []string, base string, later bool) (answer, bool) {
	id := parts[len(parts)-1]
	if id == "104" {
		return refused(112, "No access granted")
	}
	all := sets(later)
	i := slices.IndexFunc(all, func(one set) bool { return strconv.Itoa(one.id) == id })
	if i < 0 || s.Real != "" && id == "61" {
		if s.Real != "" {
			return answer{}, false
		}
		return refused(111, "Unknown dataset")
	}
	one := all[i]
	if parts[0] == "features" {
		return featuresOf(one)
	}
	d := map[string]any{"id": id, "name": one.name, "version": strconv.Itoa(one.version), "format": "ARFF",
		"creator": []string{"A. Maker", "B. Maker"}, "licence": "CC0", "citation": "Maker, A. (2026). Sets for tests.",
		"url": fmt.Sprintf("%s/download/%s/%s.arff", base, id, one.name), "md5_checksum": digest(one.arff),
		"minio_url": base + "/never/asked", "status": "active", "default_target_attribute": "class",
		"ignore_attribute": "remark", "row_id_attribute": "id"}
	if one.status != "" {
		d["status"] = one.status
	}
	if one.parquet != nil {
		d["parquet_url"] = fmt.Sprintf("%s/download/%s/%s.pq", base, id, one.name)
	}
	for name, value := range one.said {
		d[name] = value
	}
	return said(map[string]any{"data_set_description": d})
}

func featuresOf(one set) (answer, bool) {
	var all []map[string]any
	for i, f := range one.features {
		is := func(role string) string { return strconv.FormatBool(f.role == role) }
		d := map[string]any{"index": strconv.Itoa(i), "name": f.name, "data_type": f.kind, "is_target": is("target"),
			"is_ignore": is("ignore"), "is_row_identifier": is("id"), "number_of_missing_values": "0"}
		switch len(f.levels) {
		case 0:
		case 1:
			d["nominal_value"] = f.levels[0]
		default:
			d["nominal_value"] = f.levels
		}
		all = append(all, d)
	}
	return said(map[string]any{"data_features": map[string]any{"feature": all}})
}

// list is a search by name.
func list(name, how string, elsewhere bool) (answer, bool) {
	var found []map[string]any
	known := false
	for _, one := range sets(false) {
		if one.name != name {
			continue
		}
		known = true
		_, version, versioned := strings.Cut(how, "data_version/")
		version, _, _ = strings.Cut(version, "/")
		inactive := one.status == "deactivated"
		if versioned && version != strconv.Itoa(one.version) || strings.Contains(how, "status/deactivated") != inactive {
			continue
		}
		found = append(found, map[string]any{"did": one.id, "name": one.name, "version": one.version, "status": "active"})
	}
	if !known && elsewhere {
		return answer{}, false
	}
	if found == nil {
		return refused(372, "No results")
	}
	return said(map[string]any{"data": map[string]any{"dataset": found}})
}
