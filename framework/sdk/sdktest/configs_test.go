package sdktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadConfigs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.json")
	for text, want := range map[string]string{
		`{"forest": {"trees": 10, "classes": ["a"]}}`: "",
		`{"forest": {"trees": 10}`:                    "it is not JSON: unexpected end of JSON input at byte 24",
		`{"forest": 10}`:                              "every component has an object of attributes; write for example",
		`[1]`:                                         "every component has an object of attributes",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		configs, err := ReadConfigs(path)
		if want == "" && (err != nil || configs["forest"]["trees"] != 10.0) {
			t.Errorf("%s: %v, %v", text, configs, err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if configs, err := ReadConfigs(""); configs != nil || err != nil {
		t.Errorf("without a file: %v, %v", configs, err)
	}
	if _, err := ReadConfigs(path + "x"); err == nil {
		t.Error("a file that is not there passes")
	}
}
