package host

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Code is among the runtimes by its content, wherever it lies; what is not there, has no
// absolute path, or is younger than the process that has loaded it, is refused.
func TestCodeAmongRuntimes(t *testing.T) {
	dir := folder(t, map[string]string{"a/mine.py": "one", "b/mine.py": "one", "c/mine.py": "two", "c/deep/more.py": "three"})
	at := func(name string) string { return filepath.Join(dir, name) }
	o, p := newOutsides(), loaded{"plugin", time.Now().Add(time.Minute)}
	of := func(name string) string {
		t.Helper()
		versions, err := o.runtimes(p, map[string]string{"python": "3"}, map[string]string{"mine": at(name)})
		if err != nil || versions["python"] != "3" || !strings.HasPrefix(versions["code:mine"], "sha256:") {
			t.Fatalf("%s: %v, %v", name, versions, err)
		}
		return versions["code:mine"]
	}
	if of("a/mine.py") != of("b/mine.py") || of("a/mine.py") == of("c/mine.py") || of("c") == of("c/deep") {
		t.Error("not the content counts")
	}
	if versions, err := o.runtimes(p, nil, nil); versions != nil || err != nil {
		t.Errorf("without code: %v, %v", versions, err)
	}
	for name, path := range map[string]string{"gone": at("gone.py"), "relative": "mine.py"} {
		if _, err := o.runtimes(p, nil, map[string]string{name: path}); err == nil || PluginOf(err) != "plugin" {
			t.Errorf("%s: %v", name, err)
		}
	}
	put(t, at("late.py"), "one")
	p.begun = time.Now().Add(-time.Minute)
	_, err := o.runtimes(p, nil, map[string]string{"late": at("late.py")})
	if err == nil || !strings.Contains(err.Error(), at("late.py")+" changed while the plugin was starting") {
		t.Errorf("younger than the process: %v", err)
	}
	put(t, at("a/mine.py"), "other")
	_, err = o.runtimes(p, nil, map[string]string{"mine": at("a/mine.py")})
	if err == nil || !strings.Contains(err.Error(), at("a/mine.py")+" changed while bench was running") {
		t.Errorf("changed since: %v", err)
	}
	pool := used(t, script(t, "exit 0\n"))
	pool.code = o
	if err := pool.Vouch(); err == nil || !strings.Contains(err.Error(), at("a/mine.py")) {
		t.Errorf("it is vouched for: %v", err)
	}
}
