package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is the user who owns nothing.
const nobody = 65534

// The archive runs where nothing can be written, for a user without rights and without a home.
func TestArchiveOfAnotherUser(t *testing.T) {
	archive := one(t, dist(t), "*_linux_amd64.tar.gz")
	if os.Getuid() != 0 {
		t.Skip("only root starts programs as another user")
	}
	unpacked, work := publicFolder(t), publicFolder(t)
	says(t, unpacked, nil, "tar", "-xf", archive)
	bench := one(t, unpacked, "bench_*/bin/bench")
	for _, name := range []string{"LICENSE", "NOTICES", "share/man/man1/bench.1",
		"share/bash-completion/completions/bench", "share/bench/plugins/sklearn/plugin.hcl"} {
		if _, err := os.Stat(filepath.Join(filepath.Dir(bench), "..", name)); err != nil {
			t.Error(err)
		}
	}
	says(t, unpacked, nil, "chmod", "-R", "a-w", unpacked)
	says(t, ".", nil, "cp", "-rT", tutorial(t), work)
	if err := os.Chown(work, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(bench, "run", "fruit.hcl")
	c.Dir, c.Env = work, []string{"PATH=/usr/bin:/bin"}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "cells ok, 0 failed") {
		t.Errorf("%v\n%s", err, out)
	}
}

// publicFolder is a temporary folder that everybody can enter.
func publicFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "bench-trial")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The package of Debian is installed into an otherwise empty system, runs there, and is removed without a trace.
func TestDebianPackage(t *testing.T) {
	file := one(t, dist(t), "*_amd64.deb")
	root := publicFolder(t)
	if err := exec.Command("dpkg", "--version").Run(); err != nil {
		t.Skip("dpkg is missing")
	}
	if os.Getuid() != 0 {
		t.Skip("only root changes the root folder")
	}
	for _, name := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "tmp", "work"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	dpkg := []string{"dpkg", "--root=" + root, "--force-script-chrootless", "--no-triggers"}
	says(t, ".", nil, append(dpkg, "--install", file)...)
	says(t, ".", nil, append(dpkg, "--verify", "bench")...)
	says(t, ".", nil, "cp", "-rT", tutorial(t), root+"/try")
	runIn(t, root, "/usr/bin/bench")
	says(t, ".", nil, append(dpkg, "--purge", "bench")...)
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.Contains(path, "/usr") && !d.IsDir() {
			t.Errorf("%s is left", path)
		}
		return err
	})
}

// runIn runs the tutorial in the folder /try of another root, with nothing else in it but the processes.
func runIn(t *testing.T, root, bench string) {
	t.Helper()
	if err := exec.Command("unshare", "--mount", "true").Run(); err != nil {
		t.Skipf("mounting is not allowed here: %v", err)
	}
	if err := os.MkdirAll(root+"/proc", 0o755); err != nil {
		t.Fatal(err)
	}
	const enter = `mount --rbind /proc "$1/proc" && exec chroot "$1" "$2" run /try/fruit.hcl -out /try/results/fruit`
	c := exec.Command("unshare", "--mount", "sh", "-c", enter, "sh", root, bench)
	c.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "cells ok, 0 failed") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(root + "/try/results/fruit/report.html"); err != nil {
		t.Error(err)
	}
}

// The layer of the image is a whole system for bench.
func TestImageUnpacked(t *testing.T) {
	image := one(t, dist(t), "*_oci.tar")
	if os.Getuid() != 0 {
		t.Skip("only root changes the root folder")
	}
	layout, root := t.TempDir(), publicFolder(t)
	says(t, layout, nil, "tar", "-xf", image)
	layer, workingDir := layerOf(t, layout)
	says(t, ".", nil, "tar", "-xf", layer, "-C", root)
	if folder, err := os.Stat(root + workingDir); err != nil || !folder.IsDir() {
		t.Errorf("the program starts in %s, and the image has no such folder: %v", workingDir, err)
	}
	says(t, ".", nil, "cp", "-rT", tutorial(t), root+"/try")
	runIn(t, root, "/bin/bench")
}

// Podman runs the image, where there is one that can run anything.
func TestImageByPodman(t *testing.T) {
	image := one(t, dist(t), "*_oci.tar")
	loaded, err := exec.Command("podman", "load", "--input", image).CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("podman is missing")
	}
	if err != nil {
		t.Fatalf("%v: %s", err, loaded)
	}
	_, name, _ := strings.Cut(strings.TrimSpace(string(loaded)), "Loaded image: ")
	t.Cleanup(func() { _ = exec.Command("podman", "rmi", "--force", name).Run() })
	folder := tutorial(t)
	podman := []string{"run", "--rm", "--network=none", "--ulimit=nofile=1024:1024", "--ulimit=nproc=4096:4096"}
	if runc, err := exec.LookPath("runc"); err == nil {
		podman = append([]string{"--runtime", runc}, podman...)
	}
	if out, err := exec.Command("podman", append(podman, name, "version")...).CombinedOutput(); err != nil {
		t.Skipf("podman runs no container here: %s", out)
	}
	runTutorial(t, folder, nil, append(append([]string{"podman"}, podman...), "--volume", folder+":/io", name)...)
}
