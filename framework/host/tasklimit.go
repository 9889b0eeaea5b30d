package host

// taskLimit is a limit on the number of threads.
type taskLimit struct {
	name, remedy string
	most, used   int
}
