package host

import (
	"path/filepath"
	"testing"
)

func TestMemoryHere(t *testing.T) {
	if m := MemoryHere(); m.Total <= 0 || m.Available > m.Total || m.Group >= m.Total {
		t.Errorf("%+v", m)
	}
}

func TestCacheFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", home)
	if folder, err := CacheFolder(); err != nil || filepath.Dir(filepath.Dir(folder)) != home {
		t.Errorf("%s, %v", folder, err)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if _, err := CacheFolder(); err == nil {
		t.Error("without a home there is a cache")
	}
}
