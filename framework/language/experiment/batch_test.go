package experiment

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/test/must"
)

// A preset is filled in, and the block replaces what it likes.
func TestPreset(t *testing.T) {
	e := bound(t, minimal+`executor "sge" {
  shared_dir  = "s"
  options     = ["-q", "long"]
  memory      = "1GB"
  minutes     = 30
  alive       = ["myqstat"]
  busy        = [3]
  leave_out   = ["-tc"]
  submit_rate = 12
  class "big" {
    match   = { dataset = ["d"] }
    options = ["-l", "gpu=1"]
    cpus    = 2
    memory  = 1048577
  }
}`, nil).Executor
	want, _ := batchsystem.Preset("sge")
	want.Alive, want.AliveID, want.Busy = []string{"myqstat"}, "", []int{3}
	settings := batchsystem.Settings{System: want, Options: []string{"-q", "long"},
		Resources: batchsystem.Resources{Memory: 954, Minutes: 30}, LeaveOut: []string{"-tc"}, SubmitRate: 12}
	if !reflect.DeepEqual(e.Batch, settings) || !slices.Equal(e.Options, settings.Options) || e.Slots != 8 {
		t.Errorf("got %+v", e)
	}
	class := ResourceClass{Name: "big", Match: map[string][]string{"dataset": {"d"}}, Options: []string{"-l", "gpu=1"},
		Asks: batchsystem.Resources{CPUs: 2, Memory: 2}}
	if len(e.Classes) != 1 || !reflect.DeepEqual(e.Classes[0], class) {
		t.Errorf("classes %+v", e.Classes)
	}
}

// The lines of the file script are at the head of the jobs' script.
func TestScriptOfSite(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"site.txt": "#PBS -A x\n\n#PBS -l mem={{memory}}mb\n", "wrong.txt": "#PBS {{memry}}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	block := `executor "batch" {
  shared_dir = "/s"
  submit     = ["qsub", "{{script}}"]
  id         = "(\\d+)"
  script     = "` + dir + `/site.txt"
  memory     = "1GiB"
}`
	e := bound(t, minimal+block, nil).Executor
	if want := []string{"#PBS -A x", "#PBS -l mem={{memory}}mb"}; !slices.Equal(e.Batch.Header, want) {
		t.Errorf("lines %q", e.Batch.Header)
	}
	if got := summaries(minimal+must.Replace(block, "site.txt", "wrong.txt"), nil, fakeCatalog()); !slices.Equal(got,
		[]string{"A word of script is not known"}) {
		t.Errorf("said %q", got)
	}
}

// What nobody tells the batch system is refused, and so is what has no value.
func TestToldInVain(t *testing.T) {
	const batch = `executor "batch" {
  shared_dir = "/s"
  submit     = ["qsub", "{{script}}"]
  id         = "(\\d+)"
`
	for text, want := range map[string]string{
		batch + "memory = \"1GiB\"\n}":  "Nothing tells the batch system of memory of the executor",
		batch + "cpus = 2\n}":           "Nothing tells the batch system of cpus of the executor",
		batch + "cpus = 1\n}":           "",
		batch + "minutes = 30\n}":       "Nothing tells the batch system of minutes of the executor",
		batch + "options = [\"-q\"]\n}": "Nothing tells the batch system of options of the executor",
		batch + "throttle = 2\n}":       "Nothing tells the batch system of throttle",
		batch + "array = \"I\"\n}":      "Nothing says how many tasks an array has",
		batch + "class \"c\" {\nmatch = { dataset = [\"d\"] }\nminutes = 9\n}\n}":                                   "Nothing tells the batch system of minutes of class \"c\"",
		`executor "batch" { shared_dir = "/s" }`:                                                                    `Attribute "submit" is missing`,
		"executor \"sge\" {\nshared_dir = \"/s\"\nmemory = \"1GiB\"\nleave_out = [\"mem_free\"]\n}":                 "Nothing tells the batch system of memory of the executor",
		"executor \"oar\" {\nshared_dir = \"/s\"\ncpus = 2\n}":                                                      "Nothing tells the batch system of cpus of the executor",
		"executor \"oar\" {\nshared_dir = \"/s\"\nthrottle = 2\n}":                                                  "Nothing tells the batch system of throttle",
		"executor \"pbs\" {\nshared_dir = \"/s\"\nsubmit = [\"qsub\", \"-l\", \"m={{memory}}\", \"{{script}}\"]\n}": "A word of submit has no value",
		`executor "kubernetes" { shared_dir = "/s" }`:                                                               `Attribute "image" is missing`,
		must.Replace(batch, `"{{script}}"`, `"-t", "{{array}}"`) + "}":                                              `Attribute "array" is missing`,
		`executor "sgee" { shared_dir = "/s" }`:                                                                     `There is no executor type "sgee"`,
	} {
		got := summaries(minimal+text, nil, fakeCatalog())
		if want == "" && len(got) > 0 || want != "" && (len(got) == 0 || got[0] != want) {
			t.Errorf("%s\nsays %q, not %q", text, got, want)
		}
	}
}
