// Package mistake numbers the kinds of mistakes that bench reports: a code for what is wrong, such
// as an unknown attribute, whatever the sentence. Codes are never used twice. What users read
// of a code is in codes.txt.
package mistake

// Code names a kind of mistake. Its letter is the area: F the form of a file, V values and
// references, C what goes together, D data and their division, T tables and comparisons, P plugins
// and the lock file.
type Code string

// The codes. A new one is a constant here and a part of codes.txt.
const (
	Syntax           Code = "F001"
	NotClosed        Code = "F002"
	NotAnExperiment  Code = "F003"
	Unreadable       Code = "F004"
	TooLarge         Code = "F005"
	UnknownBlock     Code = "F006"
	UnknownAttribute Code = "F007"
	BlockOrAttribute Code = "F008"
	Missing          Code = "F009"
	WrongLabels      Code = "F010"
	BadName          Code = "F011"
	Duplicate        Code = "F012"
	UnusedBlock      Code = "F013"

	WrongType        Code = "V001"
	UnknownValue     Code = "V002"
	OutOfRange       Code = "V003"
	EmptyValue       Code = "V004"
	BadValue         Code = "V005"
	BadGrid          Code = "V006"
	FileNotRead      Code = "V007"
	UnknownReference Code = "V008"
	NotAReference    Code = "V009"
	Cycle            Code = "V010"
	BadVariable      Code = "V011"
	BadExpression    Code = "V012"

	UnknownType        Code = "C001"
	Conflict           Code = "C002"
	CannotSolve        Code = "C003"
	NeedsProbabilities Code = "C004"
	WrongTarget        Code = "C005"
	LacksFacts         Code = "C006"
	UnknownClass       Code = "C007"
	BadColumns         Code = "C008"
	BadTuning          Code = "C009"
	CannotEncode       Code = "C010"
	Refused            Code = "C011"
	Doubted            Code = "C012"
	Unchecked          Code = "C013"
	MixedScores        Code = "C014"
	DoubtfulMetric     Code = "C015"

	BadData         Code = "D001"
	NoFile          Code = "D002"
	DatasetSettings Code = "D003"
	DoubtfulData    Code = "D004"
	CannotDivide    Code = "D005"
	DoubtfulFolds   Code = "D006"
	NotFetched      Code = "D007"

	BadTable       Code = "T001"
	UnsuitedMetric Code = "T002"
	BadComparison  Code = "T003"
	BadCurve       Code = "T004"

	BadPlugin       Code = "P001"
	UnusablePlugin  Code = "P002"
	WrongVersion    Code = "P003"
	BadLockFile     Code = "P004"
	NotLocked       Code = "P005"
	LockedOtherwise Code = "P006"
	LockedInVain    Code = "P007"
	BadManifest     Code = "P008"
	BadIndex        Code = "P009"
)
