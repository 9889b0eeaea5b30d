package install_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/remote/archive"
	"github.com/manyclass/bench/framework/remote/download"
	"github.com/manyclass/bench/framework/remote/install"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/server"
)

// machine has an experiment file, a cache and a platform, and asks a server.
type machine struct {
	t         *testing.T
	server    *server.Server
	url       string
	dir       string
	cache     cache.Cache
	arch      string
	mirror    string
	said      []string // the lines of the last fetch
	installed []install.Installed
}

func newMachine(t *testing.T) *machine {
	s := server.New("")
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return &machine{t: t, server: s, url: web.URL + "/files", dir: t.TempDir(), cache: cache.At(t.TempDir()), arch: "amd64"}
}

// requires writes an experiment file; URL in it stands for the address of the files of the server.
func (m *machine) requires(bench string) {
	m.write("e.hcl", strings.Join(strings.Split("bench {\n"+bench+"\n}\n", "URL"), m.url)+`
experiment "e" {}
dataset "d" {
  file   = "d.csv"
  target = "class"
}
learner "forest" "f" {}
`)
}

func (m *machine) write(name string, text string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) lock() string {
	b, _ := os.ReadFile(filepath.Join(m.dir, "bench.lock.hcl"))
	return string(b)
}

// fetch returns what went wrong.
func (m *machine) fetch(upgrade bool) diagnostic.List {
	m.t.Helper()
	m.said, m.installed = nil, nil
	tell := func(line string) { m.said = append(m.said, line) }
	i := &install.Installer{Cache: m.cache, OS: "linux", Arch: m.arch, Mirror: m.mirror, Upgrade: upgrade, Tell: tell,
		Client: download.New(download.Options{Cache: m.cache, Limits: download.Limits{First: time.Millisecond, Tries: 2}})}
	out, err := i.File(context.Background(), filepath.Join(m.dir, "e.hcl"), nil)
	if err != nil {
		m.t.Fatal(err)
	}
	m.installed = out.Plugins
	return out.Diags
}

// fetched fetches, and all is well.
func (m *machine) fetched(upgrade bool) {
	m.t.Helper()
	if diags := m.fetch(upgrade); len(diags) > 0 || len(m.installed) == 0 {
		m.t.Fatalf("%v, %d plugins, said %q", diags, len(m.installed), m.said)
	}
}

// refused fetches, and all of these words are said.
func (m *machine) refused(upgrade bool, words ...string) {
	m.t.Helper()
	diags := m.fetch(upgrade)
	text := strings.Join(strings.Fields(fmt.Sprint(diags)), " ") // without the ends of lines
	for _, word := range words {
		if !strings.Contains(text, word) {
			m.t.Errorf("%q does not contain %q", text, word)
		}
	}
	if len(m.installed) > 0 {
		m.t.Errorf("%s is there nevertheless", m.installed[0].Name)
	}
}

// holds checks that a text has words.
func (m *machine) holds(what, text string, words ...string) {
	m.t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			m.t.Errorf("%s does not contain %q:\n%s", what, word, text)
		}
	}
}

