package download

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/test/server"
)

// world is a server with all faults and a client that is in a hurry.
type world struct {
	*testing.T
	server *server.Server
	url    string
	cache  cache.Cache
	told   []string
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, server: server.New(""), cache: cache.At(t.TempDir())}
	web := httptest.NewServer(w.server)
	t.Cleanup(web.Close)
	w.url = web.URL
	return w
}

func (w *world) client(change ...func(*Options)) *Client {
	o := Options{Cache: w.cache, Tell: func(line string) { w.told = append(w.told, line) },
		Limits: Limits{First: time.Millisecond, Most: 1 << 20}}
	for _, c := range change {
		c(&o)
	}
	return New(o)
}

// csv is the file that most tests download.
const csv = "/files/blobs.csv"

func (w *world) bytes() string { return string(server.File("blobs.csv")) }

// holds checks that a downloaded file is whole.
func (w *world) holds(f Fetched, err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
	b, err := os.ReadFile(f.Path)
	if err != nil || string(b) != w.bytes() || f.Bytes != int64(len(b)) {
		w.Errorf("%d bytes of %d: %v", len(b), f.Bytes, err)
	}
	if !w.cache.Whole(f.SHA256) {
		w.Error("the cache does not hold it")
	}
}

func TestFile(t *testing.T) {
	w := newWorld(t)
	f, err := w.client().File(t.Context(), w.url+csv, Want{})
	w.holds(f, err)
	w.server.Forget()
	again, err := w.client().File(t.Context(), w.url+csv, Want{SHA256: f.SHA256})
	w.holds(again, err)
	if asked := w.server.Requests(); len(asked) != 0 {
		t.Errorf("what is in the cache was asked for again: %v", asked)
	}
}

// What passes is tried again, with waits, until the file is whole.
func TestFaultsThatPass(t *testing.T) {
	for fault, requests := range map[string]int{"429": 2, "502": 2, "503": 3, "504": 2, "break": 4, "redirect": 2, "moved": 2, "unranged": 1,
		"restart": 2} {
		t.Run(fault, func(t *testing.T) {
			w := newWorld(t)
			f, err := w.client().File(t.Context(), w.url+"/with/"+fault+csv, Want{})
			w.holds(f, err)
			if asked := w.server.Requests(); len(asked) != requests {
				t.Errorf("%d requests, want %d: %v", len(asked), requests, asked)
			}
		})
	}
}

// A download that broke off goes on where it ended.
func TestBrokenDownloadsGoOn(t *testing.T) {
	w := newWorld(t)
	w.holds(w.client().File(t.Context(), w.url+"/with/break"+csv, Want{}))
	asked := w.server.Requests()
	for _, line := range asked[1:] {
		if !strings.Contains(line, "Range: bytes=") || !strings.Contains(line, "If-Range: ") {
			t.Errorf("%s does not ask for the rest alone", line)
		}
	}
}

// What another process has left is taken up, if it can be told that it is of the same file.
func TestInterruptedDownloadsGoOn(t *testing.T) {
	for name, of := range map[string]struct {
		want   Want
		change string // what the earlier download left is of another file
		ranged bool
	}{
		"known by tag":    {ranged: true},
		"known by digest": {want: Want{MD5: "its own"}, ranged: true},
		"another file":    {want: Want{MD5: "its own"}, change: "x", ranged: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			impatient := func(o *Options) { o.Tries = 1 }
			_, err := w.client(impatient).File(t.Context(), w.url+"/with/break"+csv, Want{})
			if err == nil {
				t.Fatal("it does not break off")
			}
			if of.change != "" {
				files, _ := filepath.Glob(filepath.Join(w.cache.Dir(), "partial", "*"))
				for _, f := range files {
					if !strings.HasSuffix(f, ".tag") {
						w.write(f, of.change)
					}
				}
			}
			if of.want.MD5 != "" {
				of.want.MD5 = md5Of(w.bytes())
			}
			w.server.Forget()
			for range 3 { // the fault comes back with the first request
				_, _ = http.Get(w.url + "/with/break" + csv)
			}
			before := len(w.server.Requests())
			w.holds(w.client().File(t.Context(), w.url+"/with/break"+csv, of.want))
			if asked := w.server.Requests()[before:]; strings.Contains(asked[0], "Range") != of.ranged {
				t.Errorf("asked for %v", asked)
			}
		})
	}
}

func (w *world) write(path, text string) {
	w.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(text)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		w.Fatal(err)
	}
}

// What does not pass is an error that says what is wrong, and leaves nothing in the cache.
func TestFaultsThatStay(t *testing.T) {
	twice := func(o *Options) { o.Tries = 2 }
	impatient := func(o *Options) { o.Idle = 50 * time.Millisecond; o.Tries = 2 } // for a server that falls silent
	for fault, want := range map[string]struct {
		text     string
		requests int // 0 for any number
	}{
		"down":      {"answered 503 Service Unavailable; tried 2 times", 2},
		"404":       {"answered 404 Not Found", 1},
		"412":       {"answered 412 Precondition Failed", 1},
		"html":      {"sent a web page in place of the file", 1},
		"endless":   {"sends more than 1048576 bytes", 1},
		"packed":    {"sent its answer packed with gzip, which was not asked for", 1},
		"loop":      {"sends on more than 10 times", 0},
		"insecure":  {"is not protected", 1},
		"slow":      {"broke off after", 0},
		"digest":    {"is another file: its MD5 is", 1},
		"truncated": {"unexpected EOF", 0},
	} {
		t.Run(fault, func(t *testing.T) {
			w, set := newWorld(t), twice
			if fault == "slow" {
				set = impatient
			}
			_, err := w.client(set).File(t.Context(), w.url+"/with/"+fault+csv, Want{MD5: md5Of(w.bytes())})
			if err == nil || !strings.Contains(err.Error(), want.text) {
				t.Errorf("%v, want %q", err, want.text)
			}
			if asked := w.server.Requests(); want.requests > 0 && len(asked) != want.requests {
				t.Errorf("%d requests, want %d: %v", len(asked), want.requests, asked)
			}
			if kept, _ := filepath.Glob(filepath.Join(w.cache.Dir(), "sha256", "*", "*")); kept != nil {
				t.Errorf("the cache keeps %v", kept)
			}
		})
	}
}

