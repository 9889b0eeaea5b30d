package answer

import (
	"slices"
	"testing"
)

// Both forms of an answer are the same, and one child is a list like several.
func TestForms(t *testing.T) {
	for _, text := range []string{`{"data": {"id": 7, "tag": ["a", "b"], "one": "x"}}`,
		`<o:data xmlns:o="http://example.org"><o:id> 7 </o:id><o:tag>a</o:tag><o:tag>b</o:tag><o:one>x</o:one></o:data>`} {
		n, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		data := n.Get("data")
		if data.String("id") != "7" || !slices.Equal(data.Strings("tag"), []string{"a", "b"}) ||
			!slices.Equal(data.Strings("one"), []string{"x"}) || data.Has("two") || n.String("data", "two", "three") != "" {
			t.Errorf("%s: %+v", text, data)
		}
	}
	for _, text := range []string{"", "x", "{", "<a>", `<a></b>`} {
		if _, err := Parse([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"a": [{"b": null}, [1, 2.5e9], true]}`)
	f.Add(`<a b="c"><d/>x<d>y</d></a>`)
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse([]byte(text))
		if err != nil {
			return
		}
		for _, name := range n.Names() {
			if !n.Has(name) {
				t.Errorf("%q is not there", name)
			}
			_ = n.Get(name).Strings("a")
		}
	})
}
