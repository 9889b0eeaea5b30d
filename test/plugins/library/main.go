// Command library is the centroid learner on a library whose version stands in the
// file library of the home folder. It writes what it trains into the file trained
// there, and refuses to train if there is a file refuse. If there is a file replace, it
// becomes the library's version, and the process ends. With forest = true its version
// is that in the file forest, too; a file replant becomes that one.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

func main() {
	sdk.Serve(contract.Plugin{
		Name: "library", Version: "0.1.0", Components: []contract.Component{component()},
		Runtimes: map[string]string{"lib": version("library")},
	})
}

// version is the content of a file in the home folder.
func version(name string) string {
	content, err := os.ReadFile(filepath.Join(os.Getenv("HOME"), name))
	if err != nil {
		return "none"
	}
	return strings.TrimSpace(string(content))
}

func component() contract.Component {
	c := nearest.Component()
	c.Params = []contract.Param{{Name: "forest", Type: "bool", Doc: "Loads another library."}}
	c.Runtimes = func(config contract.Config) map[string]string {
		if string(config) != `{"forest":true}` {
			return nil
		}
		return map[string]string{"forest": version("forest")}
	}
	open := c.NewLearner
	c.NewLearner = func(config contract.Config) (contract.Learner, error) {
		l, err := open(config)
		return learner{l}, err
	}
	return c
}

type learner struct{ contract.Learner }

func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	home := os.Getenv("HOME")
	if _, err := os.Stat(filepath.Join(home, "refuse")); err == nil {
		return nil, errors.New("training is refused")
	}
	for replacing, name := range map[string]string{"replace": "library", "replant": "forest"} {
		if os.Rename(filepath.Join(home, replacing), filepath.Join(home, name)) == nil {
			os.Exit(1)
		}
	}
	f, err := os.OpenFile(filepath.Join(home, "trained"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := fmt.Fprintln(f, len(p.Y)); err != nil {
		return nil, err
	}
	return l.Learner.Train(ctx, p)
}
