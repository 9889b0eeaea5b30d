package host

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// A plugin that is late is told in words of a user, and known as late all the
// same.
func TestLateInOwnWords(t *testing.T) {
	err := error(&Error{Plugin: "p", Doing: "starting", Err: timeoutError("no answer within 20s")})
	if !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "deadline") {
		t.Errorf("got %v", err)
	}
}
