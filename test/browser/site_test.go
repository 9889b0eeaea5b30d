package browser

import (
	"context"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"
)

const repository = "../.."

// built builds the site of the documents, where every warning is an error.
func built(t *testing.T) string {
	t.Helper()
	program, err := filepath.Abs(filepath.Join(repository, "bin/site-python/bin/sphinx-build"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("bin/site-python is missing: make site")
	}
	site := t.TempDir()
	build := exec.Command(program, "-q", "-n", "-W", "--keep-going", "-c", "docs/site", ".", site)
	build.Dir = repository
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return site
}

// document is what a page of the site has for others and wants of them.
type document struct {
	ids   map[string]bool
	links []string // of elements a, link, img, script
	wrong []string
}

func (d *document) walk(n *html.Node) {
	if n.Type == html.ElementNode {
		d.element(n)
	}
	for child := range n.ChildNodes() {
		d.walk(child)
	}
}

func (d *document) element(n *html.Node) {
	has := map[string]string{}
	for _, a := range n.Attr {
		has[a.Key] = a.Val
	}
	if id, ok := has["id"]; ok && d.ids[id] {
		d.wrong = append(d.wrong, "two elements have the id "+id)
	} else if ok {
		d.ids[id] = true
	}
	if n.Data == "img" && strings.TrimSpace(has["alt"]) == "" {
		d.wrong = append(d.wrong, "the picture "+has["src"]+" has no description")
	}
	for _, key := range []string{"href", "src"} {
		if link := has[key]; link != "" && n.Data != "use" {
			d.links = append(d.links, link)
		}
	}
}

// documents reads all pages of a site, by their paths in it.
func documents(t *testing.T, site string) map[string]*document {
	t.Helper()
	pages := map[string]*document{}
	err := filepath.WalkDir(site, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		root, err := html.Parse(file)
		if err != nil {
			return err
		}
		d := &document{ids: map[string]bool{"": true}}
		d.walk(root)
		pages[path] = d
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// dead says why a link of a page leads nowhere, "" if it leads somewhere in the site or elsewhere.
func dead(path, link string, pages map[string]*document) string {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "" || u.Host != "" {
		if err != nil {
			return err.Error()
		}
		return ""
	}
	if u.Path != "" {
		path = filepath.Join(filepath.Dir(path), u.Path)
	}
	if _, err := os.Stat(path); err != nil {
		return "the file does not exist"
	}
	if d := pages[path]; d != nil && !d.ids[u.Fragment] {
		return "the page has no such heading"
	}
	return ""
}

// Every page of the documents is in the site, and links, anchors, pictures and ids are right.
func TestSite(t *testing.T) {
	site := built(t)
	pages := documents(t, site)
	for path, d := range pages {
		name, _ := filepath.Rel(site, path)
		for _, wrong := range d.wrong {
			t.Errorf("%s: %s", name, wrong)
		}
		for _, link := range d.links {
			if why := dead(path, link, pages); why != "" {
				t.Errorf("%s: %s: %s", name, link, why)
			}
		}
	}
	for _, name := range []string{"docs/tutorial.html", "docs/experiment-file/reduction.html", "CHANGELOG.html", "index.html"} {
		if pages[filepath.Join(site, name)] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	t.Run("search", func(t *testing.T) { searches(t, site) })
}

// searches asks the search page, opened as a file, for a word.
func searches(t *testing.T, site string) {
	limited, cancel := context.WithTimeout(start(t), 10*time.Minute)
	defer cancel()
	do(t, limited, chromedp.Navigate("file://"+site+"/search.html?q=hamming"),
		chromedp.WaitVisible(`#search-results a[href*="decoders.html"]`))
}
