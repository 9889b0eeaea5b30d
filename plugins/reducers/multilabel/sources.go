package multilabel

import (
	"github.com/manyclass/bench/framework/contract"
)

// The publications of reductions.
var (
	godbole2004 = contract.Paper("godbole2004", "Godbole, Shantanu and Sarawagi, Sunita",
		"Discriminative Methods for Multi-labeled Classification",
		"Advances in Knowledge Discovery and Data Mining (PAKDD 2004)", "2004")
	tai2012 = contract.Article("tai2012", "Tai, Farbound and Lin, Hsuan-Tien",
		"Multilabel Classification with Principal Label Space Transformation", "Neural Computation", "24(9)", "2508--2542",
		"2012")
	chen2012 = contract.Paper("chen2012", "Chen, Yao-Nan and Lin, Hsuan-Tien",
		"Feature-aware Label Space Dimension Reduction for Multi-label Classification",
		"Advances in Neural Information Processing Systems 25", "2012")
	read2011 = contract.Article("read2011",
		"Read, Jesse and Pfahringer, Bernhard and Holmes, Geoff and Frank, Eibe",
		"Classifier Chains for Multi-label Classification",
		"Machine Learning", "85(3)", "333--359", "2011")
	fuernkranz2008 = contract.Article("fuernkranz2008",
		"F{\\\"u}rnkranz, Johannes and H{\\\"u}llermeier, Eyke and Loza Menc{\\'\\i}a, Eneldo and Brinker, Klaus",
		"Multilabel Classification via Calibrated Label Ranking", "Machine Learning", "73(2)", "133--153", "2008")
	tsoumakas2011 = contract.Article("tsoumakas2011",
		"Tsoumakas, Grigorios and Katakis, Ioannis and Vlahavas, Ioannis", "Random k-Labelsets for Multilabel Classification",
		"IEEE Transactions on Knowledge and Data Engineering", "23(7)", "1079--1089", "2011")
	tsoumakas2008 = contract.Paper("tsoumakas2008", "Tsoumakas, Grigorios and Katakis, Ioannis and Vlahavas, Ioannis",
		"Effective and Efficient Multilabel Classification in Domains with Large Number of Labels",
		"Proceedings of the ECML/PKDD 2008 Workshop on Mining Multidimensional Data", "2008")
	tang2009 = contract.Paper("tang2009", "Tang, Lei and Rajan, Suju and Narayanan, Vijay K.",
		"Large Scale Multi-label Classification via {MetaLabeler}",
		"Proceedings of the 18th International Conference on World Wide Web", "2009")
	read2008 = contract.Paper("read2008", "Read, Jesse and Pfahringer, Bernhard and Holmes, Geoff",
		"Multi-label Classification Using Ensembles of Pruned Sets",
		"Proceedings of the 8th IEEE International Conference on Data Mining", "2008")
)
