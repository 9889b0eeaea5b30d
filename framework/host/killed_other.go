//go:build !linux

package host

// oomKills is 0: no other system than Linux counts the processes that it ended for lack of
// memory.
func oomKills() int64 { return 0 }
