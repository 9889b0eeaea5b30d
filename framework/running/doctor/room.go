package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/results/store"
)

// little is from when on there is a note on room or memory, in bytes; scarce is where a run
// of small data fails.
const little, scarce = 1 << 30, 16 << 20

// size writes a number of bytes.
func size(bytes int64) string {
	if bytes < 1<<30 {
		return fmt.Sprintf("%d MB", bytes>>20)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
}

// room says how much there is in a folder.
func room(path string, free int64, mend string) Finding {
	f := Finding{Status: OK, Says: fmt.Sprintf("%s free in %s", size(free), path)}
	switch {
	case free < scarce:
		f.Status, f.Mend = Fails, mend
	case free < little:
		f.Status, f.Mend = Note, mend
	}
	return f
}

// temporary is the folder for temporary files.
func temporary(place func() scratch.Place) func(context.Context) Finding {
	return func(context.Context) Finding {
		p := place()
		if p.Err != nil {
			return Finding{Status: Fails, Says: wording.Reason(p.Err)}
		}
		return room(p.Path, p.Free, "set TMPDIR to a folder with more room")
	}
}

// shared is the folder in memory.
func shared(place func() scratch.Place) func(context.Context) Finding {
	const instead = "matrices are temporary files"
	return func(context.Context) Finding {
		p := place()
		switch {
		case p.Err != nil:
			return Finding{Status: Note, Says: wording.Reason(p.Err) + ": " + instead}
		case p.Free < little:
			return Finding{Status: Note, Says: fmt.Sprintf("%s free in %s: if a run needs more than half of that, %s",
				size(p.Free), p.Path, instead), Mend: "give a container more with --shm-size"}
		}
		return Finding{Status: OK, Says: fmt.Sprintf("%s free in %s for matrices", size(p.Free), p.Path)}
	}
}

// results is where results are written: the nearest folder that exists.
func results(out string) func(context.Context) Finding {
	return func(context.Context) Finding {
		folder, err := filepath.Abs(out)
		for ; err == nil && folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
			if _, err := os.Stat(folder); err == nil {
				break
			}
		}
		if err == nil {
			err = tryResults(folder)
		}
		if errors.Is(err, store.ErrNoLocks) {
			return Finding{Status: Note, Says: folder + " has no file locks: two runs in one folder do not notice each other"}
		}
		if err != nil {
			return Finding{Status: Fails, Says: wording.Reason(err),
				Mend: "go to a folder where you may write, or name one with -out"}
		}
		free, err := scratch.Free(folder)
		if err != nil {
			return Finding{Status: Note, Says: wording.Reason(err)}
		}
		return room(folder, free, "write results to another file system with -out")
	}
}

// tryResults makes a results folder in a folder, locks it, and removes it.
func tryResults(folder string) (err error) {
	trial, err := os.MkdirTemp(folder, ".bench-doctor-")
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		at.Path = folder
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(trial)) }()
	if err := os.Mkdir(filepath.Join(trial, store.JournalDir), 0o755); err != nil {
		return err
	}
	lock, err := store.TryLock(trial, store.Running, store.NewOwner("bench doctor"))
	if err != nil {
		return err
	}
	return lock.Release()
}

// memory is that of the machine.
func memory(here func() host.Memory) func(context.Context) Finding {
	return func(context.Context) Finding {
		m := here()
		if m.Total == 0 {
			return Finding{Status: Note, Says: "this system does not say how much there is"}
		}
		f := Finding{Status: OK, Says: fmt.Sprintf("%s, %s of them available", size(m.Total), size(m.Available))}
		if m.Group > 0 {
			f.Says += fmt.Sprintf("; the control group of this process may use %s", size(m.Group))
		}
		if m.Available < little || m.Group > 0 && m.Group < little {
			f.Status, f.Mend = Note, "take fewer -workers"
		}
		return f
	}
}

// cache is where digests of plugins are kept.
func cache(folder func() (string, error)) func(context.Context) Finding {
	return func(context.Context) Finding {
		path, err := folder()
		if err != nil {
			return Finding{Status: Note, Says: "plugins are hashed at every start: " + wording.Reason(err),
				Mend: "set HOME or XDG_CACHE_HOME to a folder where you may write"}
		}
		return Finding{Status: OK, Says: path}
	}
}
