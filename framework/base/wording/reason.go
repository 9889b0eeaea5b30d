package wording

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// Reason is the text of an error in which the words of Go and of the system are
// replaced by words for a user: "open x: no such file or directory" becomes
// "there is no x". The rest of the error is unchanged.
func Reason(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	for _, said := range translated(err) {
		text = strings.Replace(text, said.raw, said.words, 1)
	}
	return text
}

// said is the text of an error and what to say instead.
type said struct{ raw, words string }

// translated lists the errors within an error that have other words.
func translated(err error) []said {
	if words := words(err); words != "" {
		return []said{{err.Error(), words}}
	}
	switch wrapped := err.(type) {
	case interface{ Unwrap() error }:
		if inner := wrapped.Unwrap(); inner != nil {
			return translated(inner)
		}
	case interface{ Unwrap() []error }:
		var all []said
		for _, inner := range wrapped.Unwrap() {
			all = append(all, translated(inner)...)
		}
		return all
	}
	return nil
}

// words is what to say instead of an error itself, "" if it speaks well enough.
func words(err error) string {
	switch e := err.(type) {
	case *fs.PathError:
		return ofPath(e.Path, e.Err)
	case *os.LinkError:
		return ofPath(e.New, e.Err)
	case *exec.Error:
		if errors.Is(e.Err, exec.ErrNotFound) {
			return fmt.Sprintf("there is no program %q", e.Name)
		}
		return ofPath(e.Name, e.Err)
	case *os.SyscallError:
		return ofSystem(e.Err)
	case *strconv.NumError:
		return ofNumber(e)
	case *net.OpError:
		return ofSystem(e.Err)
	case syscall.Errno:
		return ofSystem(e)
	}
	switch err {
	case context.DeadlineExceeded, os.ErrDeadlineExceeded:
		return "it took too long"
	case context.Canceled:
		return "interrupted"
	}
	return ""
}

// Sentence is the reason of an error as a sentence. A path with which it begins is written as it is, and so is a first
// word that is a name or an address.
func Sentence(err error, path string) string {
	text := strings.TrimSuffix(Reason(err), ".") + "."
	word, _, _ := strings.Cut(text, " ")
	if path != "" && strings.HasPrefix(text, path) || strings.ContainsAny(strings.TrimSuffix(word, "."), ".:/_\"") {
		return text
	}
	return Capital(text)
}

// ofNumber says what is wrong with the text of a number.
func ofNumber(err *strconv.NumError) string {
	switch {
	case errors.Is(err, strconv.ErrRange):
		return err.Num + " is too large"
	case err.Func == "ParseBool":
		return fmt.Sprintf("%q is neither true nor false", err.Num)
	case err.Func == "ParseFloat":
		return fmt.Sprintf("%q is not a number", err.Num)
	}
	return fmt.Sprintf("%q is not a whole number", err.Num)
}

// ofPath says what is wrong with a path.
func ofPath(path string, err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Absent(path)
	case errors.Is(err, fs.ErrPermission):
		return "there is no permission for " + path
	case errors.Is(err, fs.ErrExist):
		return path + " exists already"
	case errors.Is(err, syscall.EISDIR):
		return path + " is a folder, not a file"
	case errors.Is(err, syscall.ENOTDIR):
		return path + " leads through a file that is not a folder"
	case errors.Is(err, syscall.ENOEXEC):
		return path + " is not a program that this machine can run"
	}
	return path + ": " + ofSystem(err)
}

// ofSystem is what the system says, in words where it has but a name for it.
func ofSystem(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "the disk is full"
	case errors.Is(err, syscall.EDQUOT):
		return "the quota of the disk is used up"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "too many files are open (ulimit -n)"
	case errors.Is(err, syscall.ENOMEM):
		return "there is no memory left"
	case errors.Is(err, syscall.EROFS):
		return "the file system is read-only"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "it took too long"
	}
	return err.Error()
}
