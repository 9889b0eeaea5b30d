package host

import "syscall"

func newStat(s *syscall.Stat_t) stat { return stat{s.Dev, s.Ino, s.Mtim.Nano(), s.Ctim.Nano()} }
