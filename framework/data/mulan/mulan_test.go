package mulan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
)

func FuzzLabelsXML(f *testing.F) {
	for _, seed := range []string{
		"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<labels xmlns=\"http://mulan.sourceforge.net/labels\">\n<label " +
			"name=\"a\"><label name=\"b\"/></label></labels>",
		"<labels><label name='a'/><label name='a'/></labels>", "<labels/>", "<label name=''>", "<labels>x</labels>",
		"<!DOCTYPE a [<!ENTITY b 'c'>]><labels><label name='&b;'/></labels>", "</labels>",
	} {
		f.Add(seed)
	}
	dir := f.TempDir()
	path := filepath.Join(dir, "x.xml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		labels, err := Labels(path)
		if err != nil {
			if found := data.Errors(err); len(found) != 1 || found[0].File != path {
				t.Errorf("%v", err)
			}
			return
		}
		seen := map[string]bool{}
		for _, label := range labels {
			if label.Name == "" || seen[label.Name] || label.At.Line < 1 || !strings.Contains(text, "label") {
				t.Errorf("label %+v of %q", label, text)
			}
			seen[label.Name] = true
		}
		if len(labels) == 0 {
			t.Error("no labels and no error")
		}
	})
}
