package service

import (
	"errors"
	"strings"
	"testing"
)

func TestContained(t *testing.T) {
	bad := errors.New("bad")
	if err := Contained(func() error { return bad }); err != bad {
		t.Errorf("error %v", err)
	}
	err := Contained(func() error {
		var widths []int
		return errors.New(strings.Repeat("x", widths[3]))
	})
	if err == nil || !strings.Contains(err.Error(), "index out of range") || !strings.Contains(err.Error(), "contained_test.go") {
		t.Errorf("error %v", err)
	}
}
