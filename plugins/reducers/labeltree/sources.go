package labeltree

import "github.com/manyclass/bench/framework/contract"

// The publications of label trees.
var (
	jasinska2020 = contract.Article("jasinska2020",
		"Jasinska-Kobus, Kalina and Wydmuch, Marek and Dembczy{\\'n}ski, Krzysztof and Kuznetsov, Mikhail and "+
			"Busa-Fekete, R{\\'o}bert",
		"Probabilistic Label Trees for Extreme Multi-label Classification", "arXiv", "2009.11218", "", "2020")
	prabhu2018 = contract.Paper("prabhu2018",
		"Prabhu, Yashoteja and Kag, Anil and Harsola, Shrutendra and Agrawal, Rahul and Varma, Manik",
		"Parabel: Partitioned Label Trees for Extreme Classification with Application to Dynamic Search Advertising",
		"Proceedings of the 2018 World Wide Web Conference", "2018")
	huffman1952 = contract.Article("huffman1952", "Huffman, David A.",
		"A Method for the Construction of Minimum-Redundancy Codes", "Proceedings of the IRE", "40(9)", "1098--1101", "1952")
)
