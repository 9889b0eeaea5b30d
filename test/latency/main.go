// Command latency measures how long bench lsp takes to answer on a file of 500 lines: it writes
// the file, makes an editor of itself, and asks from places all over the file, after a change of
// the text each time. It prints the median, the 95th percentile and the longest time of each
// request in milliseconds.
// Usage: latency BENCH, the path of the program.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

const (
	wantedLines = 500
	asked       = 300 // times that each request is made
	uri         = "untitled:latency"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: latency BENCH")
	}
	if err := measure(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// text is an experiment of 500 lines: datasets, learners of all kinds, reductions and grids.
func text() string {
	var b strings.Builder
	learners := []string{"logreg", "svm", "lda", "qda", "naive_bayes", "tree", "knn", "perceptron"}
	b.WriteString("experiment \"latency\" {\n  seed = 7\n}\n\n")
	for i := 0; strings.Count(b.String(), "\n") < wantedLines-12; i++ {
		fmt.Fprintf(&b, "dataset \"d%d\" {\n  generate = \"blobs\"\n  rows     = %d\n}\n\n", i, 100+i)
		fmt.Fprintf(&b, "learner %q \"l%d\" {\n  label = \"модель %d 🙂\"\n}\n\n", learners[i%len(learners)], i, i)
		fmt.Fprintf(&b, "reduction \"ecoc\" \"r%d\" {\n  code     = \"dense_random\"\n  decoding = \"loss_based\"\n}\n\n", i)
		fmt.Fprintf(&b, "grid \"g%d\" {\n  datasets   = [dataset.d%d]\n  learners   = [learner.l%d]\n  reductions = [reduction.r%d]\n}\n\n",
			i, i, i, i)
	}
	b.WriteString("table \"t\" {\n  metric   = metric.accuracy\n  baseline = \"l0/r0\"\n}\n")
	return b.String()
}

// editor is a client, with the versions whose diagnostics came.
type editor struct {
	*jrpc2.Client
	told chan int
}

func start(path string) (*editor, *exec.Cmd, error) {
	cmd := exec.Command(path, "lsp")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	e := &editor{told: make(chan int, 10*asked)}
	e.Client = jrpc2.NewClient(channel.LSP(out, in), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		var p struct{ Version int }
		if r.UnmarshalParams(&p) == nil {
			e.told <- p.Version
		}
	}})
	_, err = e.Call(context.Background(), "initialize", map[string]any{"capabilities": map[string]any{}})
	return e, cmd, err
}

// change replaces the text, and returns when its diagnostics came.
func (e *editor) change(text string, version int) error {
	err := e.Notify(context.Background(), "textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": version},
		"contentChanges": []any{map[string]any{"text": text}}})
	for err == nil && <-e.told < version {
	}
	return err
}

func measure(path string) error {
	e, cmd, err := start(path)
	if err != nil {
		return err
	}
	written := text()
	lines := strings.Split(written, "\n")
	err = e.Notify(context.Background(), "textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "hcl", "version": 1, "text": written}})
	if err != nil {
		return err
	}
	<-e.told
	fmt.Printf("%d lines; milliseconds of %d answers each\n%-16s %8s %8s %8s\n", len(lines)-1, asked, "", "median", "p95", "max")
	version := 1
	for _, method := range []string{"diagnostics", "completion", "hover", "definition", "rename", "formatting", "codeLens"} {
		var times []time.Duration
		for i := range asked {
			version++
			began := time.Now()
			if err := e.change(fmt.Sprintf("%s# %d\n", written, i), version); err != nil {
				return err
			}
			if method != "diagnostics" {
				line := i * 37 % len(lines)
				began = time.Now()
				_, err := e.Call(context.Background(), "textDocument/"+method, map[string]any{
					"textDocument": map[string]any{"uri": uri}, "newName": "new",
					"position": map[string]any{"line": line, "character": len(lines[line]) * 3 / 4}})
				if err != nil && method != "rename" { // not every place has a name
					return err
				}
			}
			times = append(times, time.Since(began))
		}
		print(method, times)
	}
	_, err = e.Call(context.Background(), "shutdown", nil)
	if err == nil {
		err = e.Notify(context.Background(), "exit", nil)
	}
	if err == nil {
		err = cmd.Wait()
	}
	return err
}

// print prints the distribution of some times.
func print(what string, times []time.Duration) {
	slices.Sort(times)
	ms := func(share float64) float64 {
		return float64(times[int(share*float64(len(times)-1))].Microseconds()) / 1000
	}
	fmt.Printf("%-16s %8.1f %8.1f %8.1f\n", what, ms(0.5), ms(0.95), ms(1))
}
