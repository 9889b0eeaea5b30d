package host

// Exit says how the process ended by itself: "exit status 0", or "signal:
// killed" if bench did not end it. It is "" while the process runs, and if the
// host had to end it.
func (p *Process) Exit() string { return p.runner.exitText() }
