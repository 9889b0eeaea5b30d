// Package download is the one HTTP client of bench. It tries again where a server says so, goes on where a
// download broke off, and puts files into the cache.
package download

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/data/cache"
)

// Options say how a client works.
type Options struct {
	Cache cache.Cache
	Agent string // what requests say of the program, "bench/0.1.0"
	// Tokens are sent as bearer tokens to the hosts (with their ports) by which they are listed, and to no others.
	Tokens map[string]string
	// Progress is called while a file arrives; total is 0 where it is not known. It may be nil.
	Progress func(from string, done, total int64)
	// Tell says in a sentence why something is tried again. It may be nil.
	Tell func(string)
	// Limits of patience and size; zero values mean the defaults.
	Limits
}

// Limits are those of one answer.
type Limits struct {
	First time.Duration // wait before the second try, twice as long before each further one
	Idle  time.Duration // without a byte
	Tries int           // without a byte more than before
	Most  int64         // bytes of a file
}

// The defaults of Limits, and the most bytes of a description.
const (
	firstWait = time.Second
	idle      = time.Minute
	tries     = 5
	mostBytes = 64 << 30
	mostSmall = 64 << 20
	// longest bounds a wait, also one that a server asks for.
	longest = 2 * time.Minute
	// mostResumed bounds the tries that count for nothing since they brought something.
	mostResumed = 1000
	// redirects that are followed.
	redirects = 10
)

// Client downloads.
type Client struct {
	options Options
	http    *http.Client
	away    sync.Map // hosts that did not answer in all tries: one try is enough for the next address
}

// New makes a client. Proxies are those of the environment.
func New(o Options) *Client {
	l := &o.Limits
	l.First, l.Idle, l.Tries, l.Most = or(l.First, firstWait), or(l.Idle, idle), or(l.Tries, tries), or(l.Most, mostBytes)
	if o.Tell == nil {
		o.Tell = func(string) {}
	}
	if o.Progress == nil {
		o.Progress = func(string, int64, int64) {}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = proxyFor
	transport.ResponseHeaderTimeout = l.Idle
	transport.DisableCompression = true // digests are of the bytes as they are stored
	return &Client{options: o, http: &http.Client{Transport: transport, CheckRedirect: followed}}
}

func or[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}

// CheckURL refuses an address that bench does not ask: all but https, and http on this machine.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return fmt.Errorf("%q is not an address: write one such as https://example.org/data.csv", address)
	}
	return checkURL(u)
}

func checkURL(u *url.URL) error {
	switch {
	case u.User != nil:
		return fmt.Errorf("%s was written with a user name or password, and addresses go into the lock file and results: "+
			"remove it", Public(u))
	case u.Scheme == "https":
		return nil
	case u.Scheme == "http" && loopback(u.Hostname()):
		return nil
	case u.Scheme == "http":
		return fmt.Errorf("%s is not protected: use https; http is for this machine alone", Public(u))
	}
	return fmt.Errorf("%s does not begin with https://", Public(u))
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Public is an address without user, password, and what follows a question mark, which may be a signature.
func Public(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

func public(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	return Public(u)
}

// followed is asked before a redirect is followed.
func followed(r *http.Request, via []*http.Request) error {
	from := via[len(via)-1].URL
	switch {
	case len(via) > redirects:
		return plainly("%s sends on more than %d times", Public(via[0].URL), redirects)
	case from.Scheme == "https" && r.URL.Scheme != "https":
		return plainly("%s sends on to %s, which is not protected", Public(from), Public(r.URL))
	}
	if err := checkURL(r.URL); err != nil {
		return errPlain{err}
	}
	if r.URL.Host != via[0].URL.Host {
		r.Header.Del("Authorization")
	}
	return nil
}
