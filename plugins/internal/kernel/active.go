package kernel

import "os"

// Variable is the environment variable that names the instructions to use: portable,
// avx2 or avx512, and on arm64 portable or neon. Without it a process uses the best that the processor has.
const Variable = "BENCH_KERNELS"

var active = choose()

func choose() set {
	sets := available()
	for _, s := range sets {
		if s.name == os.Getenv(Variable) {
			return s
		}
	}
	return sets[len(sets)-1]
}

// Name tells which instructions are in use: portable, avx2, avx512 or neon.
func Name() string { return active.name }
