package store

// Regions is what the models of a cell predict over a plane: for datasets of two
// numeric features.
type Regions struct {
	Columns   [2]string  // names of the features on the horizontal and the vertical axis
	Low, High [2]float64 // the corners of the picture, in the units of the data
	// Side is the number of grid points along each axis. The first and the last
	// lie on the borders. Point (i, j), i along the horizontal axis, has number
	// j·Side + i.
	Side      int
	Predicted []int // Side² class numbers
	// Firing counts the models with a positive score at each point. It is nil
	// unless the code gives each class a model of its own (one-vs-rest).
	Firing []int
	// Rows of the dataset that lie in the picture: their features, classes, and
	// whether the cell's fold tests them.
	Points  [][2]float64
	Classes []int
	Test    []bool
}
