package host

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/contract"
)

// virtual makes a package with a virtual environment at a place of its own, as
// python -m venv and pip do: files that name the place, links, caches.
func virtual(t *testing.T, libraries int) string {
	t.Helper()
	site := "venv/lib/python3.12/site-packages/"
	files := map[string]string{
		"plugin.hcl": "command = [\"venv/bin/python\", \"main.py\"]\n", "main.py": "import library",
		site + "library/__init__.py": "version = 1", site + "library/core.so": "code",
		site + "library-1.dist-info/METADATA": "Version: 1",
	}
	for i := range libraries {
		files[fmt.Sprintf("%slibrary/part%d.py", site, i)] = "pass"
	}
	dir := folder(t, files)
	for name, content := range map[string]string{
		"venv/pyvenv.cfg": "home = /usr/bin", "venv/bin/activate": "VIRTUAL_ENV=" + dir,
		"venv/bin/tool":                     "#!" + dir + "/venv/bin/python",
		site + "library-1.dist-info/RECORD": dir, site + "library-1.dist-info/direct_url.json": dir,
		site + "library-1.dist-info/INSTALLER": dir, site + "library/__pycache__/core.pyc": dir,
		"venv/share/man/x": dir,
	} {
		put(t, filepath.Join(dir, name), content)
	}
	for link, target := range map[string]string{"venv/lib64": "lib", "venv/bin/python": "/usr/bin/python3", "venv/bin/self": dir} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// One environment in two places has one digest, and what is installed counts.
func TestDigestOfAnEnvironment(t *testing.T) {
	a, b := virtual(t, 3), virtual(t, 3)
	before := opened(t, a).Digest
	if opened(t, b).Digest != before {
		t.Error("the place counts")
	}
	for _, written := range []string{"venv/lib/python3.12/site-packages/library/__pycache__/x.pyc", "venv/bin/other", "Rplots.pdf", "x.log",
		"venv/lib/python3.12/site-packages/library-1.dist-info/REQUESTED"} {
		put(t, filepath.Join(b, written), "written")
		if opened(t, b).Digest != before {
			t.Errorf("%s counts", written)
		}
	}
	for _, own := range []string{"main.py", "venv/lib/python3.12/site-packages/library/core.so",
		"venv/lib/python3.12/site-packages/RECORD", "lib/RECORD", "venv/lib/python3.12/site-packages/extra.pth"} {
		put(t, filepath.Join(b, own), "other")
		now := opened(t, b).Digest
		if now == before {
			t.Errorf("%s does not count", own)
		}
		before = now
	}
	// An environment that is the package itself holds the plugin's own files.
	put(t, filepath.Join(b, "pyvenv.cfg"), "home = /usr/bin")
	before = opened(t, b).Digest
	put(t, filepath.Join(b, "main.py"), "again other")
	if opened(t, b).Digest == before {
		t.Error("the code beside pyvenv.cfg does not count")
	}
}

// aged makes files old enough to trust their times.
func aged(t *testing.T, dir string) Package {
	t.Helper()
	for {
		files, err := list(dir)
		if err != nil {
			t.Fatal(err)
		}
		if files.stamp() != "" {
			return opened(t, dir)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// The digest of many files is kept as long as they stay as they are. A cache that is
// damaged, old or impossible costs time and nothing else.
func TestDigestIsCached(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	dir := virtual(t, manyFiles)
	young := opened(t, dir)
	if found, _ := filepath.Glob(filepath.Join(cache, "bench/digests/*")); len(found) > 0 && !young.held.settled {
		t.Errorf("young files are trusted: %v", found)
	}
	before := aged(t, dir)
	found, _ := filepath.Glob(filepath.Join(cache, "bench/digests/*"))
	if len(found) != 1 || before.Digest != young.Digest {
		t.Fatalf("kept %v", found)
	}
	kept, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(kept))
	// That the cache is read is seen by what it says.
	forged := strings.Repeat("f", 64)
	put(t, found[0], words[0]+" "+forged+" "+hexSum(words[0]+forged))
	if opened(t, dir).Digest != forged {
		t.Error("the cache is not read")
	}
	for name, damaged := range map[string]string{
		"truncated": string(kept[:100]), "empty": "", "another digest": words[0] + " " + forged + " " + words[2],
		"another stamp": hexSum("x") + " " + forged + " " + hexSum(hexSum("x")+forged), "binary": "\x00\xff",
	} {
		put(t, found[0], damaged)
		if opened(t, dir).Digest != before.Digest {
			t.Errorf("%s: the cache is believed", name)
		}
	}
	put(t, filepath.Join(dir, "main.py"), "changed")
	changed := opened(t, dir)
	if changed.Digest == before.Digest || aged(t, dir).Digest != changed.Digest {
		t.Error("a change is not seen")
	}
	blocked := filepath.Join(t.TempDir(), "file")
	put(t, blocked, "no folder")
	t.Setenv("XDG_CACHE_HOME", blocked)
	if opened(t, dir).Digest != changed.Digest {
		t.Error("without a cache there is another digest")
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if opened(t, dir).Digest != changed.Digest {
		t.Error("without a home there is another digest")
	}
}

// One large file is worth keeping its digest as well, a small one is not.
func TestDigestOfALargeFileIsCached(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	dir := t.TempDir()
	small, large := filepath.Join(dir, "small"), filepath.Join(dir, "large")
	for path, size := range map[string]int{small: 100, large: manyBytes} {
		if err := os.WriteFile(path, make([]byte, size), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{small, large} {
		aged(t, path)
		kept, err := filepath.Glob(filepath.Join(cache, "bench/digests/*"))
		if err != nil || (len(kept) > 0) != (path == large) {
			t.Errorf("%s: kept %v, %v", path, kept, err)
		}
	}
}

// What a large package offers is known before it starts, as long as its bytes are those
// that were described.
func TestOffersAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "offers")
	if readOffers(path, "a") != nil || readOffers("", "a") != nil {
		t.Error("what nobody kept is known")
	}
	offers := []contract.Component{{Kind: contract.KindLearner, Name: "one", Doc: "x"}, {Kind: contract.KindReducer, Name: "two"}}
	keepOffers(path, "a", offers)
	want := []contract.Component{{Kind: contract.KindLearner, Name: "one"}, {Kind: contract.KindReducer, Name: "two"}}
	if got := readOffers(path, "a"); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if readOffers(path, "b") != nil {
		t.Error("other bytes offer the same")
	}
	keepOffers("", "a", offers)
	keepOffers(path, "c", nil)
	keepOffers(path, "d", []contract.Component{{Kind: contract.KindLearner, Name: "a b"}})
	for _, digest := range []string{"c", "d"} {
		if got := readOffers(path, digest); got != nil {
			t.Errorf("%s: %+v", digest, got)
		}
	}
}

// What is passed is as this process has it. Of it the paths by which code is found count, and
// what is given takes the place of what is passed.
func TestPassedVariables(t *testing.T) {
	t.Setenv("LD_LIBRARY_PATH", "/opt/a")
	t.Setenv("PYTHONPATH", "/opt/b")
	t.Setenv("R_LIBS_SITE", "/opt/c")
	t.Setenv("CUDA_VISIBLE_DEVICES", "1")
	p := Package{Env: map[string]string{"PYTHONPATH": "/mine"},
		Passed: []string{"LD_LIBRARY_PATH", "PYTHONPATH", "CUDA_VISIBLE_DEVICES", "BENCH_TEST_UNSET_PATH"}}
	got := map[string]string{}
	for _, entry := range p.environment("/tmp") {
		name, value, _ := strings.Cut(entry, "=")
		got[name] = value // the last one counts
	}
	for name, want := range map[string]string{"LD_LIBRARY_PATH": "/opt/a", "PYTHONPATH": "/mine", "CUDA_VISIBLE_DEVICES": "1",
		"R_LIBS_SITE": "", "BENCH_TEST_UNSET_PATH": ""} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	want := map[string]string{"LD_LIBRARY_PATH": "/opt/a", "PYTHONPATH": "/mine"}
	if counted := (Described{Package: p}).Origin().Env; !reflect.DeepEqual(counted, want) {
		t.Errorf("counted are %v, want %v", counted, want)
	}
	if len(p.Env) != 1 {
		t.Errorf("the package is given %v", p.Env)
	}
}
