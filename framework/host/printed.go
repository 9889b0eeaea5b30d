package host

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// LogFolder is the folder of a results folder in which what plugins print is kept.
const LogFolder = "logs"

const (
	// headLimit is how much of what a process prints first is kept, in bytes; of the rest it is the
	// last words.
	headLimit = 1 << 20
	// earlyLimit is how much is held before it is known where it is kept, in bytes.
	earlyLimit = 64 << 10
	// logLimit is when the file of a plugin and a worker is put aside, in bytes. What was put
	// aside before goes.
	logLimit = 4 << 20
)

// printed keeps what a process prints, in a file as soon as it is known where.
type printed struct {
	mu      sync.Mutex
	folder  string // "" while it is not known
	name    string // of the file in it
	early   []byte
	file    *os.File
	kept    bool // in the file
	written int
	skipped int
	begun   time.Time
	pid     func() int
}

// write adds what was printed. Where nothing can be written, nothing is kept.
func (p *printed) write(b []byte) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	limit := headLimit
	if p.folder == "" {
		limit = earlyLimit
	}
	fits := min(len(b), max(0, limit-p.written))
	p.written += fits
	p.skipped += len(b) - fits
	if p.folder == "" {
		p.early = append(p.early, b[:fits]...)
	} else {
		p.append(b[:fits])
	}
}

// to says where it is kept.
func (p *printed) to(folder, name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.folder == "" {
		p.folder, p.name = folder, name
		p.append(p.early)
		p.early = nil
	}
}

// append writes to the file, which is opened when there is something to write.
func (p *printed) append(b []byte) {
	if len(b) == 0 {
		return
	}
	if p.file == nil {
		p.open()
	}
	_, _ = p.file.Write(b) // fails for nil
}

// open opens the file, and says in it whose words come.
func (p *printed) open() {
	path := filepath.Join(p.folder, p.name)
	if os.MkdirAll(p.folder, 0o755) != nil {
		return
	}
	if info, err := os.Stat(path); err == nil && info.Size() > logLimit {
		_ = os.Rename(path, path+".old")
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	p.file, p.kept = file, true
	_, _ = fmt.Fprintf(file, "--- process %d, started %s\n", p.pid(), p.begun.Format(time.DateTime))
}

// end closes the file with how the process ended, and with its last words if it printed too
// much to keep all.
func (p *printed) end(how string, tail []byte) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file == nil {
		return
	}
	if p.skipped > 0 {
		tail = tail[max(0, len(tail)-p.skipped):]
		_, _ = fmt.Fprintf(p.file, "\n--- %d bytes are left out here\n%s", p.skipped-len(tail), tail)
	}
	_, _ = fmt.Fprintf(p.file, "\n--- process %d: %s\n", p.pid(), how)
	p.file.Close()
	p.file = nil
}

// place is the file, by its path in the results folder; "" if there is none.
func (p *printed) place() string {
	if p == nil {
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.kept {
		return ""
	}
	return LogFolder + "/" + p.name
}
