package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
)

// Serve answers browsers until the context ends, which is not an error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           guarded(s.host, s.door.at(l.Addr()).guarded(s.routes())),
		ReadHeaderTimeout: patience, ReadTimeout: patience, WriteTimeout: patience, IdleTimeout: 4 * patience,
		MaxHeaderBytes: mostHead,
		BaseContext:    func(net.Listener) context.Context { return ctx },
	}
	watching, stop := context.WithCancel(ctx)
	var ended sync.WaitGroup
	ended.Go(func() { s.watch(watching) })
	ended.Go(func() {
		<-watching.Done()
		_ = h.Close() // pages are asked for again, events end anyway
	})
	err := h.Serve(l)
	stop()
	ended.Wait()
	if errors.Is(err, http.ErrServerClosed) && ctx.Err() != nil {
		return nil
	}
	return err
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.showPage)
	mux.HandleFunc("GET /events", s.showEvents)
	mux.HandleFunc("GET /", s.showFile)
	return mux
}
