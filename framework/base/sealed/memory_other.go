//go:build !linux

package sealed

import (
	"errors"
	"os"
)

// Only Linux seals files. Elsewhere all of them are watched.

// timesTell is not known of other systems: what is written through a mapping may get its
// time later.
const timesTell = false

func onMemory(string) bool { return false }

func canSeal() bool { return false }

func memoryFile(string) (*os.File, error) { return nil, errors.ErrUnsupported }

func seal(*os.File) (path string, err error) { return "", errors.ErrUnsupported }
