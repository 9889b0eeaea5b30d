package host

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/manyclass/bench/framework/base/fault"
)

// refusal is that the system does not start a program, in words for the user.
type refusal struct {
	words string
	err   error
}

func (r *refusal) Error() string { return r.words }
func (r *refusal) Unwrap() error { return r.err }

// unstarted says why the system did not start a program, and what to do.
func unstarted(path string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOEXEC):
		err = &refusal{fmt.Sprintf("%s was not made for this machine, which is %s/%s: install bench for that, or build the "+
			"plugin here", path, runtime.GOOS, runtime.GOARCH), err}
	case errors.Is(err, fs.ErrPermission) && isExecutable(path):
		err = &refusal{fmt.Sprintf("the system runs no program in %s: the file system is mounted with noexec, or a security "+
			"module forbids it; copy bench with its plugins to another folder", filepath.Dir(path)), err}
	default:
		return fmt.Errorf("starting %s: %w", path, err)
	}
	return fault.Machine(err)
}
