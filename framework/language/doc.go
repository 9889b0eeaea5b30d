// Package language reads experiment files: HCL with references, variants and defaults,
// each attribute checked by the schema of its component. It opens no data and starts no
// plugin.
package language
