package kernel

import "golang.org/x/sys/cpu"

// available lists the ways of computing that this processor has, the fastest last.
func available() []set {
	sets := []set{portable}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		sets = append(sets, set{name: "avx2",
			products: products{
				block: blockAVX2, row: rowAVX2, narrowBlock: narrowBlockAVX2, dot: dotOfAVX2, axpy: axpyOfAVX2,
			},
			losses: losses{logistic: logisticAVX2, squaredHinge: squaredHingeAVX2},
			sparse: sparse{
				gather: gatherAVX2, scatter: scatterAVX2, prefetch: prefetchOf, sparseDot: sparseDotOf,
				sparseAxpy: sparseAxpyOf, gatherTwo: gatherTwoOf, scatterTwo: scatterTwoOf,
			},
			duals: duals{hingeStep: hingeStepOfAVX2, logisticStep: logisticStepOfAVX2, logisticGap: logisticGapOfAVX2},
			pairs: pairs{
				gaussian: gaussianOfAVX2, narrow: narrowOfAVX2, axpyNarrow: axpyNarrowOfAVX2, step: stepOfAVX2,
				partner: partnerOfAVX2, exchange: exchangeOfAVX2,
			},
		})
	}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
		sets = append(sets, set{name: "avx512",
			products: products{
				block: blockAVX512, row: rowAVX512, narrowBlock: narrowBlockAVX512, dot: dotOfAVX512, axpy: axpyOfAVX512,
			},
			losses: losses{logistic: logisticOfAVX512, squaredHinge: squaredHingeOfAVX512},
			sparse: sparse{
				gather: gatherAVX512, scatter: scatterAVX512, prefetch: prefetchOf, sparseDot: sparseDotOf,
				sparseAxpy: sparseAxpyOf, gatherTwo: gatherTwoOf, scatterTwo: scatterTwoOf,
			},
			duals: duals{
				hingeStep: hingeStepOfAVX512, logisticStep: logisticStepOfAVX512, logisticGap: logisticGapOfAVX512,
			},
			pairs: pairs{
				gaussian: gaussianOfAVX512, narrow: narrowOfAVX512, axpyNarrow: axpyNarrowOfAVX512, step: stepOfAVX512,
				partner: partnerOfAVX512, exchange: exchangeOfAVX512,
			},
		})
	}
	return sets
}
