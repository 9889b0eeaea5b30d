package decode

import (
	"github.com/manyclass/bench/framework/contract"
)

// The publications of decoders, codes and reductions.
var (
	Dietterich1995 = contract.Article("dietterich1995", "Dietterich, Thomas G. and Bakiri, Ghulum",
		"Solving Multiclass Learning Problems via Error-Correcting Output Codes",
		"Journal of Artificial Intelligence Research", "2", "263--286", "1995")
	Allwein2000 = contract.Article("allwein2000", "Allwein, Erin L. and Schapire, Robert E. and Singer, Yoram",
		"Reducing Multiclass to Binary: A Unifying Approach for Margin Classifiers",
		"Journal of Machine Learning Research", "1", "113--141", "2000")
	Rifkin2004 = contract.Article("rifkin2004", "Rifkin, Ryan and Klautau, Aldebaro",
		"In Defense of One-Vs-All Classification", "Journal of Machine Learning Research", "5", "101--141", "2004")
	Friedman1996 = contract.Report("friedman1996", "Friedman, Jerome H.",
		"Another Approach to Polychotomous Classification", "Department of Statistics, Stanford University", "1996")
	FrankKramer2004 = contract.Paper("frank2004", "Frank, Eibe and Kramer, Stefan",
		"Ensembles of Nested Dichotomies for Multi-Class Problems",
		"Proceedings of the 21st International Conference on Machine Learning", "2004")
	FrankHall2001 = contract.Paper("frank2001", "Frank, Eibe and Hall, Mark",
		"A Simple Approach to Ordinal Classification", "Machine Learning: ECML 2001", "2001")
	Wolpert1992 = contract.Article("wolpert1992", "Wolpert, David H.", "Stacked Generalization", "Neural Networks", "5(2)",
		"241--259", "1992")
	Pujol2006 = contract.Article("pujol2006", "Pujol, Oriol and Radeva, Petia and Vitri{\\`a}, Jordi",
		"Discriminant {ECOC}: A Heuristic Method for Application Dependent Design of Error Correcting Output Codes",
		"IEEE Transactions on Pattern Analysis and Machine Intelligence", "28(6)", "1007--1012", "2006")

	koller1997 = contract.Paper("koller1997", "Koller, Daphne and Sahami, Mehran",
		"Hierarchically Classifying Documents Using Very Few Words",
		"Proceedings of the 14th International Conference on Machine Learning", "1997")
	titsias2016 = contract.Paper("titsias2016", "Titsias, Michalis K.",
		"One-vs-Each Approximation to Softmax for Scalable Estimation of Probabilities",
		"Advances in Neural Information Processing Systems 29", "2016")
	platt2000 = contract.Paper("platt2000", "Platt, John C. and Cristianini, Nello and Shawe-Taylor, John",
		"Large Margin {DAGs} for Multiclass Classification", "Advances in Neural Information Processing Systems 12", "2000")
	wu2004 = contract.Article("wu2004", "Wu, Ting-Fan and Lin, Chih-Jen and Weng, Ruby C.",
		"Probability Estimates for Multi-class Classification by Pairwise Coupling",
		"Journal of Machine Learning Research", "5", "975--1005", "2004")
	hastie1998 = contract.Article("hastie1998", "Hastie, Trevor and Tibshirani, Robert",
		"Classification by Pairwise Coupling", "The Annals of Statistics", "26(2)", "451--471", "1998")
	price1995 = contract.Paper("price1995",
		"Price, David and Knerr, Stefan and Personnaz, L{\\'e}on and Dreyfus, G{\\'e}rard",
		"Pairwise Neural Network Classifiers with Probabilistic Outputs",
		"Advances in Neural Information Processing Systems 7", "1995")
	windeatt2003 = contract.Article("windeatt2003", "Windeatt, Terry and Ghaderi, Reza",
		"Coding and Decoding Strategies for Multi-class Learning Problems", "Information Fusion", "4(1)", "11--21", "2003")
	pujol2008 = contract.Article("pujol2008", "Pujol, Oriol and Escalera, Sergio and Radeva, Petia",
		"An Incremental Node Embedding Technique for Error Correcting Output Codes", "Pattern Recognition", "41", "", "2008")
	escalera2010 = contract.Article("escalera2010", "Escalera, Sergio and Pujol, Oriol and Radeva, Petia",
		"On the Decoding Process in Ternary Error-Correcting Output Codes",
		"IEEE Transactions on Pattern Analysis and Machine Intelligence", "32(1)", "120--134", "2010")
	passerini2004 = contract.Article("passerini2004", "Passerini, Andrea and Pontil, Massimiliano and Frasconi, Paolo",
		"New Results on Error Correcting Output Codes of Kernel Machines", "IEEE Transactions on Neural Networks", "15(1)",
		"45--54", "2004")
	huang2006 = contract.Article("huang2006", "Huang, Tzu-Kuo and Weng, Ruby C. and Lin, Chih-Jen",
		"Generalized {Bradley-Terry} Models and Multi-class Probability Estimates",
		"Journal of Machine Learning Research", "7", "85--115", "2006")
)

// couplings are the sources of the methods of coupling, of which the first is the default.
var couplings = []contract.Source{
	wu2004.Under("method", ""), wu2004.Under("method", string(WuLinWeng)),
	hastie1998.Under("method", string(HastieTibshirani)), price1995.Under("method", string(PKPD)),
}
