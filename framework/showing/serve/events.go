package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// event is what an open page is told: how the live part looks now, and which report
// there is.
type event struct {
	Live string `json:"live"`
	Page string `json:"page"` // tag of the newest report
	Done int    `json:"done"` // cells whose results it shows
}

// showEvents tells a page what is new until it is closed, as Server-Sent Events.
func (s *Server) showEvents(w http.ResponseWriter, r *http.Request) {
	news := make(chan struct{}, 1)
	if !s.join(news) {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(news)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	var told []byte
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		text, err := s.event()
		if err != nil {
			return
		}
		if bytes.Equal(text, told) {
			text = []byte(": nothing new\n\n")
		} else {
			told = text
		}
		if control.SetWriteDeadline(time.Now().Add(patience)) != nil {
			return
		}
		if _, err := w.Write(text); err != nil || control.Flush() != nil {
			return
		}
		if !s.wait(r, news, beat, told) {
			return
		}
	}
}

// wait returns when there is something that a page was not told, or it is time for a
// sign of life; false if the page is closed.
func (s *Server) wait(r *http.Request, news chan struct{}, beat *time.Ticker, told []byte) bool {
	for {
		select {
		case <-r.Context().Done():
			return false
		case <-beat.C:
			return true
		case <-news:
			if text, err := s.event(); err != nil || !bytes.Equal(text, told) {
				return true
			}
		}
	}
}

// event is what pages are to know now.
func (s *Server) event() ([]byte, error) {
	m, live := s.now()
	part := livePart{state: live, Page: m.tag, Shown: m.done}
	html, err := part.block("parts")
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(event{string(html), m.tag, m.done})
	return fmt.Appendf(nil, "data: %s\n\n", text), err
}

// join lets a page hear of what is new; there may be too many.
func (s *Server) join(news chan struct{}) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.readers) >= mostOpen {
		return false
	}
	s.readers[news] = true
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return true
}

func (s *Server) leave(news chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.readers, news)
}