// put puts an archive of a plugin with this content on the server, and returns its SHA-256.
func (m *machine) put(name, content string) string {
	b := server.Executables("forest", content)
	m.server.Put(name, b)
	return sum(b)
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// entry is a block of an index.
func entry(version, arch, archive, digest string) string {
	platform := ""
	if arch != "" {
		platform = "\n  os = \"linux\"\n  arch = \"" + arch + `"`
	}
	return fmt.Sprintf("plugin \"forest\" %q {%s\n  archive = %q\n  sha256 = %q\n}\n", version, platform, archive, digest)
}

const byIndex = `
plugin_index = "URL/index.hcl"
required_plugins { f = { source = "forest" } }`

// Addresses with a platform give each platform its archive and its entry; what is there is not asked for again.
func TestAddress(t *testing.T) {
	m := newMachine(t)
	amd, arm := m.put("f_linux_amd64.tar.gz", "amd"), m.put("f_linux_arm64.tar.gz", "arm")
	m.requires(`required_plugins { f = { source = "URL/f_{os}_{arch}.tar.gz" } }`)
	m.fetched(false)
	m.holds("the lock file", m.lock(), `source  = "`+m.url+`/f_{os}_{arch}.tar.gz"`, amd, `arch    = "amd64"`, `package = "`)
	at, there := m.cache.Unpacked(amd)
	if b, err := os.ReadFile(at); !there || string(b) != "amd" {
		t.Errorf("%s holds %q, %v", at, b, err)
	}
	before := m.lock()
	m.server.Forget()
	m.fetched(false)
	if asked := m.server.Requests(); len(asked) > 0 || m.lock() != before || len(m.said) > 0 {
		t.Errorf("a second fetch has asked for %q, and said %q", asked, m.said)
	}
	m.arch = "arm64"
	m.fetched(false)
	m.holds("the lock file", m.lock(), amd, arm, `arch    = "arm64"`)

	m.arch, m.cache = "amd64", cache.At(t.TempDir())
	changed := m.put("f_linux_amd64.tar.gz", "other")
	m.refused(false, "is another file", amd, changed, "-upgrade")
	m.fetched(true)
	m.holds("what was said", strings.Join(m.said, "\n"), "has changed", changed, amd)
	m.holds("the lock file", m.lock(), changed)
}

// An index gives the latest version that meets the constraint, and the lock file all its platforms. What has changed
// there is told, and taken with an upgrade only; a platform more is taken.
func TestIndex(t *testing.T) {
	m := newMachine(t)
	one, two := m.put("one.tar.gz", "one"), m.put("two.tar.gz", "two")
	arm := strings.Repeat("a", 64) // never asked for
	m.server.Put("index.hcl", []byte(entry("1.0.0", "amd64", "one.tar.gz", one)+entry("1.0.0", "arm64", "arm.tar.gz", arm)+
		entry("2.0.0", "amd64", "two.tar.gz", two)))
	m.requires(must.Replace(byIndex, `"forest" }`, `"forest", version = "~> 1.0" }`))
	m.fetched(false)
	m.holds("the lock file", m.lock(), `version = "1.0.0"`, one, arm, m.url+"/one.tar.gz", m.url+"/arm.tar.gz")
	m.requires(byIndex)
	m.fetched(false)
	m.holds("what was said", strings.Join(m.said, "\n"), "its version is 2.0.0, and was 1.0.0", "-upgrade takes the change")
	m.holds("the lock file", m.lock(), one)
	m.requires(must.Replace(byIndex, `"forest" }`, `"forest", version = ">= 2" }`))
	m.refused(false, "Plugin f 1.0.0 is locked", "asks for >= 2", "-upgrade")
	m.fetched(true)
	m.holds("the lock file", m.lock(), `version = "2.0.0"`, two)

	m.server.Put("index.hcl", []byte(entry("2.0.0", "amd64", "one.tar.gz", one)+entry("2.0.0", "arm64", "arm.tar.gz", arm)))
	m.fetched(false)
	m.holds("what was said", strings.Join(m.said, "\n"), "its archive for linux/amd64 has the SHA-256 "+one, "and had "+two)
	m.holds("the lock file", m.lock(), two, arm)
	m.fetched(true)
	if lock := m.lock(); strings.Contains(lock, two) || !strings.Contains(lock, one) {
		t.Errorf("the upgrade has not taken the archive:\n%s", lock)
	}
	m.server.Put("index.hcl", []byte("plugin {"))
	m.fetched(false)
	m.holds("what was said", strings.Join(m.said, "\n"), "could not be looked up again", "What is locked stays")
}

// What an index and its archives may not be.
func TestRefusals(t *testing.T) {
	m := newMachine(t)
	good := m.put("f.tar.gz", "f")
	m.server.Put("text.tar.gz", []byte("no archive"))
	for _, c := range []struct {
		index string
		words []string
	}{
		{entry("1.0.0", "arm64", "f.tar.gz", good), []string{"is there for linux/arm64, and this is linux/amd64"}},
		{entry("1.0.0", "", "f.tar.gz", strings.Repeat("0", 64)), []string{"is another file", good, "has changed one of them"}},
		{entry("1.0.0", "", "../f.tar.gz", good), []string{`"../f.tar.gz", which is not in its own folder`}},
		{entry("1.0.0", "", "http://example.org/f.tar.gz", good), []string{"is not protected"}},
		{entry("1.0.0", "", "gone.tar.gz", good), []string{"404"}},
		{entry("1.0.0", "", "text.tar.gz", sum([]byte("no archive"))), []string{"neither a .tar.gz nor a .zip archive"}},
		{must.Replace(entry("1.0.0", "", "f.tar.gz", good), "sha256", `package = "`+good+"\"\n  sha256"),
			[]string{"Its files have the SHA-256", `the index has package = "` + good}},
		{must.Replace(entry("1.0.0", "", "f.tar.gz", good), "forest", "forrest"), []string{`no plugin called "forest"`, `"forrest"`}},
		{`plugin "forest" "1.0.0" { archive = 1 }`, []string{"sha256"}},
	} {
		m.server.Put("index.hcl", []byte(c.index))
		m.requires(byIndex)
		m.refused(false, c.words...)
	}
	m.requires(must.Replace(byIndex, "index.hcl", "none.hcl"))
	m.refused(false, "The index cannot be read", "404")
	if lock := m.lock(); strings.Contains(lock, "forest") {
		t.Errorf("what was refused is locked:\n%s", lock)
	}
}

// Archives cannot leave their folder, and cannot fill the disk.
func TestHostileArchives(t *testing.T) {
	m := newMachine(t)
	for name, words := range map[string]string{"outside.zip": "outside the folder", "outside.tar": "outside the folder",
		"link.tar": "neither a file nor a folder", "device.tar": "neither a file nor a folder",
		"setuid.tar": "as another user", "bomb.zip": "far more bytes"} {
		m.requires(`required_plugins { f = { source = "URL/` + name + `" } }`)
		m.refused(false, words)
	}
	if left, _ := os.ReadDir(filepath.Join(m.cache.Dir(), "plugins")); len(left) > 0 {
		t.Errorf("%s is unpacked", left[0].Name())
	}
	if lock := m.lock(); strings.Contains(lock, "archive") {
		t.Errorf("what was refused is locked:\n%s", lock)
	}
}

// Archives have a bound, wherever they are; what has none is not read.
func TestTooLarge(t *testing.T) {
	before := archive.Plugin
	t.Cleanup(func() { archive.Plugin = before })
	archive.Plugin.Bytes = 10
	m := newMachine(t)
	digest := m.put("f.tar.gz", "f")
	m.requires(`required_plugins { f = { source = "URL/f.tar.gz" } }`)
	m.refused(false, "more than 10 bytes")
	m.requires(must.Replace(byIndex, "URL", "."))
	m.write("index.hcl", entry("1.0.0", "", "f.tar.gz", digest))
	m.write("f.tar.gz", strings.Repeat("x", 101))
	m.refused(false, "has 101 bytes; at most 10 are read")
	for name, words := range map[string]string{"f.tar.gz": "f.tar.gz is not a regular file", "index.hcl": "The index cannot be read"} {
		at := filepath.Join(m.dir, name)
		if err := errors.Join(os.Rename(at, at+".old"), os.Symlink("/dev/zero", at)); err != nil {
			t.Fatal(err)
		}
		m.refused(false, words, "is not a regular file")
		if err := os.Rename(at+".old", at); err != nil {
			t.Fatal(err)
		}
	}
}

// A mirror, a folder or an address, stands in for all places; digests stay those of the index.
func TestMirror(t *testing.T) {
	m := newMachine(t)
	b := server.Executables("forest", "f")
	folder := t.TempDir()
	for name, b := range map[string][]byte{"f.tar.gz": b, "index.hcl": []byte(entry("1.0.0", "", "f.tar.gz", sum(b)))} {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
		m.server.Put("mirror/"+name, b)
	}
	m.requires(must.Replace(byIndex, "URL", "https://example.org/far"))
	for _, mirror := range []string{folder, m.url + "/mirror"} {
		m.cache, m.mirror = cache.At(t.TempDir()), mirror
		os.Remove(filepath.Join(m.dir, "bench.lock.hcl"))
		m.fetched(false)
		m.holds("the lock file", m.lock(), `url     = "https://example.org/far/f.tar.gz"`, sum(b))
	}
	for _, line := range m.server.Requests() {
		if !strings.HasPrefix(line, "/files/mirror/") {
			t.Errorf("%s was asked for beside the mirror", line)
		}
	}
	m.mirror, m.cache = folder, cache.At(t.TempDir())
	m.requires(`plugin_mirror = "` + m.url + `/none"` + must.Replace(byIndex, "URL", "https://example.org/far"))
	m.fetched(false) // the variable comes before the file
	if err := os.WriteFile(filepath.Join(folder, "f.tar.gz"), server.Executables("forest", "g"), 0o644); err != nil {
		t.Fatal(err)
	}
	m.cache = cache.At(t.TempDir())
	m.refused(false, "is another file", sum(b))
}

// An index on a disk names archives beside it, by paths that the lock file has from the folder of the experiment.
func TestIndexOnDisk(t *testing.T) {
	m := newMachine(t)
	if err := os.Mkdir(filepath.Join(m.dir, "plugins"), 0o755); err != nil {
		t.Fatal(err)
	}
	b := server.Executables("forest", "f")
	m.write("plugins/f.tar.gz", string(b))
	m.write("plugins/index.hcl", entry("1.0.0", "", "f.tar.gz", sum(b)))
	m.requires(must.Replace(byIndex, "URL", "plugins"))
	m.fetched(false)
	m.holds("the lock file", m.lock(), `url     = "plugins/f.tar.gz"`)
	if asked := m.server.Requests(); len(asked) > 0 {
		t.Errorf("%q was asked for", asked)
	}
	at, _ := m.cache.Unpacked(sum(b))
	if err := os.WriteFile(at, []byte("changed"), 0o755); err != nil {
		t.Fatal(err)
	}
	m.fetched(false) // brings back what was changed in the cache
	if b, _ := os.ReadFile(at); string(b) != "f" {
		t.Errorf("the plugin in the cache is %q", b)
	}
}
