package host

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract/service"
)

// messageLimit is how much of an error is kept, in characters.
const messageLimit = 10_000

// Error is what went wrong with a plugin, in words for the user. It wraps
// context.DeadlineExceeded if the plugin did not answer in time.
type Error struct {
	Plugin string // package name
	Doing  string // "training", "starting", …
	Err    error
	Exit   string // how the process ended, if it did
	Words  string // the end of what it printed
	Log    string // where all that it printed is, in the results folder
	Lost   bool   // the process is gone; the error then wraps service.ErrLost too
}

func (e *Error) Error() string {
	text := fmt.Sprintf("plugin %s, %s: %s", e.Plugin, e.Doing, wording.Harmless(e.Err.Error(), messageLimit))
	if e.Exit != "" {
		text += fmt.Sprintf("; the process ended (%s)", e.Exit)
	}
	if e.Words != "" {
		text += "; its last words: " + e.Words
	}
	if e.Log != "" {
		text += "\nAll that it printed is in " + e.Log
	}
	return text
}

// Unwrap makes errors.Is see the cause, and service.ErrLost or service.ErrStart.
func (e *Error) Unwrap() []error {
	switch {
	case e.Doing == starting:
		return []error{e.Err, service.ErrStart}
	case e.Lost:
		return []error{e.Err, service.ErrLost}
	}
	return []error{e.Err}
}

// timeoutError is a context.DeadlineExceeded that speaks to a user.
type timeoutError string

func (e timeoutError) Error() string { return string(e) }

func (e timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// errConnection marks a call that lost its process, errKilled one whose process was
// killed, but not by bench, errGarbage one whose process writes what is not gRPC: bench does
// not wait for the end of that.
var (
	errConnection = errors.New("the connection to the process broke")
	errKilled     = errors.New("the process was killed by signal 9, which bench did not send: the kernel may have " +
		"run out of memory, or someone has killed it")
	errGarbage = errors.New("the plugin sent bytes that are not gRPC, and the connection to the process broke")
)

// plainError says what gRPC reports in words for the user.
func plainError(s *status.Status) error {
	switch s.Code() {
	case codes.DeadlineExceeded:
		return timeoutError("no answer in time")
	case codes.Canceled:
		return context.Canceled
	case codes.Unavailable:
		if strings.Contains(s.Message(), "http2: ") {
			return errGarbage
		}
		return errConnection
	case codes.Unimplemented:
		return fmt.Errorf("the plugin does not serve this call: %s", s.Message())
	case codes.ResourceExhausted:
		if sizes := tooLarge.FindStringSubmatch(s.Message()); sizes != nil {
			return fmt.Errorf("the plugin sent a message of %s, and %s is the most", megabytes(sizes[1]), megabytes(sizes[2]))
		}
	case codes.Internal:
		if strings.HasPrefix(s.Message(), "grpc: failed to unmarshal") {
			return errors.New("the plugin sent a message that is not part of the protocol")
		}
	}
	return errors.New(s.Message())
}

// tooLarge is how gRPC refuses a message: its size and the limit, in bytes.
var tooLarge = regexp.MustCompile(`^grpc: received message larger than max \((\d+) vs\. (\d+)\)`)

func megabytes(bytes string) string {
	n, err := strconv.ParseInt(bytes, 10, 64)
	if err != nil || n < 1<<20 {
		return bytes + " bytes"
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// PluginOf returns the package that an error is about, or "".
func PluginOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Plugin
	}
	return ""
}

// starting is what a plugin does until it has shaken hands, and running what it does
// afterwards.
const (
	starting = "starting"
	running  = "running"
)
