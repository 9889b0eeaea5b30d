package cache

import (
	"os"
	"path/filepath"
)

// Unpacked is where the plugin of an archive belongs, by the SHA-256 of the archive in lower-case hex, and whether it
// is there: a file or a folder.
func (c Cache) Unpacked(sha256 string) (path string, there bool) {
	if c.dir == "" || !digest.MatchString(sha256) {
		return "", false
	}
	path = filepath.Join(c.unpacked(), sha256, "package")
	_, err := os.Stat(path)
	return path, err == nil
}

func (c Cache) unpacked() string { return filepath.Join(c.dir, "plugins") }

// Unpack puts the plugin of an archive into its place, as fill writes it below a folder: the single file or folder at
// the top, or else all of the folder. What was there before is replaced. Nobody sees a part of it.
func (c Cache) Unpack(sha256 string, fill func(dir string) error) (path string, err error) {
	path, _ = c.Unpacked(sha256)
	if err := os.MkdirAll(c.unpacked(), 0o755); err != nil {
		return "", err
	}
	temporary, err := os.MkdirTemp(c.unpacked(), ".new-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temporary)
	dir := filepath.Join(temporary, "archive")
	if err := fill(dir); err != nil {
		return "", err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	if len(entries) == 1 {
		dir = filepath.Join(dir, entries[0].Name())
	}
	ready := filepath.Join(temporary, "ready")
	if err := os.Mkdir(ready, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(dir, filepath.Join(ready, "package")); err != nil {
		return "", err
	}
	if err := os.Rename(filepath.Dir(path), filepath.Join(temporary, "old")); err != nil && !os.IsNotExist(err) {
		return "", err
	}
	err = os.Rename(ready, filepath.Dir(path))
	if _, there := c.Unpacked(sha256); there {
		return path, nil // by us, or by somebody who was faster
	}
	return path, err
}
