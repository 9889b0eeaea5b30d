package serve

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// tokenName is under what an address has the token.
const tokenName = "token"

// Address is what a reader opens who has a token, "" for none: http://HOST:PORT/?token=TOKEN.
func Address(at net.Addr, token string) string {
	address := "http://" + at.String() + "/"
	if token != "" {
		address += "?" + url.Values{tokenName: {token}}.Encode()
	}
	return address
}

// door lets in readers who show the token: other users of this machine reach the server as
// well as its owner does.
type door struct {
	token  string // "" for an open door
	cookie string // its name, one for each port: browsers send cookies to all of a host
}

// at is the door of a server at an address.
func (d door) at(address net.Addr) door {
	if _, port, err := net.SplitHostPort(address.String()); err == nil {
		d.cookie = "bench-" + port
	}
	return d
}

// guarded lets through who has the cookie. An address with the token is answered by the
// cookie and the address without it, so that no history and no link contains the token.
func (d door) guarded(next http.Handler) http.Handler {
	if d.token == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cookie, err := r.Cookie(d.cookie); err == nil && d.opens(cookie.Value) && !r.URL.Query().Has(tokenName) {
			next.ServeHTTP(w, r)
			return
		}
		if !d.opens(r.URL.Query().Get(tokenName)) {
			http.Error(w, fmt.Sprintf("These results are private. Open the whole address that bench report -serve has printed, "+
				"with ?%s=… at its end.", tokenName), http.StatusForbidden)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: d.cookie, Value: d.token, Path: "/", HttpOnly: true,
			SameSite: http.SameSiteLaxMode})
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/"+strings.TrimLeft(r.URL.EscapedPath(), "/"), http.StatusSeeOther)
	})
}

// opens compares in a time that says nothing of where texts differ.
func (d door) opens(shown string) bool {
	return subtle.ConstantTimeCompare([]byte(shown), []byte(d.token)) == 1
}
