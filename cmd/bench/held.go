package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host/own"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/framework/sdk/script"
	"github.com/manyclass/bench/plugins/shipped"
)

// identities are what the numbers of the plugins that bench holds depend on, NAME=DIGEST with
// commas between; set by the Makefile, from what cmd/identify prints.
var identities string

// identityOf returns the digest of a plugin, "" if the build did not say.
func identityOf(name string) string {
	for pair := range strings.SplitSeq(identities, ",") {
		if digest, ok := strings.CutPrefix(pair, name+"="); ok {
			return digest
		}
	}
	return ""
}

// holdPlugins tells the host which plugins bench holds, and so starts as processes of itself.
func holdPlugins() {
	held := []own.Plugin{{Name: own.Adapter, Identity: identityOf(own.Adapter)}}
	for _, name := range shipped.Names() {
		offers := func() []contract.Component { p, _ := shipped.Served(name); return p.Components }
		held = append(held, own.Plugin{Name: name, Identity: identityOf(name), Offers: offers})
	}
	own.Hold(held)
}

// A script dies with the thread that started it: with the main one, which main has only if it is
// locked before.
func init() {
	if name, _ := askedFor(os.Args); name == own.Adapter {
		runtime.LockOSThread()
	}
}

// askedFor returns the plugin that this process shall be, with further words: bench is called by
// its name, as by a link, or by the words of the host. It is "" if the process is bench.
func askedFor(args []string) (name string, more []string) {
	called := filepath.Base(args[0])
	after := args[min(len(args), len(own.ServeWords)+1):]
	words := args[1 : len(args)-len(after)]
	switch {
	case called == own.Adapter:
		return called, args[1:]
	case slices.Equal(words, own.AdapterWords):
		return own.Adapter, after
	case slices.Equal(words, own.ServeWords) && len(after) == 1:
		return after[0], nil
	}
	if slices.Contains(shipped.Names(), called) {
		return called, nil
	}
	return "", nil
}

// servePlugin serves the plugin that this process shall be and ends; it returns if it shall be
// none.
func servePlugin() {
	name, more := askedFor(os.Args)
	if name == "" {
		return
	}
	plugin, err := pluginCalled(name, more)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
	sdk.Serve(plugin)
	os.Exit(0)
}

func pluginCalled(name string, more []string) (p contract.Plugin, err error) {
	if err := own.Refuse(name, identityOf(name)); err != nil {
		return p, err
	}
	if name == own.Adapter {
		return script.Start(more)
	}
	p, ok := shipped.Served(name)
	if !ok {
		err = errors.New("bench holds no plugin of this name; bench plugin list names them")
	}
	return p, err
}
