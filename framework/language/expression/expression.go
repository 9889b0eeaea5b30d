// Package expression evaluates the expressions of an experiment file within limits:
// what they can refer to and call, and where their parts are written.
package expression
