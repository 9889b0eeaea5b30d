package codes

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/lists"
)

// Centroids returns the mean of the rows of each of k classes, less that of all rows,
// for n rows of d features, x row by row; classes[i] in 0 … k−1 is the class of row i. A
// class without rows has the mean of all rows. It is an error if there are no features, no
// rows, or a value that is not finite. It panics if the lengths do not fit.
func Centroids(x []float64, n, d int, classes []int, k int) ([][]float64, error) {
	if len(x) != n*d || len(classes) != n || k < 2 {
		panic("codes: centroids of rows that do not fit")
	}
	if n == 0 || d == 0 {
		return nil, fmt.Errorf("centroids need rows and features, and there are %d rows of %d features", n, d)
	}
	centre, err := overallMean(x, n, d)
	if err != nil {
		return nil, err
	}
	means, _ := classMeans(x, d, classes, k, centre)
	return means, nil
}

// FurthestCentroidTree returns the tree whose nodes split their classes by the two whose
// centroids are furthest apart, the first such pair in class order: every other class goes
// to the nearer of the two, and to the second if both are as near (Duarte-Villaseñor,
// Carrasco-Ochoa, Martínez-Trinidad & Flores-Garrido, "Nested dichotomies based on
// clustering", CIARP 2012). Distances are Euclidean. The left part of a node is the one
// with its first class. It panics if there are fewer than two centroids.
func FurthestCentroidTree(centroids [][]float64) Tree {
	checkClasses(len(centroids))
	return partedTree(lists.Range(len(centroids)), func(classes []int) []bool {
		first, second, most := 0, 1, -1.0
		for i, a := range classes {
			for j := i + 1; j < len(classes); j++ {
				if distance := squaredDistance(centroids[a], centroids[classes[j]]); distance > most {
					first, second, most = i, j, distance
				}
			}
		}
		part := make([]bool, len(classes))
		for i, class := range classes {
			to := func(other int) float64 { return squaredDistance(centroids[class], centroids[classes[other]]) }
			part[i] = i == first || i != second && to(first) < to(second)
		}
		return part
	})
}

func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for j, v := range a {
		sum += float64((v - b[j]) * (v - b[j]))
	}
	return sum
}
