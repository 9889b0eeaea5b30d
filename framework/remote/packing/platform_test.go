package packing

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"encoding/binary"
	"path/filepath"
	"testing"
)

// elfOf is the head of a program for Linux or another system.
func elfOf(t *testing.T, machine elf.Machine, system elf.OSABI) string {
	t.Helper()
	h := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(machine), Version: 1, Ehsize: 64}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB)
	h.Ident[elf.EI_VERSION], h.Ident[elf.EI_OSABI] = byte(elf.EV_CURRENT), byte(system)
	return encoded(t, h)
}

// machOf is the head of a program for macOS.
func machOf(t *testing.T, cpu macho.Cpu) string {
	t.Helper()
	return encoded(t, macho.FileHeader{Magic: macho.Magic64, Cpu: cpu, Type: macho.TypeExec}) + "\x00\x00\x00\x00"
}

func encoded(t *testing.T, h any) string {
	t.Helper()
	var out bytes.Buffer
	if err := binary.Write(&out, binary.LittleEndian, h); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPlatform(t *testing.T) {
	linux, mac := elfOf(t, elf.EM_X86_64, elf.ELFOSABI_NONE), machOf(t, macho.CpuArm64)
	for _, c := range []struct {
		what, file, want string
	}{
		{"linux", linux, "it_1.0.0_linux_amd64.tar.gz"},
		{"arm", elfOf(t, elf.EM_AARCH64, elf.ELFOSABI_LINUX), "it_1.0.0_linux_arm64.tar.gz"},
		{"freebsd", elfOf(t, elf.EM_X86_64, elf.ELFOSABI_FREEBSD), "it_1.0.0_freebsd_amd64.tar.gz"},
		{"mac", mac, "it_1.0.0_darwin_arm64.tar.gz"},
		{"java", "\xca\xfe\xba\xbe\x00\x00\x00\x34", "it_1.0.0.tar.gz"},
		{"cut", linux[:20], "it_1.0.0.tar.gz"},
		{"text", "#!/bin/sh\n", "it_1.0.0.tar.gz"},
	} {
		dir := folder(t, map[string]string{"plugin.hcl": manifest, "run.sh": "", "lib/code": c.file})
		if got := filepath.Base(pack(t, untried(dir, t.TempDir())).Path); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	both := untried(folder(t, map[string]string{"plugin.hcl": manifest, "a": linux, "b": mac}), t.TempDir())
	refused(t, both, "plugin/a is for linux/amd64, and plugin/b for darwin/arm64")
	both.Platform = Everywhere
	if got := filepath.Base(pack(t, both).Path); got != "it_1.0.0.tar.gz" {
		t.Errorf("both: %s", got)
	}
}
