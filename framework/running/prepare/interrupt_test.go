package prepare

import (
	"context"
	"errors"
	"testing"

	"github.com/manyclass/bench/framework/language/diagnostic"
)

// TestReadingIsInterrupted ends while a file is still being read.
func TestReadingIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun, end := make(chan struct{}), make(chan struct{})
	defer close(end)
	go func() {
		<-begun
		cancel()
	}()
	_, _, err := readUntil(ctx, func() (*Dataset, diagnostic.List) {
		close(begun)
		<-end
		return nil, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	d, _, err := readUntil(t.Context(), func() (*Dataset, diagnostic.List) { return &Dataset{}, nil })
	if d == nil || err != nil {
		t.Error(d, err)
	}
}
