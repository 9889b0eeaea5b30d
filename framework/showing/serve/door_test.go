package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Who does not show the token sees nothing; who opens the address with it gets a cookie, and
// an address without it.
func TestDoor(t *testing.T) {
	const token = "QWERTYUIOPASDFGHJKLZXCVBNM"
	served := false
	server := httptest.NewUnstartedServer(nil)
	d := door{token: token}.at(server.Listener.Addr())
	server.Config.Handler = guarded("127.0.0.1", d.guarded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { served = true })))
	server.Start()
	t.Cleanup(server.Close)
	if want := server.URL + "/?token=" + token; Address(server.Listener.Addr(), token) != want {
		t.Errorf("the address is %s, want %s", Address(server.Listener.Addr(), token), want)
	}
	client := &http.Client{Timeout: limit, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	get := func(path string, cookies ...*http.Cookie) *http.Response {
		t.Helper()
		served = false
		r, err := http.NewRequest(http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cookies {
			r.AddCookie(c)
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		return answer
	}
	for _, path := range []string{"/", "/events", "/tables/accuracy.csv", "/?token=", "/?token=" + token[1:], "/?token=" + token + "A",
		"/?token=" + strings.ToLower(token), "/?Token=" + token, "/" + token} {
		for _, cookie := range []*http.Cookie{{Name: "other", Value: token}, {Name: d.cookie, Value: "A" + token}, {Name: d.cookie}} {
			if answer := get(path, cookie); answer.StatusCode != http.StatusForbidden || served || len(answer.Cookies()) > 0 {
				t.Errorf("%s with %s: %s, served %v, cookies %v", path, cookie, answer.Status, served, answer.Cookies())
			}
		}
	}
	for path, to := range map[string]string{"/?token=" + token: "/", "/tables/a%20b.csv?token=" + token: "/tables/a%20b.csv",
		"//evil.example/x?token=" + token: "/evil.example/x"} {
		answer := get(path)
		cookies := answer.Cookies()
		if answer.StatusCode != http.StatusSeeOther || served || answer.Header.Get("Location") != to || len(cookies) != 1 {
			t.Fatalf("%s: %s to %q, cookies %v", path, answer.Status, answer.Header.Get("Location"), cookies)
		}
		if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Name != d.cookie {
			t.Errorf("cookie %s", c)
		}
		if answer := get("/", cookies[0]); answer.StatusCode != http.StatusOK || !served {
			t.Errorf("with the cookie: %s", answer.Status)
		}
	}
	if other := (door{token: token}).at(listenerAt("127.0.0.1:1")); other.cookie == d.cookie {
		t.Error("two ports have one cookie")
	}
}

type listenerAt string

func (listenerAt) Network() string  { return "tcp" }
func (l listenerAt) String() string { return string(l) }
