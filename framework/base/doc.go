// Package base has what every program needs: lists, texts, files and memory. It knows
// nothing of classes, plugins or experiments.
package base
