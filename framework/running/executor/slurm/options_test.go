package slurm

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/running/executor/jobs"
)

func TestCheckOptions(t *testing.T) {
	for _, good := range [][]string{
		nil, {"--partition=cpu"}, {"-p", "cpu", "--mem", "4G"}, {"-pcpu", "-N1"}, {"-HQ"}, {"--exclusive"},
		{"--no-requeue"}, {"--wait-all-nodes=1"}, {"--export=NONE"}, {"--account=a b"}, {"-Aa,Jim"},
		{"--time=1:00:00", "--comment=--array"},
	} {
		if err := CheckOptions(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []struct {
		options []string
		says    string
	}{
		{[]string{"--array=0-3"}, `"--array=0-3"`}, {[]string{"--arr=0-3"}, "slots and throttle"},
		{[]string{"-a0-3"}, "slots and throttle"},
		{[]string{"--mem=4G", "--job-name", "x"}, "by their names"}, {[]string{"-J", "x"}, "by their names"},
		{[]string{"-HJx"}, "by their names"}, {[]string{"--output=x"}, "logs"}, {[]string{"-o", "x"}, "logs"},
		{[]string{"-e", "x"}, "logs"},
		{[]string{"--dependency=singleton"}, "probe"}, {[]string{"-d", "singleton"}, "probe"},
		{[]string{"--parsable"}, "number"},
		{[]string{"--wrap=true"}, "script"}, {[]string{"--signal=USR2"}, "two minutes"},
		{[]string{"-W"}, "watches"},
		{[]string{"-M", "all"}, "SLURM_CLUSTERS"}, {[]string{"--test-only"}, "by itself"},
		{[]string{"-D/x"}, "folder"}, {[]string{"--help"}, "nothing"},
		{[]string{"cpu"}, "options begin with -"}, {[]string{"--partition=cpu", "x"}, "options begin with -"},
		{[]string{"-p", "a", "b"}, "begin"},
		{[]string{""}, "not an option"}, {[]string{"--"}, "not an option"},
		{[]string{":"}, "not an option"}, {[]string{"-"}, "not an option"},
	} {
		if err := CheckOptions(bad.options); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("%q: %v", bad.options, err)
		}
	}
}

func TestCheckClass(t *testing.T) {
	for _, name := range []string{"", "a b", "a,b", "a/b", "a+1", "a.b", "probe", "ä"} {
		if jobs.CheckClass(name) == nil {
			t.Errorf("class %q is taken", name)
		}
	}
	if err := jobs.CheckClass("gpu-1_Y"); err != nil {
		t.Error(err)
	}
}
