package executor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// fake is an executor and its work: waves of one cell each, of which each poll does
// one.
type fake struct {
	cells   int // missing
	made    int // waves
	alive   map[int]bool
	begun   map[int]bool
	away    int // calls that fail before one succeeds
	told    int // of calls that failed
	taken   bool
	refuses error
	log     []string
}

func (f *fake) say(format string, args ...any) { f.log = append(f.log, fmt.Sprintf(format, args...)) }

func (f *fake) answer() error {
	if f.away > 0 {
		f.away--
		return fmt.Errorf("%w: no contact", ErrAway)
	}
	return nil
}

func (f *fake) Submit(_ context.Context, w Wave) error {
	if err := errors.Join(f.refuses, f.answer()); err != nil {
		return err
	}
	f.say("submit %d", w.Number)
	f.alive[w.Number], f.begun[w.Number] = true, true
	return nil
}

func (f *fake) Find(_ context.Context, w Wave) (bool, error) {
	_, known := f.alive[w.Number]
	return known, f.answer()
}

func (f *fake) Poll(_ context.Context, w Wave) (State, error) {
	if err := f.answer(); err != nil {
		return State{}, err
	}
	if f.alive[w.Number] {
		f.alive[w.Number] = false
		f.cells--
		return State{Running: 1}, nil
	}
	return State{Ended: true}, nil
}

func (f *fake) Cancel(context.Context, Wave) error { return nil }

func (f *fake) Last() (Wave, bool, error)  { return Wave{Number: f.made}, f.made > 0, nil }
func (f *fake) Begun(w Wave) (bool, error) { return f.begun[w.Number], nil }
func (f *fake) Watch(_ Wave, _ State, err error) bool {
	if err != nil {
		f.told++
	}
	return false
}
func (f *fake) Settle(_ context.Context, w Wave, _ State) error {
	f.say("settle %d", w.Number)
	return nil
}

func (f *fake) Next() (Wave, bool, error) {
	if f.taken { // somebody else makes the wave, and hands it over
		f.taken = false
		f.made++
		f.alive[f.made] = true
		return Wave{}, false, fmt.Errorf("wave %d: %w", f.made, ErrTaken)
	}
	if f.cells <= 0 {
		return Wave{}, false, nil
	}
	f.made++
	return Wave{Number: f.made}, true, nil
}

// A driver hands over what is missing wave by wave, goes on with what others have
// handed over, and waits for an executor that is away.
func TestDrive(t *testing.T) {
	whole := []string{"submit 1", "settle 1", "submit 2", "settle 2"}
	for name, c := range map[string]struct {
		fake fake
		want []string
	}{
		"two waves":                    {fake{cells: 2}, whole},
		"nothing missing":              {fake{}, nil},
		"away":                         {fake{cells: 2, away: 7}, whole},
		"handed over by another":       {fake{cells: 2, made: 1, alive: map[int]bool{1: true}}, []string{"settle 1", "submit 2", "settle 2"}},
		"made and never handed over":   {fake{cells: 1, made: 1}, []string{"submit 2", "settle 2"}},
		"over, and forgotten":          {fake{cells: 1, made: 1, begun: map[int]bool{1: true}}, []string{"submit 2", "settle 2"}},
		"over, and nothing is missing": {fake{made: 1, alive: map[int]bool{1: false}}, nil},
		"another driver was faster":    {fake{cells: 2, taken: true}, []string{"settle 1", "submit 2", "settle 2"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := c.fake
			if f.alive == nil {
				f.alive = map[int]bool{}
			}
			if f.begun == nil {
				f.begun = map[int]bool{}
			}
			err := Drive(t.Context(), &f, &f, Pace{Look: time.Second, Poll: time.Second, Most: time.Minute, Grace: 10 * time.Second})
			if err != nil || !slices.Equal(f.log, c.want) {
				t.Errorf("%s: %v, %v; want %v", name, f.log, err, c.want)
			}
		})
	}
}

// What the executor refuses ends the driver, and so does its context.
func TestDriveEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := errors.New("invalid partition")
		f := &fake{cells: 1, refuses: refused, alive: map[int]bool{}, begun: map[int]bool{}}
		if err := Drive(t.Context(), f, f, Pace{Look: time.Second, Poll: time.Second}); !errors.Is(err, refused) {
			t.Error(err)
		}
		enough := errors.New("enough")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Hour, enough)
		defer cancel()
		f = &fake{cells: 1, away: 1e6, alive: map[int]bool{}, begun: map[int]bool{}}
		if err := Drive(ctx, f, f, Pace{Look: time.Second, Poll: time.Second, Most: time.Minute}); !errors.Is(err, enough) {
			t.Error(err)
		}
		if asked := 1e6 - f.away; asked > 70 || f.told != asked {
			t.Errorf("an executor that is away was asked %d times in an hour, and %d failures were told", asked, f.told)
		}
	})
}

// This process is an executor of one wave, whose error is the driver's.
func TestLocal(t *testing.T) {
	for _, want := range []error{nil, errors.New("full")} {
		calls := 0
		here := NewLocal(func(context.Context) error { calls++; return want })
		if err := Drive(t.Context(), here, here, Pace{}); err != want || calls != 1 {
			t.Errorf("%d calls, %v; want %v", calls, err, want)
		}
	}
}
