package packing

import (
	"debug/elf"
	"debug/macho"
	"fmt"
	"os"
	"strings"
)

// platform is where compiled code runs, as Go calls it. The zero value is everywhere.
type platform struct{ os, arch string }

func (p platform) String() string {
	if p.os == "" {
		return "all platforms"
	}
	return p.os + "/" + p.arch
}

// Everywhere is how a user writes that a plugin runs on all platforms.
const Everywhere = "all"

// parsePlatform reads a platform as a user writes it.
func parsePlatform(text string) (platform, error) {
	if text == Everywhere {
		return platform{}, nil
	}
	system, arch, found := strings.Cut(text, "/")
	if !found || system == "" || arch == "" || strings.Contains(arch, "/") {
		return platform{}, fmt.Errorf("%q is not a platform: write one such as linux/amd64, or %s", text, Everywhere)
	}
	return platform{system, arch}, nil
}

// platformOf is where files run: everywhere, if none holds compiled code. Code of several platforms is an error.
func platformOf(files []file) (platform, error) {
	var found platform
	var in string
	for _, f := range files {
		p, compiled := codeIn(f.at)
		switch {
		case !compiled:
		case in == "":
			found, in = p, f.name
		case p != found:
			return found, fmt.Errorf("%s is for %v, and %s for %v: say by -platform what the archive is for", in, found,
				f.name, p)
		}
	}
	return found, nil
}

var (
	elfArch = map[elf.Machine]string{elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64", elf.EM_386: "386",
		elf.EM_ARM: "arm", elf.EM_RISCV: "riscv64", elf.EM_S390: "s390x", elf.EM_PPC64: "ppc64le",
		elf.EM_LOONGARCH: "loong64"}
	elfSystem = map[elf.OSABI]string{elf.ELFOSABI_FREEBSD: "freebsd", elf.ELFOSABI_NETBSD: "netbsd",
		elf.ELFOSABI_OPENBSD: "openbsd", elf.ELFOSABI_SOLARIS: "solaris"}
	machoArch = map[macho.Cpu]string{macho.CpuAmd64: "amd64", macho.CpuArm64: "arm64"}
)

// codeIn says for which platform a file is compiled; false if it holds no code of a processor.
func codeIn(at string) (platform, bool) {
	f, err := os.Open(at)
	if err != nil {
		return platform{}, false // whoever packs it says it
	}
	defer f.Close()
	if e, err := elf.NewFile(f); err == nil {
		p := platform{"linux", elfArch[e.Machine]}
		if system, other := elfSystem[e.OSABI]; other {
			p.os = system
		}
		return p, p.arch != ""
	}
	if m, err := macho.NewFile(f); err == nil {
		return platform{"darwin", machoArch[m.Cpu]}, machoArch[m.Cpu] != ""
	}
	return platform{}, false
}
