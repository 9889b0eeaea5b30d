package serve

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/showing/report"
	"github.com/manyclass/bench/framework/showing/report/look"
)

//go:embed live.css
var liveStyle string

//go:embed live.js
var liveScript string

//go:embed live.tmpl
var liveSource string

var liveTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("live").Funcs(template.FuncMap{"count": wording.Count}).Parse(liveSource))
})

// filePolicy is the Content-Security-Policy of everything but the page: it may not load
// or do anything.
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'"

// pagePolicy is that of the page, whose scripts are those that bench has written: by
// their digests.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src"

// livePart is the part of the page above the report.
type livePart struct {
	state
	Style  template.CSS
	Script template.JS
	Page   string // tag of the report
	Shown  int    // cells whose results it shows
}

// block writes one of the templates of the live part.
func (p livePart) block(name string) ([]byte, error) {
	var b bytes.Buffer
	err := liveTemplate().ExecuteTemplate(&b, name, p)
	return b.Bytes(), err
}

const (
	bodyTag  = "<body>\n"
	mainEnd  = "</main>"
	metaTag  = `<meta http-equiv="Content-Security-Policy"`
	script   = "<script>"
	noScript = "</script>"
)

// whole is the page: the report with the live part as the first thing in its body, or a
// page with the live part alone as long as there is no report. The policy in the head of
// a report is left out, since the live part needs another.
func whole(m made, s state) (page []byte, policy string, err error) {
	live := livePart{s, template.CSS(liveStyle), template.JS(liveScript), m.tag, m.done}
	part, err := live.block("live")
	if err != nil {
		return nil, "", err
	}
	base := m.files[report.PageFile]
	if base == nil {
		live.Style, live.Script = template.CSS(look.Style()), ""
		if base, err = live.block("empty"); err != nil {
			return nil, "", err
		}
	}
	before, after, found := bytes.Cut(base, []byte(bodyTag))
	if !found {
		return nil, "", fmt.Errorf("the report has no %q", bodyTag)
	}
	if start := bytes.Index(before, []byte(metaTag)); start >= 0 {
		length := bytes.IndexByte(before[start:], '>')
		before = append(bytes.Clone(before[:start]), before[start+length+1:]...)
	}
	policy = pagePolicy + hashes(part)
	if at := bytes.LastIndex(after, []byte(mainEnd)); at >= 0 {
		policy += hashes(after[at:]) // what is before comes from results
	}
	return bytes.Join([][]byte{before, []byte(bodyTag), part, after}, nil), policy, nil
}

// hashes are the sources of the scripts in a part of a page, as a policy names them.
func hashes(part []byte) string {
	var b strings.Builder
	for _, after := range strings.Split(string(part), script)[1:] {
		text, _, _ := strings.Cut(after, noScript)
		sum := sha256.Sum256([]byte(text))
		b.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return b.String()
}

// types are the media types of the files of a report.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".csv": "text/csv; charset=utf-8",
	".md": "text/plain; charset=utf-8", ".tex": "text/plain; charset=utf-8",
}

func (s *Server) showPage(w http.ResponseWriter, r *http.Request) {
	s.refresh()
	page, policy, err := whole(s.now())
	if err != nil {
		http.Error(w, wording.Reason(err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Security-Policy", policy)
	send(w, r, types[".html"], page)
}

func (s *Server) showFile(w http.ResponseWriter, r *http.Request) {
	page, _ := s.now()
	name := strings.TrimPrefix(r.URL.Path, "/")
	body, ok := page.files[name]
	if !ok || name == report.PageFile {
		http.Error(w, "the report has no such file, or not yet", http.StatusNotFound)
		return
	}
	kind := types[path.Ext(name)]
	if kind == "" {
		kind = "application/octet-stream"
	}
	send(w, r, kind, body)
}

// send sends a file, unless the browser has it already.
func send(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", tag)
	// Making the page may have taken the time that there was for it.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(patience))
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(body) // a browser that goes away is not an error
}
