package wire

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestSources(t *testing.T) {
	list := []contract.Source{contract.Book("breiman1984", "Breiman, Leo", "Trees", "Wadsworth", "1984")}
	if got := toSources(fromSources(list)); !reflect.DeepEqual(got, list) {
		t.Errorf("%v, want %v", got, list)
	}
	if got := toSources(nil); got != nil {
		t.Errorf("of none: %v", got)
	}
	bad := []*Source{
		{Key: "two words", Type: "book"}, {Key: "a,b", Type: "book"}, {Key: "a", Type: "book{"}, {Type: "book"},
		{Key: "k", Type: "misc", Fields: map[string]string{"title": "a\x1b[2J" + strings.Repeat("b", 1<<20), "no name": "x"}},
	}
	got := toSources(bad)
	if len(got) != 1 || got[0].Key != "k" || len(got[0].Fields) != 1 || strings.Contains(got[0].Fields["title"], "\x1b") ||
		len(got[0].Fields["title"]) > 1<<17 {
		t.Errorf("%d sources, %.200v", len(got), got)
	}
	if n := len(toSources(make([]*Source, 3*mostSources))); n != 0 {
		t.Errorf("%d of sources without a key", n)
	}
}
