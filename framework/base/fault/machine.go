package fault

import (
	"errors"
	"slices"
	"syscall"
)

// ofMachine is trouble that the machine makes, in whatever words.
type ofMachine struct{ error }

func (e ofMachine) Unwrap() error { return e.error }

// Machine makes an error the machine's: no experiment file and no plugin is to blame; nil
// stays nil.
func Machine(err error) error {
	if err == nil {
		return nil
	}
	return ofMachine{err}
}

// short are what a system lacks, or does not allow to anybody.
var short = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM,
	syscall.ENOEXEC}

// OfMachine reports whether an error is the machine's.
func OfMachine(err error) bool {
	var own ofMachine
	return errors.As(err, &own) || slices.ContainsFunc(short, func(s error) bool { return errors.Is(err, s) })
}

// Advised is the text of an error, which ends with the command that says more if the error is
// the machine's.
func Advised(text string, err error) string {
	if !OfMachine(err) {
		return text
	}
	return text + "; bench doctor says what works on this machine"
}
