package server

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Commit is the one to which the Hub's branch of Parquet files points; Moved is the later one.
const (
	Commit = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	Moved  = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

// labelled are rows of the set as the Hub has it: classes are numbers, with names in what the file says of itself.
func labelled(from, to int, names string) []byte {
	type row struct {
		X     float64 `parquet:"x"`
		Y     float64 `parquet:"y"`
		Label int64   `parquet:"label"`
	}
	var out bytes.Buffer
	w := parquet.NewGenericWriter[row](&out, parquet.KeyValueMetadata("huggingface", `{"info": {"features": {
 "x": {"dtype": "float64", "_type": "Value"}, "label": {"names": `+names+`, "_type": "ClassLabel"}}}}`))
	for i, values := range Rows() {
		if i < from || i >= to {
			continue
		}
		x, _ := strconv.ParseFloat(values[1], 64)
		y, _ := strconv.ParseFloat(values[2], 64)
		if _, err := w.Write([]row{{x, y, int64(i % 3)}}); err != nil {
			panic(err)
		}
	}
	w.Close()
	return out.Bytes()
}

// colours are the names of classes of most files.
const colours = `["red", "green wood", "blue"]`

// shardOf is a file of the Hub by its name: all rows, or some of them.
func shardOf(name string) []byte {
	switch name {
	case "8.parquet":
		return labelled(0, 25, colours)
	case "9.parquet":
		return labelled(25, 26, colours)
	case "10.parquet":
		return labelled(26, 60, colours)
	case "other.parquet":
		return labelled(25, 60, `["blue", "green wood", "red"]`)
	}
	return labelled(0, 60, colours)
}

// hub answers as the Hub of Hugging Face and its viewer do.
func hub(path, base, fault string) (answer, bool) {
	said := func(text string) (answer, bool) { return answer{kind: "application/json", body: []byte(text)}, true }
	commit := Commit
	if fault == "later" {
		commit = Moved
	}
	file := func(name, config, split, shard string) string {
		return fmt.Sprintf(`{"dataset": "%[1]s", "config": "%[2]s", "split": "%[3]s", "url":
 "%[4]s/datasets/%[1]s/resolve/refs%%2Fconvert%%2Fparquet/%[2]s/%[3]s/%[5]s.parquet", "filename": "%[5]s.parquet", "size": 1}`,
			name, config, split, base, shard)
	}
	listed := func(partial bool, files ...string) (answer, bool) {
		return said(fmt.Sprintf(`{"parquet_files": [%s], "pending": [], "failed": [], "partial": %t}`, strings.Join(files, ", "),
			partial))
	}
	if name, is := strings.CutPrefix(path, "/parquet/"); is {
		switch name {
		case "org/blobs":
			return listed(false, file(name, "default", "train", "0000"))
		case "org/several":
			return listed(false, file(name, "a", "train", "0000"), file(name, "a", "test", "0000"), file(name, "b", "train", "0000"))
		case "org/shards":
			return listed(false, file(name, "default", "train", "10"), file(name, "default", "train", "8"), file(name, "default", "train", "9"))
		case "org/mixed": // shards that do not belong together
			return listed(false, file(name, "default", "train", "8"), file(name, "default", "train", "other"))
		case "org/large":
			return listed(true, file(name, "default", "train", "0000"))
		case "org/cut":
			return listed(false, file(name, "default", "partial-train", "0000"))
		case "org/secret":
			return answer{status: 401, kind: "application/json", body: []byte(`{"error": "not authorised"}`)}, true
		}
	}
	switch rest, is := strings.CutPrefix(path, "/api/datasets/org/"); {
	case is && strings.HasSuffix(rest, "/revision/refs/convert/parquet"):
		return said(`{"sha": "` + commit + `"}`)
	case is && rest == "only/parquet": // of a Hub without a viewer
		return said(`{"default": {"train": ["` + base + `/datasets/org/only/resolve/refs%2Fconvert%2Fparquet/default/train/0000.parquet"]}}`)
	case is && !strings.Contains(rest, "/"):
		return said(`{"id": "org/` + rest + `", "cardData": {"license": "cc-by-4.0"}, "citation": "@misc{blobs}"}`)
	}
	if _, rest, is := strings.Cut(path, "/resolve/"); is && strings.HasPrefix(rest, commit+"/") {
		return answer{kind: "application/octet-stream", body: shardOf(rest[strings.LastIndexByte(rest, '/')+1:])}, true
	}
	return answer{}, false
}
