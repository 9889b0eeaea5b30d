// Package running makes results of an experiment: it loads and divides the data, works on
// the cells, and hands them to other machines. Only cluster knows processes; the rest asks
// plugins through contract/service.
package running
