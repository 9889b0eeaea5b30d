package main

import (
	"context"
	"os"
	"os/exec"
	"syscall"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
)

// realStdout is the pipe to the host, before the SDK puts its own in its place.
var realStdout = os.Stdout

// multiply starts children that would live long: one in our process group, one
// in a group and one in a session of its own, and one whose parent is gone. All
// hold our pipes.
func multiply() error {
	for _, child := range []struct {
		command    string
		attributes syscall.SysProcAttr
	}{
		{"exec sleep 1001", syscall.SysProcAttr{}},
		{"exec sleep 1002", syscall.SysProcAttr{Setpgid: true}},
		{"exec sleep 1003", syscall.SysProcAttr{Setsid: true}},
		{"setsid sleep 1004 &", syscall.SysProcAttr{}},
	} {
		cmd := exec.Command("/bin/sh", "-c", child.command)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, realStdout, realStderr
		cmd.SysProcAttr = &child.attributes
		if err := cmd.Start(); err != nil {
			return err
		}
	}
	return nil
}

func abandon(s settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := multiply(); err != nil {
		return nil, err
	}
	return crash(s, ctx, p)
}

func parent(s settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := multiply(); err != nil {
		return nil, err
	}
	return hang(s, ctx, p)
}

func fertile(_ settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := multiply(); err != nil {
		return nil, err
	}
	return nearest.Learner{}.Train(ctx, p)
}

// childVariable makes faulty the child of the learner feeding.
const childVariable = "FAULTY_CHILD"

func feed(settings, context.Context, contract.Problem) (contract.Model, error) {
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), childVariable+"=1")
	return nil, cmd.Run()
}
