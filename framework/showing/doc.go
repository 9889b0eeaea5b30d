// Package showing makes of results what people read: tables, tests, pictures, pages and
// files for other programs. It computes nothing that a run has not recorded.
package showing
