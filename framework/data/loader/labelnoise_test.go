package loader

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// What is wrong with label_noise is said at the attribute.
func TestLabelNoiseIsChecked(t *testing.T) {
	for text, want := range map[string]string{
		`{"file":"a.csv","label_noise":{"rate":0.2,"kind":"pairs","seed":3}}`: "",
		`{"file":"a.csv","label_noise":0.2}`:                                  "must be an object",
		`{"file":"a.csv","label_noise":{"kind":"pairs"}}`:                     "a rate above 0 and below 1",
		`{"file":"a.csv","label_noise":{"rate":1}}`:                           "a rate above 0 and below 1",
		`{"file":"a.csv","label_noise":{"rate":0.1,"kind":"pair"}}`:           "neither \"uniform\" nor \"pairs\"",
		`{"file":"a.csv","label_noise":{"rate":0.1,"seed":-1}}`:               "not a whole number",
		`{"file":"a.csv","label_noise":{"rate":0.1,"share":1}}`:               "no \"share\"",
		`{"file":"a.csv","target":["a","b"],"label_noise":{"rate":0.1}}`:      "does not apply to multi-label data",
		`{"generate":"multilabel","label_noise":{"rate":0.1}}`:                "does not apply to multi-label data",
	} {
		var values map[string]any
		if err := json.Unmarshal([]byte(text), &values); err != nil {
			t.Fatal(err)
		}
		found := Validate(contract.NewConfig(values))
		switch {
		case want == "" && len(found) > 0:
			t.Errorf("%s: %v", text, found)
		case want != "" && (len(found) != 1 || found[0].Path[0] != "label_noise" || !strings.Contains(found[0].Summary, want)):
			t.Errorf("%s: %v, want %q", text, found, want)
		}
	}
}
