package scratch

import "os"

// Place is where scratch folders are made.
type Place struct {
	Path string
	Free int64 // bytes
	Err  error // why no folder can be made, nil if one can
}

// TemporaryPlace tries the folder for temporary files, and that of sockets.
func TemporaryPlace() Place {
	p := try(temporary())
	if p.Err == nil {
		var sockets *Dir
		if sockets, p.Err = Sockets(); p.Err == nil {
			p.Err = sockets.Remove()
		}
	}
	return p
}

// MemoryPlace tries the folder in memory that matrices are written to.
func MemoryPlace() Place { return try(shared) }

// try makes a folder in a place and writes a file into it.
func try(path string) Place {
	p := Place{Path: path}
	dir, err := create(path)
	if err != nil {
		p.Err = err
		return p
	}
	defer dir.Remove()
	if p.Err = os.WriteFile(dir.Path+"/trial", []byte("trial"), 0o600); p.Err == nil {
		p.Free, p.Err = Free(path)
	}
	return p
}
