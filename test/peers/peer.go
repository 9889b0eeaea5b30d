package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// peer is a way in which another program does the same work.
type peer struct {
	program string // sklearn, intelex (scikit-learn patched by scikit-learn-intelex), liblinear or libsvm
	solver  string // sklearn_peer.py's learner, the number of LIBLINEAR's solver, or a kernel of LIBSVM
	tol     string
	other   bool // minimises something else, so that objectives are not compared
}

// linearSVC is scikit-learn's LinearSVC with its own one-vs-rest, in one thread.
const linearSVC = "linear_svc"

// own says whether the peer is a program of its own, in one thread.
func (p peer) own() bool { return p.program == "liblinear" || p.program == "libsvm" }

func (p peer) String() string { return p.program + " " + p.solver }

// candidate is a peer with a number of jobs.
type candidate struct {
	peer
	jobs int
}

func (c candidate) String() string {
	if c.own() {
		return c.peer.String()
	}
	return fmt.Sprintf("%s, %s", c.peer, counted(c.jobs, "job"))
}

func liblinear(solver, tol string) peer { return peer{"liblinear", solver, tol, false} }
func sklearn(learner, tol string) peer  { return peer{"sklearn", learner, tol, false} }
func intelex(learner, tol string) peer  { return peer{"intelex", learner, tol, false} }

// libsvmLinear has the hinge as its loss.
var libsvmLinear = peer{"libsvm", "linear", "1e-3", true}

// choose runs every peer once, those of several threads or jobs with all cores first,
// and returns the fastest of those that come close enough to the lowest objective. One
// that takes much longer than the fastest yet is not waited for.
func (s setting) choose(c contest) (candidate, outcome, error) {
	return s.chooseBy(c.peers, func(ctx context.Context, p candidate) (outcome, error) { return s.runPeer(ctx, c, p) })
}

// chooseBy is choose for peers that are run in a way of their own.
func (s setting) chooseBy(peers []peer, run func(context.Context, candidate) (outcome, error)) (candidate, outcome,
	error) {
	var tried []candidate
	var outcomes []outcome
	lowest, patience := math.Inf(1), time.Duration(math.MaxInt64)
	for _, p := range s.candidates(peers) {
		ctx, cancel := s.ctx, context.CancelFunc(func() {})
		if patience < math.MaxInt64 {
			ctx, cancel = context.WithTimeout(s.ctx, patience)
		}
		start := time.Now()
		o, err := run(ctx, p)
		late := ctx.Err() != nil && s.ctx.Err() == nil
		cancel()
		if late {
			continue
		}
		if err != nil {
			return p, o, err
		}
		tried, outcomes = append(tried, p), append(outcomes, o)
		patience = min(patience, time.Since(start)*5/4+10*time.Second)
		if !p.other && o.Objective != 0 {
			lowest = min(lowest, o.Objective)
		}
	}
	best := -1
	for i, o := range outcomes {
		compared := !tried[i].other && o.Objective != 0
		if (!compared || o.Objective <= lowest*(1+equal)) && (best < 0 || o.Seconds < outcomes[best].Seconds) {
			best = i
		}
	}
	return tried[best], outcomes[best], nil
}

// candidates are the peers with the numbers of jobs that they are tried with.
func (s setting) candidates(peers []peer) []candidate {
	var list []candidate
	for _, p := range peers {
		list = append(list, candidate{p, s.workers})
		if !p.own() && !strings.HasPrefix(p.solver, "multicore") && p.solver != linearSVC && s.workers > 1 {
			list = append(list, candidate{p, 1})
		}
	}
	return list
}

// runPeer runs a peer.
func (s setting) runPeer(ctx context.Context, c contest, p candidate) (outcome, error) {
	part := func(name string) string { return filepath.Join(s.data(), c.data+"."+name+".svm") }
	switch p.program {
	case "libsvm":
		return s.run(ctx, s.libsvm, part("train"), part("test"), p.solver, "16", "1", p.tol)
	case "liblinear":
		return s.run(ctx, s.liblinear, part("train"), part("test"), p.solver, p.tol, c.reduction)
	}
	args := []string{"test/peers/programs/sklearn_peer.py", s.data(), c.data, c.reduction, p.solver, p.tol,
		strconv.Itoa(p.jobs)}
	if p.program == "intelex" {
		args = append([]string{"-m", "sklearnex"}, args...)
	}
	return s.run(ctx, s.python, args...)
}

// run runs a peer with a file for its predictions as the last argument, and reads
// the JSON on the last line that it prints.
func (s setting) run(ctx context.Context, name string, args ...string) (o outcome, err error) {
	path := filepath.Join(s.work, "predictions.txt")
	defer os.Remove(path)
	if err := answer(commandUntil(ctx, name, append(args, path)...), &o); err != nil {
		return o, err
	}
	content, err := os.ReadFile(path)
	o.predictions = strings.Fields(string(content))
	return o, err
}

// answer reads the JSON on the last line that a program prints.
func answer(c *exec.Cmd, into any) error {
	text, err := c.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return fmt.Errorf("%s: %w\n%s", c, err, exit.Stderr)
		}
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return json.Unmarshal([]byte(lines[len(lines)-1]), into)
}
