package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
)

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
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
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

// disguise puts a child where a program has its own: in the group of bench. That
// it cannot is not a reason to fail.
func disguise(_ settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	group, err := syscall.Getpgid(os.Getppid())
	if err != nil {
		return nil, err
	}
	child := exec.Command("/bin/sleep", "1005")
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: group}
	_ = child.Start()
	return nearest.Learner{}.Train(ctx, p)
}

// quarrel stops the other children of bench.
func quarrel(_ settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	tasks, err := filepath.Glob("/proc/" + strconv.Itoa(os.Getppid()) + "/task/*/children")
	if err != nil {
		return nil, err
	}
	for _, task := range tasks {
		list, _ := os.ReadFile(task) // a thread may have ended
		for _, field := range strings.Fields(string(list)) {
			if other, err := strconv.Atoi(field); err == nil && other != os.Getpid() {
				_ = syscall.Kill(other, syscall.SIGSTOP)
			}
		}
	}
	return nearest.Learner{}.Train(ctx, p)
}
