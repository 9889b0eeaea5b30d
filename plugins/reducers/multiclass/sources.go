package multiclass

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// decoded are the sources of a reduction and of its decoders.
func decoded(own ...contract.Source) []contract.Source { return slices.Concat(own, decode.Sources()) }

// The publications of designs of codes.
var (
	silla2011 = contract.Article("silla2011", "Silla, Carlos N. and Freitas, Alex A.",
		"A Survey of Hierarchical Classification across Different Application Domains",
		"Data Mining and Knowledge Discovery", "22(1--2)", "31--72", "2011")
	escalera2006 = contract.Paper("escalera2006", "Escalera, Sergio and Pujol, Oriol and Radeva, Petia",
		"{ECOC-ONE}: A Novel Coding and Decoding Strategy",
		"Proceedings of the 18th International Conference on Pattern Recognition", "2006")
	escalera2007 = contract.Article("escalera2007", "Escalera, Sergio and Pujol, Oriol and Radeva, Petia",
		"Boosted Landmarks of Contextual Descriptors and {Forest-ECOC}: "+
			"A Novel Framework to Detect and Classify Objects in Cluttered Scenes",
		"Pattern Recognition Letters", "28(13)", "1759--1768", "2007")
	escalera2008 = contract.Article("escalera2008",
		"Escalera, Sergio and Tax, David M. J. and Pujol, Oriol and Radeva, Petia and Duin, Robert P. W.",
		"Subclass Problem-Dependent Design for Error-Correcting Output Codes",
		"IEEE Transactions on Pattern Analysis and Machine Intelligence", "30(6)", "1041--1054", "2008")
)
