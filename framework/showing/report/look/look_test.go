package look

import (
	"io/fs"
	"strings"
	"testing"
)

// Every file is in a page, once.
func TestEveryFileIsJoined(t *testing.T) {
	names, err := fs.Glob(files, "*")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		b, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(Style()+Script(), string(b)); n != 1 {
			t.Errorf("%s is there %d times", name, n)
		}
	}
}

// Text in a <style> or <script> would end it, or be something else.
func TestNothingEndsTheElement(t *testing.T) {
	for _, text := range []string{"</style", "</script", "<!--"} {
		if strings.Contains(Style()+Script(), text) {
			t.Errorf("%s is in the style or the script", text)
		}
	}
}
