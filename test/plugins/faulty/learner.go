package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
)

// settings are the parameters of every learner.
type settings struct {
	Rows    int     `json:"rows"`
	Seconds float64 `json:"seconds"`
}

// trainFunc trains like nearest.Learner, except for its fault.
type trainFunc func(settings, context.Context, contract.Problem) (contract.Model, error)

// learner has its fault on the problems with fewer training rows than Rows, or
// on all if that is 0, and is sound on the others.
type learner struct {
	settings
	fault trainFunc
}

func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if l.Rows > 0 && p.X.Rows >= l.Rows {
		return nearest.Learner{}.Train(ctx, p)
	}
	return l.fault(l.settings, ctx, p)
}

// components lists the learners by fault, and a reduction.
func components() []contract.Component {
	negligent := component("negligent", "Sends no answer.", sound)
	negligent.NewLearner = func(config contract.Config) (contract.Learner, error) {
		l := forgetter{}
		return l, config.Decode(&l.settings)
	}
	return []contract.Component{
		component("crashing", "Ends the process while it trains.", crash),
		component("shot", "Is killed by a signal while it trains.", shoot),
		component("leaving", "Ends the process with status 0 while it trains.", leave),
		component("panicking", "Panics while it trains.", panics),
		component("exploding", "Panics in another goroutine.", explode),
		component("picky", "Refuses to train.", refuse),
		component("hanging", "Never returns, whatever is asked.", hang),
		component("waiting", "Returns when it is told to.", wait),
		component("stopping", "Stops its process with SIGSTOP.", stop),
		component("undecided", "Every score is NaN.", constantly(nan)),
		component("extreme", "Every score is infinite.", constantly(infinity)),
		component("withholding", "Removes the file of its scores.", replace(nothing)),
		component("piping", "Makes the file of its scores a pipe.", replace(pipe)),
		component("linking", "Makes the file of its scores a link.", replace(link)),
		component("hollow", "Writes scores of a terabyte.", replace(hole)),
		component("loud", "Fails with 200 MB of words.", loud),
		component("boasting", "Its objective is NaN.", boast),
		component("forgetful", "Leaves out the last row of the scores.", forgetful),
		component("crashing_later", "Ends the process while it scores.",
			later(func() { _, _ = crash(settings{}, nil, contract.Problem{}) })),
		component("panicking_later", "Panics while it scores.", later(func() { panic("faulty: all is lost later") })),
		component("hanging_later", "Hangs while it scores.", later(forever)),
		component("hungry", "Allocates without limit.", hunger),
		component("reaching", "Allocates more than there is.", reach),
		component("feeding", "Lets a child allocate without limit.", feed),
		component("abandoning", "Starts children, then crashes.", abandon),
		component("parental", "Starts children, then hangs.", parent),
		component("fertile", "Starts children, then trains.", fertile),
		component("deposing", "Kills its bench if that is a slot of a cluster.", depose),
		component("slow", "Takes seconds for each problem.", slow),
		component("asymmetric", "Promises no symmetry.", sound),
		component("overflowing", "Calls itself for ever.", overflow),
		component("disguised", "Leaves a child in the process group of bench.", disguise),
		component("quarrelsome", "Stops the other plugins with SIGSTOP.", quarrel),
		component("littering", "Leaves a file in the folder of temporary files.", litter),
		component("sharing", "Fills a file in memory without limit.", share),
		component("hoarding", "Fills a small shared memory.", hoard),
		component("telling", "Refuses to train and tells of its environment.", tell),
		negligent,
		meddling(),
		smoothing("smoothing", false),
		smoothing("smoothing_first", true),
		reduction("dreaming", "Hangs while it decodes.", dreamer{}),
		reduction("brooding", "Hangs in the next stage.", brooder{}),
		reduction("planless", "Hangs while it plans.", planless{}),
		reduction("endless", "Asks for one stage after the other.", endless{contract.MostLater}),
		reduction("boundless", "Announces more than can be.", endless{contract.MostLater + 1}),
	}
}

// overflow needs more stack than Go gives.
func overflow(s settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	//lint:ignore SA5007 it is what this learner is for
	m, err := overflow(s, ctx, p)
	return m, fmt.Errorf("deeper: %w", err)
}

// litter leaves a file.
func litter(_ settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	if _, err := os.CreateTemp("", "litter"); err != nil {
		return nil, err
	}
	return nearest.Learner{}.Train(ctx, p)
}

// hoard leaves no room in the shared memory, unless that is a machine's own.
func hoard(_ settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &fs); err != nil || fs.Blocks*uint64(fs.Bsize) > 64<<20 {
		return nil, fmt.Errorf("faulty: no small shared memory: %v", err)
	}
	f, err := os.OpenFile("/dev/shm/hoard", os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	return nearest.Learner{}.Train(ctx, p)
}

// told are the variables that tell tells.
var told = []string{"PYTHONPATH", "VIRTUAL_ENV", "OMP_NUM_THREADS"}

func tell(settings, context.Context, contract.Problem) (contract.Model, error) {
	var said []string
	for _, name := range told {
		said = append(said, name+"="+os.Getenv(name))
	}
	return nil, errors.New("faulty: " + strings.Join(said, " "))
}

func component(name, doc string, fault trainFunc) contract.Component {
	c := nearest.Component()
	c.Name, c.Doc = name, doc
	c.Capabilities.Properties &^= contract.Symmetric.If(name == "asymmetric")
	c.Params = []contract.Param{
		{Name: "rows", Type: "number", Default: 0.0, Integer: true,
			Doc: "Problems with this many training rows are trained soundly; 0 for none."},
		{Name: "seconds", Type: "number", Default: 0.0, Doc: "Time that slow takes for a problem."},
	}
	c.NewLearner = func(config contract.Config) (contract.Learner, error) {
		l := learner{fault: fault}
		return l, config.Decode(&l.settings)
	}
	return c
}

func sound(_ settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	return nearest.Learner{}.Train(ctx, p)
}

func slow(s settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	time.Sleep(time.Duration(s.Seconds * float64(time.Second)))
	return nearest.Learner{}.Train(ctx, p)
}

func crash(settings, context.Context, contract.Problem) (contract.Model, error) {
	fmt.Fprintln(os.Stderr, "faulty: out of luck")
	os.Exit(3)
	return nil, nil
}

func leave(settings, context.Context, contract.Problem) (contract.Model, error) {
	fmt.Fprintln(os.Stderr, "faulty: that is all for today")
	os.Exit(0)
	return nil, nil
}

func panics(settings, context.Context, contract.Problem) (contract.Model, error) {
	panic("faulty: all is lost")
}

func explode(settings, context.Context, contract.Problem) (contract.Model, error) {
	go func() { panic("faulty: all is lost elsewhere") }()
	forever()
	return nil, nil
}

func refuse(_ settings, _ context.Context, p contract.Problem) (contract.Model, error) {
	return nil, fmt.Errorf("faulty: %d rows are below my standards", p.X.Rows)
}
