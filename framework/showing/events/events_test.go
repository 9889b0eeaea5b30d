package events

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/test/must"
)

func fixed() time.Time { return time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC) }

// written are the lines that use of a stream writes, without what all have.
func written(t *testing.T, use func(*Stream)) []string {
	t.Helper()
	var b strings.Builder
	use(NewStream(&b, fixed))
	var lines []string
	for line := range strings.Lines(b.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
		lines = append(lines, must.Replace(line, `,"time":"2026-01-02T15:04:05Z"`, ""))
	}
	return lines
}

func TestEvents(t *testing.T) {
	for want, use := range map[string]func(*Stream){
		`{"event":"started","format":1,"bench":"1","file":"a \"b\".hcl"}`: func(s *Stream) {
			s.Started(Started{Format, "1", `a "b".hcl`})
		},
		`{"event":"finished","status":2}`: func(s *Stream) { s.Finished(Finished{Status: 2}) },
		`{"event":"finished","status":0,"ok":1,"failed":0,"timeout":0,"out_of_memory":0,"skipped":0,"not_run":0,` +
			`"out":"o","report":"","tables":[],"answer":""}`: func(s *Stream) {
			s.Finished(Finished{Report: &Report{OK: 1, Out: "o", Tables: []Table{}}})
		},
		`{"event":"warning","text":"w"}`: func(s *Stream) { _, _ = Lines{s}.Write([]byte("warning: w\n\n")) },
		`{"event":"note","text":"n"}`:    func(s *Stream) { _, _ = Lines{s}.Write([]byte("n")) },
		`{"event":"error","text":"t","detail":"d","file":"f","line":3,"column":4}`: func(s *Stream) {
			s.Diagnostics(diagnostic.List{{Severity: contract.Error, Summary: "t", Detail: "d",
				Range: &diagnostic.Range{File: "f", Start: diagnostic.Pos{Line: 3, Column: 4}}}})
		},
	} {
		if got := written(t, use); len(got) != 1 || got[0] != want+"\n" {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	got := written(t, func(s *Stream) {
		s.Cell(Cell{Scores: map[string]Number{"b": Number(math.Inf(1)), "a": 0.5, "c": Number(math.NaN())}})
	})
	if len(got) != 1 || !strings.Contains(got[0], `"scores":{"a":0.5,"b":null,"c":null}`) {
		t.Errorf("got %q", got)
	}
}

type broken struct{ calls int }

var errBroken = errors.New("broken")

func (b *broken) Write([]byte) (int, error) { b.calls++; return 0, errBroken }

// After a line that could not be written nothing more is.
func TestBrokenStream(t *testing.T) {
	var b broken
	s := NewStream(&b, fixed)
	s.Started(Started{})
	s.Finished(Finished{})
	if !errors.Is(s.Err(), errBroken) || b.calls != 1 {
		t.Errorf("%v after %d writes", s.Err(), b.calls)
	}
}

// The page says what each field of each event is, and nothing of others.
func TestFieldsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/events.md")
	if err != nil {
		t.Fatal(err)
	}
	for heading, event := range map[string]any{"started": Started{}, "plan": Plan{}, "cell": Cell{},
		"note, warning, error": Message{}, "finished": Finished{Report: &Report{}}} {
		_, section, found := strings.Cut(string(page), "\n## "+heading+"\n")
		if !found {
			t.Errorf("no section %s", heading)
		}
		section, _, _ = strings.Cut(section, "\n## ")
		said := map[string]bool{}
		for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(section, -1) {
			for _, name := range strings.Split(row[1], ", ") {
				said[strings.Trim(name, "`")] = true
			}
		}
		for _, name := range fieldsOf(reflect.TypeOf(event)) {
			if !said[name] {
				t.Errorf("%s: the field %s is not said", heading, name)
			}
			delete(said, name)
		}
		if len(said) > 0 {
			t.Errorf("%s: there is nothing called %v", heading, said)
		}
	}
}

func fieldsOf(of reflect.Type) (names []string) {
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Anonymous {
			if f.Type.Kind() == reflect.Pointer {
				f.Type = f.Type.Elem()
			}
			names = append(names, fieldsOf(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
