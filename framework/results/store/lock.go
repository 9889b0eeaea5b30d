package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Purpose is what a process does with a results folder that one at a time may do.
type Purpose string

const (
	// Running is to compute cells and to write journals into the folder itself. The slots of
	// a cluster write into the folder of their job, and do not take part.
	Running Purpose = "run"
	// Writing is to write the manifest, tables and report.
	Writing Purpose = "tables"
)

// Owner is the process that holds a lock.
type Owner struct {
	Command string    `json:"command"` // "bench run"
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Since   time.Time `json:"since"`
}

// NewOwner is this process, which runs a command.
func NewOwner(command string) Owner {
	host, err := os.Hostname()
	if err != nil {
		host = "an unknown host"
	}
	return Owner{Command: command, PID: os.Getpid(), Host: host, Since: time.Now().UTC().Truncate(time.Second)}
}

func (o Owner) String() string {
	if o.PID == 0 {
		return "another process"
	}
	return fmt.Sprintf("%s (process %d on %s, since %s)", o.Command, o.PID, o.Host,
		o.Since.Format("2006-01-02 15:04:05 UTC"))
}

// gone reports whether the owner was a process of this machine that has ended: its lock
// is free as soon as the system has tidied up.
func (o Owner) gone(here string) bool {
	return o.PID > 0 && o.Host == here && errors.Is(syscall.Kill(o.PID, 0), syscall.ESRCH)
}

// LockedError is the error of a lock that another process holds.
type LockedError struct {
	Dir   string
	Owner Owner
}

func (e *LockedError) Error() string { return fmt.Sprintf("%s is in use by %s", e.Dir, e.Owner) }

// ErrNoLocks is the error of file systems that have no locks.
var ErrNoLocks = errors.New("the file system has no locks")

// Lock is held by one process, and is free when that ends, however it does: the kernel
// keeps it on an open file.
type Lock struct{ file *os.File }

// lockPause is how often a lock is tried that is not free.
const lockPause = 20 * time.Millisecond

// TryLock takes the lock for a purpose in a results folder, which has a journal folder. The
// error is a *LockedError if another process holds it, and ErrNoLocks where the file
// system knows none.
func TryLock(dir string, purpose Purpose, owner Owner) (*Lock, error) {
	for {
		lock, err := tryLock(dir, purpose, owner)
		var locked *LockedError
		if !errors.As(err, &locked) || !locked.Owner.gone(owner.Host) {
			return lock, err
		}
		time.Sleep(lockPause)
	}
}

// WaitLock is TryLock that waits until the lock is free or the context ends. It calls
// waiting once, if it has to.
func WaitLock(ctx context.Context, dir string, purpose Purpose, owner Owner, waiting func(Owner)) (*Lock, error) {
	for told := false; ; {
		lock, err := tryLock(dir, purpose, owner)
		var locked *LockedError
		if !errors.As(err, &locked) {
			return lock, err
		}
		if !told && !locked.Owner.gone(owner.Host) {
			waiting(locked.Owner)
			told = true
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}

// tryLock takes the lock if it is free now, and writes into its file who holds it.
func tryLock(dir string, purpose Purpose, owner Owner) (*Lock, error) {
	path := filepath.Join(dir, JournalDir, "."+string(purpose)+".lock")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NONBLOCK, 0o666) // NFS locks only what is open for writing
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	there := err == nil
	if there {
		there, err = isAt(f, path)
	}
	if there {
		lock := &Lock{f}
		return lock, lock.write(owner)
	}
	defer f.Close()
	switch {
	case err == nil || errors.Is(err, syscall.EWOULDBLOCK):
		locked := &LockedError{Dir: dir}
		_ = json.NewDecoder(f).Decode(&locked.Owner) // it may be about to be written
		return nil, locked
	case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOSYS):
		return nil, fmt.Errorf("%w: %w", ErrNoLocks, err)
	}
	return nil, fmt.Errorf("locking %s: %w", dir, err)
}

// write puts the owner in the place of the one before.
func (l *Lock) write(owner Owner) error {
	text, err := json.Marshal(owner)
	if err == nil {
		err = l.file.Truncate(0)
	}
	if err == nil {
		_, err = l.file.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		l.file.Close()
		return fmt.Errorf("writing who holds a lock: %w", err)
	}
	return nil
}

// Discard frees the lock of a folder that was made for it, and removes both if nothing else was
// written there.
func (l *Lock) Discard() error {
	if l == nil {
		return nil
	}
	journal := filepath.Dir(l.file.Name())
	err := errors.Join(os.Remove(l.file.Name()), l.file.Close())
	if os.Remove(journal) == nil { // it is empty
		_ = os.Remove(filepath.Dir(journal))
	}
	return err
}

// Release frees the lock, and forgets who held it. A nil lock is free.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	return errors.Join(l.file.Truncate(0), l.file.Close())
}
