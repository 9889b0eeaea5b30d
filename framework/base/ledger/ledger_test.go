package ledger

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// What is added is recorded in its order once it is vouched for: at once where vouching
// is cheap, together where it takes its time.
func TestHeldUntilVouched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var recorded []int
		asked := 0
		l := New(func() error { asked++; time.Sleep(time.Second); return nil }, func(err error) { t.Error(err) })
		add := func(n int, bytes int64) {
			if err := l.Add(bytes, func() error { recorded = append(recorded, n); return nil }); err != nil {
				t.Error(err)
			}
		}
		add(1, 0)
		add(2, 0)
		add(3, 0)
		if !slices.Equal(recorded, []int{1}) || asked != 1 {
			t.Errorf("recorded %v, asked %d times", recorded, asked)
		}
		time.Sleep((rest + 2) * time.Second)
		synctest.Wait()
		if !slices.Equal(recorded, []int{1, 2, 3}) || asked != 2 {
			t.Errorf("after a while: recorded %v, asked %d times", recorded, asked)
		}
		add(4, most+1)
		add(5, 0)
		if !slices.Equal(recorded, []int{1, 2, 3, 4}) {
			t.Errorf("much is held back: recorded %v", recorded)
		}
		if err := l.Close(); err != nil || !slices.Equal(recorded, []int{1, 2, 3, 4, 5}) {
			t.Errorf("at the end: recorded %v, %v", recorded, err)
		}
	})
}

// Nothing that is in doubt is recorded, and nothing after it.
func TestDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		doubt := errors.New("changed")
		var state, told error
		recorded := 0
		l := New(func() error { time.Sleep(time.Second); return state }, func(err error) { told = err })
		add := func() error { return l.Add(0, func() error { recorded++; return nil }) }
		if err := add(); err != nil {
			t.Fatal(err)
		}
		if err := add(); err != nil {
			t.Fatal(err)
		}
		state = doubt
		time.Sleep((rest + 2) * time.Second)
		synctest.Wait()
		state = nil
		if told != doubt || recorded != 1 || add() != doubt || l.Close() != doubt || recorded != 1 {
			t.Errorf("told %v, recorded %d", told, recorded)
		}
	})
}

// Without anybody to ask, everything is recorded at once.
func TestNobodyToAsk(t *testing.T) {
	l, failure := New(nil, nil), errors.New("full")
	if err := l.Add(0, func() error { return failure }); err != failure || l.Holds() || l.Close() != nil {
		t.Error(err)
	}
}
