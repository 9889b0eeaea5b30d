package folder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/store"
)

// User is a command that works in a results folder, with what tells its user a line.
type User struct {
	Command string // "bench run"
	Tell    func(line string)
}

// Claim takes a results folder, which it makes if needed, for a command that computes cells or copies journals into
// it: no other command can until the lock is released or this process ends.
func (u User) Claim(dir string) (*store.Lock, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("-out %s: this is a file, not a folder", dir)
	}
	if err := os.MkdirAll(filepath.Join(dir, store.JournalDir), 0o755); err != nil {
		return nil, fmt.Errorf("making the results folder: %w; write -out for a folder elsewhere", err)
	}
	lock, err := store.TryLock(dir, store.Running, store.NewOwner(u.Command))
	var locked *store.LockedError
	switch {
	case errors.As(err, &locked):
		return nil, fmt.Errorf("%w; nothing was done. Wait until it ends, or write -out for another folder; "+
			"bench report and bench export read the folder meanwhile", err)
	case errors.Is(err, store.ErrNoLocks):
		u.Tell(fmt.Sprintf("warning: %s cannot be locked (%s): bench does not notice whether another run works there",
			dir, wording.Reason(err)))
		return nil, nil
	}
	return lock, roomless(err)
}

// roomless says what to do if no file of a lock can be written.
func roomless(err error) error {
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return fmt.Errorf("%w; free some space, or write -out for a folder elsewhere", err)
}

// Alone does something to the manifest and the tables of a results folder while no other
// process writes them; it waits until none does.
func (u User) Alone(ctx context.Context, dir string, do func() error) (err error) {
	lock, err := store.WaitLock(ctx, dir, store.Writing, store.NewOwner(u.Command), func(o store.Owner) {
		u.Tell(fmt.Sprintf("waiting for %s, which writes the tables of %s", o, dir))
	})
	if err != nil && !errors.Is(err, store.ErrNoLocks) { // Claim has warned, or the tables are written by one command
		return roomless(err)
	}
	err = do()
	if free := lock.Release(); err == nil {
		err = free
	}
	return err
}
