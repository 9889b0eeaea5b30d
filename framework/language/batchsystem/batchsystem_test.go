package batchsystem

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every preset has all that is needed, in words and patterns that are known, and a title.
func TestPresetsAreWhole(t *testing.T) {
	if len(Presets()) != len(presets) {
		t.Errorf("Presets lists %d of %d", len(Presets()), len(presets))
	}
	for _, name := range Presets() {
		s, ok := Preset(name)
		if !ok || Titles[name] == "" || s.Submit == nil || s.Alive == nil || s.Cancel == nil || s.Array == "" {
			t.Errorf("%s: %+v", name, s)
		}
		for _, pattern := range []string{s.ID, s.AliveID} {
			if err := CheckPattern(pattern); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		regexp.MustCompile(s.None + s.BusyWords)
		for part, texts := range map[string][]string{"script": s.Header, "submit": s.Submit, "alive": s.Alive,
			"cancel": s.Cancel, "after": s.After, "description": {s.Description}} {
			for _, text := range texts {
				if err := CheckWords(part, text); err != nil {
					t.Errorf("%s: %s: %v", name, part, err)
				}
			}
		}
	}
}

// What commands print is from the manuals of the systems; of Grid Engine it is what Debian's 8.1.9 prints.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		system, submitted string
		ids               []string
		listed            string
		alive             []string
	}{
		{"sge", "12.1-8:1\n", []string{"12"},
			"job-ID  prior   name       user         state submit/start at     queue     slots ja-task-ID \n" +
				strings.Repeat("-", 60) + "\n     12 0.50000 bench-lett root         qw    11/28/2026 14:48:48       1 3,4\n",
			[]string{"12"}},
		{"sge", "7\n", []string{"7"}, "", nil},
		{"pbs", "1234[].pbs-01\n", []string{"1234[]"}, "1234[].pbs-01\n1240.pbs-01\n", []string{"1234", "1240"}},
		{"torque", "1098[].hostname\n", []string{"1098[]"}, "1098[1].hostname\n1098[2].hostname\n", []string{"1098"}},
		{"lsf", "Job <310> is submitted to queue <normal>.\n", []string{"310"}, "310\n310\n311\n", []string{"310", "311"}},
		{"oar", "[ADMISSION RULE] Set default walltime\nOAR_JOB_ID=5\nOAR_JOB_ID=6\nOAR_ARRAY_ID=5\n", []string{"5", "6"},
			"Job id    S User     Duration   System message\n--------- - -------- ---------- ----\n5         R root       0:00:01 R=1\n",
			[]string{"5"}},
		{"kubernetes", "job.batch/bench-a-w1-default\n", []string{"bench-a-w1-default"},
			"bench-a-w1-default \nbench-a-w2-default Complete\nheld Suspended\nbad FailureTarget Failed\n",
			[]string{"bench-a-w1-default", "held"}},
	} {
		s, _ := Preset(c.system)
		if got := Matches(s.ID, c.submitted); !slices.Equal(got, c.ids) {
			t.Errorf("%s: ids %q, want %q", c.system, got, c.ids)
		}
		if got := Matches(s.AliveID, c.listed); !slices.Equal(got, c.alive) {
			t.Errorf("%s: alive %q, want %q", c.system, got, c.alive)
		}
	}
}

