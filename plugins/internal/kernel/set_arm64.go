package kernel

// available lists the ways of computing; every processor of this architecture has vector
// instructions of two float64. What is missing in them is in plain Go, which has a fused
// multiply–add of its own here.
func available() []set {
	neon := portable
	neon.name = "neon"
	neon.products = products{
		block: blockNEON, row: rowNEON, narrowBlock: narrowBlockNEON, dot: dotOfNEON, axpy: axpyOfNEON,
	}
	neon.losses = losses{logistic: logisticNEON, squaredHinge: squaredHingeNEON}
	neon.gather, neon.scatter = gatherNEON, scatterNEON
	neon.duals = duals{hingeStep: hingeStepOfNEON, logisticStep: logisticStepOfNEON, logisticGap: logisticGapOfNEON}
	neon.gaussian, neon.narrow, neon.axpyNarrow = gaussianOfNEON, narrowOfNEON, axpyNarrowOfNEON
	neon.exchange = exchangeNEON
	return []set{portable, neon}
}
