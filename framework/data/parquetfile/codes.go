package parquetfile

import (
	"encoding/json"

	"github.com/parquet-go/parquet-go"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
)

// labelsKey is where Hugging Face's libraries write what columns mean.
const labelsKey = "huggingface"

// ClassLabels returns the names of the codes of columns, as Hugging Face's libraries write them into a file.
func ClassLabels(path string) (map[string][]string, error) {
	found := map[string][]string{}
	err := withParquet(path, source.Source{}, func(file *parquet.File) error {
		text, there := file.Lookup(labelsKey)
		if !there {
			return nil
		}
		var said struct {
			Info struct {
				Features map[string]json.RawMessage `json:"features"`
			} `json:"info"`
		}
		if err := json.Unmarshal([]byte(text), &said); err != nil {
			return data.Place{File: path}.Errorf("what the file says of its features cannot be read: %v", err)
		}
		for column, b := range said.Info.Features {
			var feature struct {
				Type  string   `json:"_type"`
				Names []string `json:"names"`
			}
			if json.Unmarshal(b, &feature) == nil && feature.Type == "ClassLabel" {
				found[column] = feature.Names
			}
		}
		return nil
	})
	return found, err
}