func TestLines(t *testing.T) {
	s := Settings{System: System{Array: "I", First: 1}, LeaveOut: []string{"forbidden"}}
	text := []string{"name {{name}} {{label}}", "cpus {{cpus}}", "smp {{smp}}", "memory {{memory}} {{memory_per_cpu}}",
		"time {{minutes}} {{seconds}}", "array {{array}}", "slots {{slots}}%{{throttle}}", "forbidden {{name}}", "plain"}
	for _, c := range []struct {
		job  Job
		want string
	}{
		{Job{Name: "Big_job.1", Slots: 1}, "name Big_job.1 big-job-1|cpus 1|slots 1%1|plain"},
		{Job{Name: "x"}, "name x x|cpus 1|plain"},
		{Job{Name: "x", Slots: 8, Throttle: 2, Resources: Resources{CPUs: 3, Memory: 1000, Minutes: 90}},
			"name x x|cpus 3|smp 3|memory 1000 334|time 90 5400|array 1-8%2|slots 8%2|plain"},
		{Job{Name: "x", Slots: 3}, "name x x|cpus 1|array 1-3|slots 3%3|plain"},
	} {
		if got := strings.Join(s.Lines(text, c.job), "|"); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	s.Array = ""
	if got := s.Lines([]string{"{{slots}}", "{{array}}"}, Job{Slots: 3}); len(got) > 0 {
		t.Errorf("without an array: %q", got)
	}
}

func TestCommands(t *testing.T) {
	s := Settings{Options: []string{"-n", "x"}, System: System{
		Submit: []string{"sub", "{{options}}", "-m={{memory}}", "{{script}}"}, After: []string{"-w", "ended({{ids ) && ended(}})"}}}
	j := Job{Script: "/s", Options: []string{"-q", "long"}, Resources: Resources{Memory: 5}}
	got, err := s.SubmitCommand(j, []string{"1", "2"})
	want := []string{"sub", "-w", "ended(1) && ended(2)", "-q", "long", "-m=5", "/s"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := s.SubmitCommand(Job{}, nil); err == nil {
		t.Error("a word without a value is taken")
	}
	got = s.Command([]string{"del", "{{options}}", "--u={{user}}", "{{id}}[]"}, []string{"1", "2"}, "me")
	if want := []string{"del", "-n", "x", "--u=me", "1[]", "2[]"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestCheckWords(t *testing.T) {
	for text, says := range map[string]string{
		"{{scirpt}}": `Did you mean "{{script}}"?`, "{{id}}": "is not known here", "{{name": "end with }}",
		"{{ }}": "is not known here", "{{na-me}}": "end with }}",
	} {
		if err := CheckWords("submit", text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"", "{{script}}", "a{{ name }}b", "{x: {{log}}}"} {
		if err := CheckWords("submit", text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestCheckPattern(t *testing.T) {
	for pattern, says := range map[string]string{"(": "is not a pattern: missing closing )", `\d+`: "has no group"} {
		if err := CheckPattern(pattern); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

// Names of pods have at most 63 characters, of which 11 are for the index and the try.
func TestLabel(t *testing.T) {
	long := "bench-" + strings.Repeat("Experiment_", 10) + "-5f0c2a11-w12-big.1"
	for name, want := range map[string]string{
		"bench-a_B-w1-default": "bench-a-b-w1-default",
		long:                   "bench-ment-experiment-experiment--5f0c2a11-w12-big-1",
	} {
		if got := Label(name); got != want || len(got) > mostLabel {
			t.Errorf("%s: %q of %d letters", name, got, len(got))
		}
	}
}

// What a batch system prints never makes bench panic, and an id is a part of it.
func FuzzMatches(f *testing.F) {
	f.Add("Job <310> is submitted\n12.1-8:1\n1234[].pbs-01\nOAR_JOB_ID=5\njob.batch/x\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range Presets() {
			s, _ := Preset(name)
			for _, id := range append(Matches(s.ID, text), Matches(s.AliveID, text)...) {
				if id == "" || !strings.Contains(text, id) {
					t.Errorf("%s finds %q", name, id)
				}
			}
		}
	})
}

// A text with any words in braces is refused or filled, and what is filled has no words left.
func FuzzWords(f *testing.F) {
	f.Add("#$ -N {{name}} {{ids ,}} {{ x")
	f.Fuzz(func(t *testing.T, text string) {
		if CheckWords("script", text) != nil {
			return
		}
		s := Settings{System: System{Array: "I"}}
		j := Job{Name: "n", Slots: 2, Throttle: 1, Resources: Resources{2, 2, 5}}
		if got := s.Lines([]string{text}, j); len(got) != 1 || strings.Contains(text, "{{name}}") && strings.Contains(got[0], "{{name}}") {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}
