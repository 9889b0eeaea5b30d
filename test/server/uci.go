package server

import (
	"fmt"
	"strings"
)

// uci answers as the UCI repository does: /api/dataset?id=N.
func uci(path, base, _ string) (answer, bool) {
	id, is := strings.CutPrefix(path, "/api/dataset/")
	if !is {
		return answer{}, false
	}
	class := "Target"
	second := "Other"
	address := `"` + base + `/files/blobs.csv"`
	switch id {
	case "1":
	case "2": // without a table
		address = "null"
	case "3": // with two targets
		second = "Target"
	default:
		return answer{status: 404, kind: "application/json", body: []byte(`{"status": 404, "message": "No dataset"}`)}, true
	}
	body := fmt.Sprintf(`{"status": 200, "data": {"uci_id": %s, "name": "Blobs", "repository_url": "https://example.org/blobs",
 "data_url": %s, "creators": ["A. Author"], "intro_paper": {"title": "Blobs", "authors": "A. Author", "year": 1999, "venue": null},
 "variables": [{"name": "id", "role": "ID"}, {"name": "x", "role": "Feature"}, {"name": "y", "role": "Feature"},
 {"name": "remark", "role": "%s"}, {"name": "class", "role": "%s"}]}}`, id, address, second, class)
	return answer{kind: "application/json", body: []byte(body)}, true
}