// A proxy that does not answer is named, with the variable that names it, and without what the address holds.
func TestProxies(t *testing.T) {
	closed := httptest.NewServer(nil)
	away := closed.Listener.Addr().String()
	closed.Close()
	for proxy, name := range map[string]string{away: away, "proxy.invalid:80": "proxy.invalid"} {
		client := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: proxy})}}
		to := &url.URL{Scheme: "https", Host: "example.org", Path: "/x", RawQuery: "token=secret"}
		_, err := client.Do(&http.Request{Method: http.MethodGet, URL: to})
		if err == nil {
			t.Fatal("an answer")
		}
		want := "https://example.org/x cannot be reached: its proxy, " + name + ", does not answer; correct HTTPS_PROXY, " +
			"or unset it if no proxy is needed"
		if err = unsent(err, to); err.Error() != want || mayPass(err, nil) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

// A variable that is not an address of a proxy is an error that does not repeat it: it may hold a password.
func TestMalformedProxy(t *testing.T) {
	for said, malformed := range map[string]bool{"http://user:secret@ho st:80": true, "ho st": true, "host:80": false, "": false} {
		t.Setenv("HTTPS_PROXY", said)
		_, err := proxyFor(&http.Request{URL: &url.URL{Scheme: "https", Host: "example.org"}})
		const want = "HTTPS_PROXY is not an address of a proxy; write one such as http://HOST:PORT, or unset it"
		if malformed != (err != nil) || malformed && (err.Error() != want || mayPass(err, nil)) {
			t.Errorf("%q: %v", said, err)
		}
	}
}

// A host that has not answered in all tries is tried once for the next file.
func TestHostsThatAreAway(t *testing.T) {
	w := newWorld(t)
	c := w.client()
	for range 2 {
		if _, err := c.Get(t.Context(), w.url+"/with/down/files/x"); err == nil {
			t.Fatal("an answer")
		}
	}
	if asked := w.server.Requests(); len(asked) != tries+1 {
		t.Errorf("%d requests, want %d", len(asked), tries+1)
	}
}

// Credentials go to the host that they are of, and to no other.
func TestTokensStayAtHome(t *testing.T) {
	w := newWorld(t)
	host := strings.TrimPrefix(w.url, "http://")
	c := w.client(func(o *Options) { o.Tokens = map[string]string{host: "secret"} })
	w.holds(c.File(t.Context(), w.url+"/with/moved"+csv, Want{}))
	asked := w.server.Requests()
	if len(asked) != 2 || !strings.Contains(asked[0], "Bearer secret") || strings.Contains(asked[1], "secret") {
		t.Errorf("asked %q", asked)
	}
	_, err := c.Get(t.Context(), w.url+"/nothing?api_key=secret")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error %v", err)
	}
}

// Another port of the same machine is another server, which Go's own client does not see.
func TestTokensStayAtTheirPort(t *testing.T) {
	w := newWorld(t)
	front := httptest.NewServer(http.RedirectHandler(w.url+csv, http.StatusFound))
	defer front.Close()
	host := strings.TrimPrefix(front.URL, "http://")
	c := w.client(func(o *Options) { o.Tokens = map[string]string{host: "secret"} })
	w.holds(c.File(t.Context(), front.URL, Want{}))
	if asked := w.server.Requests(); len(asked) != 1 || strings.Contains(asked[0], "secret") {
		t.Errorf("asked %q", asked)
	}
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.org/a": "", "http://127.0.0.1:80/a": "", "http://localhost/a": "", "http://[::1]/a": "",
		"http://example.org/a": "use https", "ftp://example.org/a": "does not begin with https", "data.csv": "is not an address",
		"file:///etc/passwd": "is not an address", "https://user:secret@example.org/a": "user name or password",
	} {
		if err := CheckURL(address); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}

func TestInterruption(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	c := w.client(func(o *Options) { o.Tell = func(string) { cancel() }; o.First = time.Hour })
	if _, err := c.File(ctx, w.url+"/with/down"+csv, Want{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Two processes may download one file at the same time.
func TestTwoAtOnce(t *testing.T) {
	w := newWorld(t)
	first, err := w.cache.Partial(w.url + csv)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	w.holds(w.client().File(t.Context(), w.url+csv, Want{}))
}

func TestWaits(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 0, "7": 7 * time.Second, "9999999": longest, "-3": 0, "soon": 0} {
		if got := retryAfter(http.Header{"Retry-After": {text}}); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for range 100 {
		if got := jitter(time.Second); got < time.Second/2 || got > time.Second {
			t.Errorf("a wait of %v", got)
		}
	}
}

func md5Of(text string) string {
	d, _ := cache.Digest(strings.NewReader(text))
	return d.MD5
}
