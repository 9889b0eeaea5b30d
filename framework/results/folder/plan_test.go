package folder

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// The digest of a plan is that of its JSON without blanks, whatever its texts hold.
func TestCompactSum(t *testing.T) {
	for _, text := range []string{`{"a": [1, 2], "b c": "d  \" e\\"}`, "[\n  \"\\\\\",\t{ }\r\n]\n", `"é <&> "`, ``} {
		var compact bytes.Buffer
		if text != "" {
			if err := json.Compact(&compact, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if compactSum([]byte(text)) != hexSum(compact.Bytes()) {
			t.Errorf("%q has another digest than %q", text, compact.Bytes())
		}
	}
}

// A plan that is not the one that was written is refused.
func TestForgedPlan(t *testing.T) {
	dir := t.TempDir()
	p := &plan.Plan{Experiment: `a <"b"> \ c`, Cells: []plan.Cell{{Key: "1"}, {Key: "2"}}}
	var m store.Manifest
	if err := Write(dir, &m, Experiment{}, p); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadPlan(dir); err != nil || len(got.Cells) != 2 || got.Experiment != p.Experiment {
		t.Fatalf("%+v, %v", got, err)
	}
	text, err := os.ReadFile(store.PlanPath(dir, m))
	if err != nil {
		t.Fatal(err)
	}
	for _, forged := range []string{"{}", "", must.Replace(string(text), `"key": "2"`, `"key": "1"`)} {
		if err := os.WriteFile(store.PlanPath(dir, m), []byte(forged), 0o644); err != nil {
			t.Fatal(err)
		}
		if p, err := ReadPlan(dir); err == nil || !strings.Contains(err.Error(), "is not the plan that bench wrote") {
			t.Errorf("%q: %+v, %v", forged, p, err)
		}
	}
}
