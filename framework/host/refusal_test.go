package host

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/wording"
)

func TestWhyAProgramDoesNotStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plugin")
	if err := os.WriteFile(path, []byte("no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	// The system says this of a program that is none, whatever it was made for.
	_, err := Start(t.Context(), Package{Name: "p", Executable: path}, folders(t))
	if text := wording.Reason(err); !strings.Contains(text, "was not made for this machine") || !fault.OfMachine(err) {
		t.Errorf("another machine: %s", text)
	}
	refused := unstarted(path, &fs.PathError{Op: "fork/exec", Path: path, Err: syscall.EACCES})
	if text := wording.Reason(refused); !strings.Contains(text, "mounted with noexec") || !fault.OfMachine(refused) {
		t.Errorf("noexec: %s", text)
	}
	absent := unstarted("/nowhere", &fs.PathError{Op: "fork/exec", Path: "/nowhere", Err: syscall.ENOENT})
	if text := wording.Reason(absent); text != "starting /nowhere: there is no /nowhere" || fault.OfMachine(absent) {
		t.Errorf("absent: %s", text)
	}
}
