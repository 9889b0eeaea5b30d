// Package serve shows a results folder in browsers while it is written to: the report
// page with the progress of the run above it. It reads the folder and nothing else: it
// writes nothing, takes no lock and knows no process of the run.
package serve

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/showing/report"
)

const (
	tick      = time.Second      // between two looks at the folder
	heartbeat = 15 * time.Second // between two signs of life where there is nothing new
	patience  = 30 * time.Second // with a browser that does not read or write
	mostOpen  = 64               // pages that are told what is new at the same time
	mostHead  = 1 << 14          // bytes of the head of a request
)

// Options say what is served.
type Options struct {
	Dir  string // the results folder, which need not exist yet
	Host string // that the server was told to listen on
	// Token is what a reader must show, in the address or as the cookie that an address with
	// it gives. Without one all who reach the server may read.
	Token string
	// Others returns folders with more journals of the same run; may be nil.
	Others func() []string
	// Share of one core that the work for pages may take; 0 is 0.02.
	Share float64
}

// Server is a results folder in browsers.
type Server struct {
	host string
	door door
	wake chan struct{}

	reading  sync.Mutex // of the folder, and making the page
	folder   watcher
	looking  pace
	making   pace
	stale    bool // whether there is more than the page shows
	rendered bool // whether there was a page since the folder has a plan

	current
}

// current is what browsers get now, and those that wait for what is new.
type current struct {
	mu      sync.Mutex
	page    made
	live    state
	readers map[chan struct{}]bool
}

// made is a report as it was made.
type made struct {
	files map[string][]byte // by name; nil until there is a report
	tag   string            // of the bytes of its page, "" without a report
	done  int               // cells that it shows the result of
}

// New makes a server of a folder.
func New(o Options) *Server {
	share := cmp.Or(o.Share, usualShare)
	return &Server{host: o.Host, door: door{token: o.Token}, wake: make(chan struct{}, 1),
		folder:  watcher{dir: o.Dir, others: o.Others},
		looking: pace{share: share / 2}, making: pace{share: share / 2}, current: current{readers: map[chan struct{}]bool{}}}
}

// watch looks at the folder while a page is open.
func (s *Server) watch(ctx context.Context) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-s.wake:
		}
		s.mu.Lock()
		watched := len(s.readers) > 0
		s.mu.Unlock()
		if watched {
			s.refresh()
		}
	}
}

// refresh looks at the folder and makes the page again, if there is something new and it
// is time. The first page of a run does not wait, nor does that of its end.
func (s *Server) refresh() {
	s.reading.Lock()
	defer s.reading.Unlock()
	s.looking.do(func() {
		if s.folder.look() {
			s.stale = true
		}
		now := s.folder.state()
		s.mu.Lock()
		s.live = now
		s.mu.Unlock()
	})
	if s.folder.plan == nil {
		s.put(nil, 0)
		s.rendered, s.stale, s.making.free = false, false, time.Time{}
	} else if s.stale {
		if ended := s.folder.manifest.Finished != nil && s.live.Phase == complete; ended || !s.rendered {
			s.making.free = time.Time{}
		}
		s.making.do(s.render)
	}
	s.tell()
}

// render makes the page of what was read.
func (s *Server) render() {
	in, err := s.folder.input()
	var files map[string][]byte
	if err == nil {
		files, err = report.Render(in)
	}
	if err != nil {
		s.mu.Lock()
		s.live.Problem = "the report cannot be made now: " + wording.Reason(err)
		s.mu.Unlock()
		return
	}
	done := 0
	for _, c := range in.Cells {
		if c.Status() != "" {
			done++
		}
	}
	s.put(files, done)
	s.rendered, s.stale = true, false
}

// put replaces the report.
func (s *Server) put(files map[string][]byte, done int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.page = made{files, "", done}
	if files != nil {
		sum := sha256.Sum256(files[report.PageFile])
		s.page.tag = hex.EncodeToString(sum[:8])
	}
}

// tell wakes the pages that are open.
func (s *Server) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for reader := range s.readers {
		select {
		case reader <- struct{}{}:
		default: // it has not heard of the last news yet
		}
	}
}

// now is what there is to be shown.
func (s *Server) now() (made, state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.page, s.live
}
