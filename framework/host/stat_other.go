//go:build !linux

package host

import "syscall"

func newStat(s *syscall.Stat_t) stat {
	return stat{uint64(s.Dev), s.Ino, s.Mtimespec.Nano(), s.Ctimespec.Nano()}
}
