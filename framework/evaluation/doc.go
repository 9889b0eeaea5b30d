// Package evaluation measures: predictions by metrics, methods by statistics, code
// matrices by distances. It knows arrays and names, and neither files nor runs.
package evaluation
