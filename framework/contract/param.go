package contract

// Param describes one attribute of a component's block.
type Param struct {
	Name string
	// Type is an HCL type expression: "number", "string", "bool",
	// "list(number)", "list(list(number))", "map(number)" or "any"; or FileType,
	// for reducers LearnerType, for datasets PathType.
	Type string
	// Default is the value taken when the attribute is not written: a float64,
	// string, bool, or list of these. Nil means that the attribute is then
	// absent from the configuration.
	Default  any
	Required bool
	OneOf    []string // allowed values of a string
	Min, Max *float64 // inclusive bounds of a number
	// Above is an exclusive lower bound of a number.
	Above   *float64
	Integer bool // the number must be whole
	// Decoding marks a parameter of a reducer that only Decode reads: Plan
	// answers the same whatever it is, so that decoders of one design share
	// their random code.
	Decoding bool
	Doc      string // one sentence with units
}

// LearnerType is the Type of a parameter of a reducer that refers to a learner
// block (learner.NAME). The configuration holds the name of the learner; a stage
// that is to be trained by it names the parameter. Such a parameter has no
// default. The name is no part of a cell's identity, the learner behind it is.
const LearnerType = "learner"

// FileType is the Type of a parameter that names a file, relative to the experiment
// file. The configuration holds its content, which must be text of at most
// MostFileBytes bytes: so results depend on what the file says, not on where it is.
const FileType = "file"

// PathType is the Type of an attribute of a dataset that names a file, relative to
// the experiment file. The configuration holds its absolute path.
const PathType = "path"

// MostFileBytes bounds the files that parameters name.
const MostFileBytes = 4 << 20

// Bound returns a pointer to v, for the bounds of a Param.
func Bound(v float64) *float64 { return &v }
