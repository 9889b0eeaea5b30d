package download

import (
	"cmp"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// proxyFor is the proxy of a request, as net/http finds it. net/http does without a proxy if the variable is not an
// address, and so would ask a host directly where that is not wanted; here it is an error.
func proxyFor(r *http.Request) (*url.URL, error) {
	name := proxyVariable(r.URL)
	said := cmp.Or(os.Getenv(name), os.Getenv(strings.ToLower(name)))
	if !strings.Contains(said, "://") {
		said = "http://" + said
	}
	if u, err := url.Parse(said); said != "http://" && (err != nil || u.Hostname() == "") {
		return nil, plainly("%s is not an address of a proxy; write one such as http://HOST:PORT, or unset it", name)
	}
	return http.ProxyFromEnvironment(r)
}

// proxyVariable names the variable of the environment with the proxy of an address.
func proxyVariable(to *url.URL) string { return strings.ToUpper(to.Scheme) + "_PROXY" }

// proxyOf is the address of a proxy that could not be reached, or "" for any other error.
func proxyOf(err error) string {
	var proxy, dial *net.OpError
	if !errors.As(err, &proxy) || proxy.Op != "proxyconnect" {
		return ""
	}
	var unknown *net.DNSError
	switch {
	case errors.As(proxy.Err, &unknown):
		return unknown.Name
	case errors.As(proxy.Err, &dial) && dial.Addr != nil:
		return dial.Addr.String()
	}
	return proxy.Err.Error()
}
