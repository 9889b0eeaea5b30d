package download

import (
	"fmt"
	"net/http"
	"time"
)

// Refused is an answer of a server that is not what was asked for.
type Refused struct {
	URL    string // without what might be secret
	Status int
	Body   []byte // its beginning
	after  time.Duration
}

func (r *Refused) Error() string {
	return fmt.Sprintf("%s answered %d %s", r.URL, r.Status, http.StatusText(r.Status))
}

// passing reports whether the server may answer otherwise later.
func (r *Refused) passing() bool {
	switch r.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// errPlain marks what is not tried again.
type errPlain struct{ error }

func (e errPlain) Unwrap() error { return e.error }

func plainly(format string, args ...any) error { return errPlain{fmt.Errorf(format, args...)} }
