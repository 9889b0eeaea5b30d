package host

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/host/own"
)

// KernelsVariable is the environment variable that, set to "portable", asks plugins
// for numerical code without vector instructions, and set to "avx2" for none of AVX-512.
const KernelsVariable = "BENCH_KERNELS"

// folderVariable names to plugins the folder in which relative paths to code start.
const folderVariable = "BENCH_FOLDER"

// environment is what a process of the package sees: of ours enough to find an
// interpreter and speak the user's language, and what kernels to use; then what
// the package is given. Numerical libraries get one thread; the host says in
// each call how many threads a learner may use.
func (p Package) environment(temporary string) []string {
	env := []string{
		"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1",
		mark(hostMark()), "TMPDIR=" + temporary,
	}
	ours := []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", KernelsVariable}
	for _, name := range slices.Concat(ours, p.Passed) {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	if identity := p.identity(); identity != "" {
		env = append(env, own.Variable+"="+identity)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Env)) {
		env = append(env, name+"="+p.Env[name]) // of two values the last one counts
	}
	return env
}

// counted is the part of the environment that results count as depending on: what the
// package is given, and of what is passed on the paths by which code is looked for. A
// device or a licence may be another one on each machine; a value that matters and is not
// such a path is given.
func (p Package) counted() map[string]string {
	counted := maps.Clone(p.Env)
	for _, name := range p.Passed {
		value, set := os.LookupEnv(name)
		if _, given := p.Env[name]; given || !set || !findsCode(name) {
			continue
		}
		if counted == nil {
			counted = map[string]string{}
		}
		counted[name] = value
	}
	return counted
}

// findsCode reports whether a variable says which code is loaded: LD_LIBRARY_PATH,
// LD_PRELOAD, PYTHONPATH, CLASSPATH, JULIA_LOAD_PATH, R_LIBS, R_LIBS_SITE and their like.
func findsCode(name string) bool {
	return strings.HasSuffix(name, "PATH") || strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "R_LIBS")
}
