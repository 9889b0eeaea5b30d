// Package own says which plugins a program holds itself: their processes are the program,
// started anew. It sees to it that they are what they were built from.
package own

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Plugin is one that this program holds.
type Plugin struct {
	Name string
	// Identity is a digest of what the plugin's numbers depend on, hex, made when the program was
	// built; "" if whoever built it did not say.
	Identity string
	Offers   func() []contract.Component
}

// Adapter is the name of the adapter, which is held like a plugin.
const Adapter = "bench-adapter"

// How a program is told which of its plugins a process shall be: by these words, after which the
// name or the command of a script stands.
var (
	ServeWords   = []string{"plugin", "serve"}
	AdapterWords = []string{"plugin", "adapter"}
)

// held are the plugins of this program.
var held []Plugin

// Hold says in main, before any package is opened, which plugins the program holds.
func Hold(plugins []Plugin) { held = plugins }

// Plugins lists them, without the adapter.
func Plugins() []Plugin {
	return slices.DeleteFunc(slices.Clone(held), func(p Plugin) bool { return p.Name == Adapter })
}

// Called returns the plugin of a name, nil if the program does not hold it.
func Called(name string) *Plugin {
	i := slices.IndexFunc(held, func(p Plugin) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &held[i]
}

// Program is the path of this program's file, without links. Where there is no /proc, which
// tells it, it is what the command line names.
func Program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		if path, err = exec.LookPath(os.Args[0]); err != nil {
			return "", err
		}
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path, nil
}

// File is this program's file as it is now; nil if it is gone.
func File() fs.FileInfo {
	path, err := Program()
	if err != nil {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// At reports whether a path leads to this program's file.
func At(path string) bool {
	file := File()
	other, err := os.Stat(path)
	return err == nil && file != nil && os.SameFile(file, other)
}

// Variable is the environment variable that says to a process of a plugin which identity it must
// have. Another one refuses to serve: the program was replaced.
const Variable = "BENCH_IDENTITY"

// Refuse returns an error if this process shall serve a plugin of an identity, and was started for
// another one.
func Refuse(name, identity string) error {
	wanted := os.Getenv(Variable)
	os.Unsetenv(Variable) // it is not for what the process starts
	if wanted == "" || wanted == identity {
		return nil
	}
	return fmt.Errorf("bench was replaced while it was running, and its plugin %s is another one now: its identity is "+
		"%.12s, and %.12s was asked for; run bench again", name, cmp.Or(identity, "unknown"), wanted)
}

// Replaced reports whether this program's file is not the one that was seen before.
func Replaced(before fs.FileInfo) bool {
	now := File()
	return now == nil || !os.SameFile(now, before) || !now.ModTime().Equal(before.ModTime())
}
