package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a process prints is kept, also what it printed before anybody knew where; of much the
// beginning and the end.
func TestWhatIsPrintedIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), LogFolder)
	path := filepath.Join(folder, "p-0.log")
	w := &lastWords{log: &printed{pid: func() int { return 47 }}}
	_, _ = w.Write([]byte("early\n"))
	if w.log.place() != "" {
		t.Error("it has a place before anybody has named one")
	}
	w.log.to(folder, "p-0.log")
	_, _ = w.Write([]byte("late\n"))
	if w.log.place() != "logs/p-0.log" {
		t.Errorf("it is in %q", w.log.place())
	}
	w.ends("exit status 3")
	got, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(got), "--- process 47, started ") ||
		!strings.HasSuffix(string(got), "early\nlate\n\n--- process 47: exit status 3\n") {
		t.Fatalf("%q, %v", got, err)
	}
	for range 9 { // processes that print too much
		w = &lastWords{log: &printed{pid: func() int { return 48 }}}
		w.log.to(folder, "p-0.log")
		for range 300 {
			_, _ = w.Write([]byte(strings.Repeat("x", 10_000)))
		}
		_, _ = w.Write([]byte("the end"))
		w.ends("signal: killed")
	}
	if got, err = os.ReadFile(path); err != nil || !strings.HasSuffix(string(got), "xthe end\n--- process 48: signal: killed\n") ||
		!strings.Contains(string(got), " bytes are left out here\n") {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Size() > logLimit+2*headLimit {
			t.Errorf("%s has %d bytes, %v", f.Name(), info.Size(), err)
		}
	}
}

// A plugin that prints nothing leaves no file, and where none can be written nothing fails.
func TestNothingPrinted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a file")
	quiet := &lastWords{log: &printed{pid: func() int { return 1 }}}
	quiet.log.to(folder, "p-0.log")
	quiet.ends("exit status 0")
	if _, err := os.Stat(folder); err == nil || quiet.log.place() != "" {
		t.Error("there is a folder")
	}
	if err := os.WriteFile(folder, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	loud := &lastWords{log: &printed{pid: func() int { return 1 }}}
	loud.log.to(folder, "p-0.log")
	_, _ = loud.Write([]byte("words"))
	loud.ends("exit status 0")
	if loud.String() != "words" || loud.log.place() != "" {
		t.Errorf("%q in %q", loud.String(), loud.log.place())
	}
}
