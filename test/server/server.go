// Package server answers on this machine as the servers do from which bench fetch downloads: from small sets that were made
// for it, and from real answers of OpenML where a folder has them. It can also fail in every way that servers fail.
package server

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Server is the handler. Of every path there are variants with faults: /with/FAULT/PATH, see Faults; addresses in
// its answers have the same fault.
type Server struct {
	Real string // folder of real answers of OpenML, or ""

	mu       sync.Mutex
	requests []string          // "GET /path" with what was asked for
	times    map[string]int    // requests by path
	added    map[string][]byte // files of a test, by name
}

// New makes a server. real is the folder of OpenML's real answers, or "".
func New(real string) *Server {
	return &Server{Real: real, times: map[string]int{}, added: map[string][]byte{}}
}

// Requests lists what was asked for so far: path, and "Range", "Authorization" or "api_key" if they were sent.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// Forget empties the list of requests, and lets faults of the first times come again.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.times = nil, map[string]int{}
}

// Put adds the file /files/NAME, or changes it.
func (s *Server) Put(name string, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.added[name] = body
}

// note counts a request and returns how many there were before.
func (s *Server) note(r *http.Request) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	line := r.URL.Path
	for _, name := range []string{"Range", "If-Range", "Authorization"} {
		if value := r.Header.Get(name); value != "" {
			line += " " + name + ": " + value
		}
	}
	if key := r.URL.Query().Get("api_key"); key != "" {
		line += " api_key: " + key
	}
	s.requests = append(s.requests, line)
	s.times[r.URL.Path]++
	return s.times[r.URL.Path] - 1
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	before := s.note(r)
	path, fault := asked(r.URL), ""
	if rest, has := strings.CutPrefix(path, "/with/"); has {
		fault, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	base := "http://" + r.Host
	if fault != "" {
		base += "/with/" + fault
	}
	if f, known := Faults[fault]; known && f(w, r, path, before) {
		return
	}
	a := s.answer(path, base, fault)
	if a.altered(fault, path) {
		a.body = append([]byte(nil), a.body...)
		a.body[len(a.body)/2] ^= 1
	}
	a.write(w, r)
}

// asked is the path with what the query names, as if it were a part of the path.
func asked(u *url.URL) string {
	for _, name := range []string{"id", "dataset"} {
		if value := u.Query().Get(name); value != "" {
			return u.Path + "/" + value
		}
	}
	return u.Path
}

// answer is what a path stands for.
type answer struct {
	status int // 0 for 200
	kind   string
	body   []byte
}

var missing = answer{status: http.StatusNotFound, kind: "text/plain", body: []byte("not found\n")}

// answer finds what is at a path. base is the address of the server for addresses in it.
func (s *Server) answer(path, base, fault string) answer {
	for _, part := range []func(path, base, fault string) (answer, bool){s.openML, s.real, s.plain, dataPackage, croissant, uci, hub} {
		if a, there := part(path, base, fault); there {
			return a
		}
	}
	return missing
}

// plain are files by their address alone.
func (s *Server) plain(path, _, _ string) (answer, bool) {
	name, is := strings.CutPrefix(path, "/files/")
	s.mu.Lock()
	body := s.added[name]
	s.mu.Unlock()
	if body == nil {
		body = File(name)
	}
	if is && body != nil {
		return answer{kind: "application/octet-stream", body: body}, true
	}
	return answer{}, false
}

// real finds a real answer of OpenML, by scikit-learn's names of its files.
func (s *Server) real(path, base, _ string) (answer, bool) {
	if s.Real == "" {
		return answer{}, false
	}
	files, _ := filepath.Glob(filepath.Join(s.Real, "scikit-learn", "id_*", "*.gz"))
	for _, file := range files {
		if strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".gz"), ".json") != short(path) && !dataOf(path, file) {
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return missing, true
		}
		b = unzipped(b)
		a := answer{body: b, kind: "application/json"}
		if strings.HasPrefix(string(b), `{"error"`) || strings.Contains(string(b[:min(len(b), 200)]), `"error"`) {
			a.status = http.StatusPreconditionFailed
		}
		if strings.Contains(path, "/json/") {
			a.body = []byte(strings.NewReplacer(`https:\/\/www.openml.org`, strings.ReplaceAll(base, "/", `\/`),
				"https://www.openml.org", base, `https:\/\/api.openml.org`, strings.ReplaceAll(base, "/", `\/`),
				"https://api.openml.org", base).Replace(string(b)))
		}
		return a, true
	}
	return answer{}, false
}

// short is a path of the API as the files are called.
func short(path string) string {
	rest, is := strings.CutPrefix(path, "/api/v1/json/data/")
	if !is {
		return ""
	}
	// The names abbreviate words to their first letters.
	name := "api-v1-jd"
	switch {
	case strings.HasPrefix(rest, "features/"):
		return name + "f-" + strings.TrimPrefix(rest, "features/")
	case strings.HasPrefix(rest, "list/data_name/"):
		rest = strings.TrimPrefix(rest, "list/data_name/")
		rest = strings.NewReplacer("/limit/", "-l-", "/data_version/", "-dv-", "/status/active/", "-s-act-",
			"/status/deactivated", "-s-dact").Replace(rest)
		return name + "l-dn-" + strings.ToLower(rest)
	}
	return name + "-" + rest
}

// dataOf reports whether a file is the ARFF of an address for downloads: /data/v1/download/ID/NAME.
func dataOf(path, file string) bool {
	rest, is := strings.CutPrefix(path, "/data/v1/download/")
	id, _, _ := strings.Cut(rest, "/")
	return is && filepath.Base(file) == "data-v1-dl-"+id+".arff.gz"
}
