package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

func TestErrorsOfTheMachineNameTheDoctor(t *testing.T) {
	plain := errors.New("a row has three fields")
	for _, c := range []struct {
		err  error
		want bool
	}{
		{plain, false},
		{nil, false},
		{&fs.PathError{Op: "open", Path: "x.hcl", Err: syscall.ENOENT}, false},
		{Machine(nil), false},
		{Machine(plain), true},
		{fmt.Errorf("starting: %w", Machine(plain)), true},
		{Scratch(&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}), true},
		{&fs.PathError{Op: "mkdir", Path: "x", Err: syscall.EROFS}, true},
	} {
		if got := strings.Contains(Advised("text", c.err), "bench doctor"); got != c.want {
			t.Errorf("%v: the doctor is named: %v", c.err, got)
		}
	}
}
