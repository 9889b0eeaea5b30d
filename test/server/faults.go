package server

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Faults are what can go wrong, by name. Each reports whether it has answered. before counts the requests for the
// same path before this one. The fault "digest" alters a byte of a file; "later" answers as the server does after its
// keepers have changed sets and suites; "xml" is an OpenML without JSON.
var Faults = map[string]func(w http.ResponseWriter, r *http.Request, path string, before int) bool{
	"slow":     slow,
	"break":    broken,
	"redirect": func(w http.ResponseWriter, r *http.Request, path string, _ int) bool { return redirect(w, r, path) },
	"moved":    moved,
	"loop":     func(w http.ResponseWriter, r *http.Request, _ string, _ int) bool { return redirect(w, r, r.URL.Path) },
	"insecure": func(w http.ResponseWriter, r *http.Request, _ string, _ int) bool {
		return redirect(w, r, "http://example.org/x")
	},
	"412": func(w http.ResponseWriter, _ *http.Request, _ string, _ int) bool {
		return refuse(w, "999", "It is so")
	},
	"107": func(w http.ResponseWriter, _ *http.Request, path string, before int) bool {
		return !isFile(path) && before < 1 && refuse(w, "107", "Database connection error")
	},
	"429": func(w http.ResponseWriter, _ *http.Request, _ string, before int) bool {
		return before < 1 && status(w, 429, "1")
	},
	"502": func(w http.ResponseWriter, _ *http.Request, _ string, before int) bool {
		return before < 1 && status(w, 502, "")
	},
	"504": func(w http.ResponseWriter, _ *http.Request, _ string, before int) bool {
		return before < 1 && status(w, 504, "")
	},
	"503": func(w http.ResponseWriter, _ *http.Request, _ string, before int) bool {
		return before < 2 && status(w, 503, "")
	},
	"down": func(w http.ResponseWriter, _ *http.Request, _ string, _ int) bool { return status(w, 503, "") },
	"404": func(w http.ResponseWriter, _ *http.Request, path string, _ int) bool {
		return isFile(path) && status(w, 404, "")
	},
	"html":    html,
	"bomb":    bomb,
	"endless": endless,
	"packed":  packed,
	"unranged": func(_ http.ResponseWriter, r *http.Request, _ string, _ int) bool {
		r.Header.Del("Range")
		return false
	},
	"truncated": truncated,
	"restart":   restart,
	"noarff": func(w http.ResponseWriter, _ *http.Request, path string, _ int) bool {
		return strings.HasSuffix(path, ".arff") && status(w, 404, "")
	},
}

func isFile(path string) bool { return !strings.HasPrefix(path, "/api/") }

// redirect sends on to the same path without a fault.
func redirect(w http.ResponseWriter, r *http.Request, to string) bool {
	http.Redirect(w, r, to, http.StatusFound)
	return true
}

// moved sends on to the same server by another name.
func moved(w http.ResponseWriter, r *http.Request, path string, _ int) bool {
	host := strings.Replace(r.Host, "127.0.0.1", "localhost", 1)
	return redirect(w, r, "http://"+host+path)
}

// refuse answers as OpenML does.
func refuse(w http.ResponseWriter, code, message string) bool {
	w.WriteHeader(http.StatusPreconditionFailed)
	fmt.Fprintf(w, `{"error":{"code":"%s","message":"%s"}}`, code, message)
	return true
}

func status(w http.ResponseWriter, code int, after string) bool {
	if after != "" {
		w.Header().Set("Retry-After", after)
	}
	w.WriteHeader(code)
	return true
}

// html is a page for browsers in place of a file.
func html(w http.ResponseWriter, _ *http.Request, path string, _ int) bool {
	if !isFile(path) {
		return false
	}
	w.Header().Set("Content-Type", "text/html")
	_, _ = io.WriteString(w, "<!DOCTYPE html><html><title>Maintenance</title></html>")
	return true
}

// slow sends a byte now and then.
func slow(w http.ResponseWriter, r *http.Request, path string, _ int) bool {
	if !isFile(path) {
		return false
	}
	for r.Context().Err() == nil {
		if _, err := w.Write([]byte("%")); err != nil {
			return true
		}
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
		case <-time.After(time.Hour):
		}
	}
	return true
}

// endless never ends.
func endless(w http.ResponseWriter, _ *http.Request, path string, _ int) bool {
	if !isFile(path) {
		return false
	}
	block := bytes.Repeat([]byte("1,2,3\n"), 10_000)
	for {
		if _, err := w.Write(block); err != nil {
			return true
		}
	}
}

// bomb is a small file that unpacks to 4 GiB.
func bomb(w http.ResponseWriter, _ *http.Request, path string, _ int) bool {
	if !isFile(path) {
		return false
	}
	z := gzip.NewWriter(w)
	block := make([]byte, 1<<20)
	for range 4096 {
		if _, err := z.Write(block); err != nil {
			return true
		}
	}
	z.Close()
	return true
}

// packed sends what was not asked for.
func packed(w http.ResponseWriter, _ *http.Request, path string, _ int) bool {
	if !isFile(path) {
		return false
	}
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	_, _ = z.Write([]byte("1,2,3\n"))
	z.Close()
	return true
}

// cut is a writer that breaks the connection after some bytes of the body.
type cut struct {
	http.ResponseWriter
	left int
}

func (c *cut) Write(b []byte) (int, error) {
	if len(b) >= c.left {
		_, _ = c.ResponseWriter.Write(b[:c.left])
		c.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	c.left -= len(b)
	return c.ResponseWriter.Write(b)
}

// broken breaks off after a part of each file, three times.
func broken(w http.ResponseWriter, r *http.Request, path string, before int) bool {
	if !isFile(path) || before >= 3 {
		return false
	}
	a := (&Server{}).answer(path, "http://"+r.Host+"/with/break", "break")
	a.write(&cut{w, max(1, len(a.body)/5)}, r)
	return true
}

// restart breaks off once, and sends the whole file again to whoever asks for the rest.
func restart(w http.ResponseWriter, r *http.Request, path string, before int) bool {
	r.Header.Del("Range")
	return before == 0 && broken(w, r, path, before)
}

// truncated ends too early, with a length that says so.
func truncated(w http.ResponseWriter, r *http.Request, path string, _ int) bool {
	if !isFile(path) {
		return false
	}
	a := (&Server{}).answer(path, "http://"+r.Host+"/with/truncated", "truncated")
	w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	_, _ = w.Write(a.body[:len(a.body)/2])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// altered reports whether a fault changes the file at a path.
func (a answer) altered(fault, path string) bool {
	return fault == "digest" && isFile(path) && a.status == 0 && len(a.body) > 0
}

// write sends an answer, or the part of it that is asked for.
func (a answer) write(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", a.kind)
	if a.status != 0 {
		w.WriteHeader(a.status)
		_, _ = w.Write(a.body)
		return
	}
	w.Header().Set("ETag", fmt.Sprintf("%q", digest(a.body)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.body))
}
