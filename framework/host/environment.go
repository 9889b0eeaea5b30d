package host

import (
	"maps"
	"os"
	"slices"
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
		markVariable + "=" + hostMark(), "TMPDIR=" + temporary,
	}
	for _, name := range []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", KernelsVariable} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Env)) {
		env = append(env, name+"="+p.Env[name]) // of two values the last one counts
	}
	return env
}
