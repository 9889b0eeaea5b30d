// Package memory says how much memory there is: on the machine, and by the limits of a control group.
package memory
