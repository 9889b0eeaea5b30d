package serve

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// loopback reports whether an address of the form HOST:PORT can be reached from this
// machine alone.
func loopback(address string) (bool, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false, fmt.Errorf("%s: an address is a host and a port, such as 127.0.0.1:8080", address)
	}
	if strings.EqualFold(host, "localhost") {
		return true, nil
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback(), nil
}

// Listen listens at an address, which other machines may reach only if it is exposed, and reports whether they cannot.
func Listen(ctx context.Context, address string, exposed bool) (listener net.Listener, local bool, err error) {
	local, err = loopback(address)
	switch {
	case err != nil:
		return nil, false, err
	case !local && !exposed:
		return nil, false, fmt.Errorf("%s: other machines reach this address, and the connection is not encrypted; "+
			"write -expose as well if they may, or listen on 127.0.0.1", address)
	}
	var where net.ListenConfig
	if listener, err = where.Listen(ctx, "tcp", address); err != nil {
		return nil, local, fmt.Errorf("%s: %w", address, err)
	}
	return listener, local, nil
}

// guarded lets through requests that read, from a reader who asked for this server:
// a page of another site cannot be one, even if the name of that site is made to lead
// here (DNS rebinding). Such a name is not an address, and not our host.
func guarded(host string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Content-Security-Policy", filePolicy)
		h.Set("Cache-Control", "no-cache")
		switch {
		case !meant(r.Host, host):
			http.Error(w, "this server does not have the name "+r.Host, http.StatusMisdirectedRequest)
		case r.Method != http.MethodGet:
			h.Set("Allow", http.MethodGet)
			http.Error(w, "this server only shows results: use GET", http.StatusMethodNotAllowed)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// meant reports whether the host that a request names is an address, localhost, or the
// host that the server was told to listen on.
func meant(asked, own string) bool {
	host := asked
	if name, _, err := net.SplitHostPort(asked); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return strings.EqualFold(host, "localhost") || host != "" && strings.EqualFold(host, own)
}
