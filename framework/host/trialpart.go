package host

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// trialName is the name under which the program starts itself to be tried, as guardName.
const trialName = "bench: trial"

// What a process of a trial does.
const (
	trialHolder  = "holder"  // has an orphan, holds memory, and waits
	trialStarter = "starter" // starts a process in a session of its own, and ends
	trialOrphan  = "orphan"  // is that process
)

const (
	trialMemory = 96 << 20        // what the holder holds, in bytes
	trialTime   = 5 * time.Second // within which the end of a process is noticed
)

// isTried reports whether this process is one of a trial, and beTried then plays its part.
func isTried() bool { return len(os.Args) == 3 && os.Args[0] == trialName }

// beTried plays a part in a trial, and ends.
func beTried(part, executable string) {
	switch part {
	case trialHolder:
		orphan, err := trialOf(trialStarter, executable).Output()
		if err != nil {
			os.Exit(1)
		}
		held := bytes.Repeat([]byte{1}, trialMemory)
		_, _ = os.Stdout.Write(orphan)
		time.Sleep(2 * trialTime)
		os.Exit(int(held[0]))
	case trialStarter:
		orphan := trialOf(trialOrphan, executable)
		orphan.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if orphan.Start() != nil {
			os.Exit(1)
		}
		fmt.Println(orphan.Process.Pid)
	case trialOrphan:
		time.Sleep(4 * trialTime)
	}
	os.Exit(0)
}

// trialOf is the command of a part, which this program plays.
func trialOf(part, executable string) *exec.Cmd {
	cmd := exec.Command(executable)
	cmd.Args = []string{trialName, part, executable}
	return cmd
}
