package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/host"
)

// prepare builds the programs in C, makes the data of rows and measures the machine.
func (s *setting) prepare(rows []row) error {
	if err := os.MkdirAll(s.work, 0o755); err != nil {
		return err
	}
	programs := filepath.Join(s.work, "programs")
	if err := os.MkdirAll(programs, 0o755); err != nil {
		return err
	}
	machine := filepath.Join(programs, "machine")
	s.liblinear, s.libsvm = filepath.Join(programs, "liblinear_peer"), filepath.Join(programs, "libsvm_peer")
	for _, build := range [][]string{
		{"-O2", "-o", s.liblinear, "test/peers/programs/liblinear_peer.c", "-llinear", "-lm"},
		{"-O2", "-o", s.libsvm, "test/peers/programs/libsvm_peer.c", "-lsvm", "-lm"},
		{"-O3", s.architecture(), "-pthread", "-o", machine, "test/peers/programs/machine.c"},
	} {
		if text, err := s.command("cc", build...).CombinedOutput(); err != nil {
			return fmt.Errorf("cc %s (apt-get install gcc libc6-dev liblinear-dev libsvm-dev): %w\n%s", strings.Join(build,
				" "), err,
				text)
		}
	}
	if text, err := s.command(s.python, "-c", "import sklearn, sklearnex, pandas").CombinedOutput(); err != nil {
		return fmt.Errorf("%s lacks scikit-learn, scikit-learn-intelex or pandas: %w\n%s", s.python, err, text)
	}
	if err := s.makeData(rows); err != nil {
		return err
	}
	return answer(s.command(machine, strconv.Itoa(s.workers)), &s.machine)
}

// architecture is for whom the C compiler compiles.
func (s setting) architecture() string {
	if s.narrow {
		return "-march=haswell"
	}
	return "-march=native"
}

// makeData makes the datasets of rows that are not there.
func (s *setting) makeData(rows []row) error {
	var missing []string
	for _, r := range rows {
		if _, err := os.Stat(filepath.Join(s.data(),
			r.data+".npz")); r.data != "" && err != nil && !slices.Contains(missing, r.data) {
			missing = append(missing, r.data)
		}
	}
	if missing == nil {
		return nil
	}
	fmt.Fprintln(os.Stderr, "making the data: some minutes, once")
	return passThrough(s.command(s.python, append([]string{"test/peers/programs/data.py", s.data()}, missing...)...))
}

func (s *setting) data() string { return filepath.Join(s.work, "data") }

func passThrough(c *exec.Cmd) error {
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	return c.Run()
}

// switchOff keeps bench, NumPy, its products of matrices, and what measures the machine
// from AVX-512. scikit-learn-intelex and Snap ML have no such switch.
func (s *setting) switchOff() {
	s.narrow = true
	for name, value := range map[string]string{
		host.KernelsVariable: "avx2", "OPENBLAS_CORETYPE": "Haswell", "MKL_ENABLE_INSTRUCTIONS": "AVX2",
		"NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
	} {
		os.Setenv(name, value)
	}
}

// processor is the name of the processor with the vectors that it has and that are used.
func (s setting) processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	name, flags := "unknown", ""
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		switch strings.TrimSpace(key) {
		case "model name":
			name = strings.NewReplacer("(R)", "", "(TM)", "", "Processor", "").Replace(value)
		case "flags":
			flags = value
		}
	}
	vectors := "no AVX2"
	for _, v := range []string{"avx2", "avx512f"} {
		if slices.Contains(strings.Fields(flags), v) && !(s.narrow && v == "avx512f") {
			vectors = map[string]string{"avx2": "AVX2", "avx512f": "AVX-512"}[v]
		}
	}
	return strings.Join(strings.Fields(name), " ") + ", " + vectors
}
