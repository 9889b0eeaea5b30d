#include "textflag.h"
#include "neon_arm64.h"
#include "neon_exp_arm64.h"

// The series of logarithm in dual_portable.go.
DATA logarithms<>+0(SB)/8, $0.030303030303030304
DATA logarithms<>+8(SB)/8, $0.03225806451612903
DATA logarithms<>+16(SB)/8, $0.034482758620689655
DATA logarithms<>+24(SB)/8, $0.037037037037037035
DATA logarithms<>+32(SB)/8, $0.04
DATA logarithms<>+40(SB)/8, $0.043478260869565216
DATA logarithms<>+48(SB)/8, $0.047619047619047616
DATA logarithms<>+56(SB)/8, $0.05263157894736842
DATA logarithms<>+64(SB)/8, $0.058823529411764705
DATA logarithms<>+72(SB)/8, $0.06666666666666667
DATA logarithms<>+80(SB)/8, $0.07692307692307693
DATA logarithms<>+88(SB)/8, $0.09090909090909091
DATA logarithms<>+96(SB)/8, $0.1111111111111111
DATA logarithms<>+104(SB)/8, $0.14285714285714285
DATA logarithms<>+112(SB)/8, $0.2
DATA logarithms<>+120(SB)/8, $0.3333333333333333
DATA logarithms<>+128(SB)/8, $1.0
GLOBL logarithms<>(SB), RODATA|NOPTR, $136

#define TERM(from, to) \
	VLD1R.P 8(R14), [to.D2]; \
	VFMLA from.D2, V6.D2, to.D2

// V8 = log(1 + V7); uses V4, V5, V6 and R14.
#define LOG \
	FMOVD $2.0, F4; \
	VDUP V4.D[0], V4.D2; \
	FADD(7, 4, 5); \
	FDIV(5, 7, 5); \
	FMUL(5, 5, 6); \
	MOVD $logarithms<>(SB), R14; \
	VLD1R.P 8(R14), [V8.D2]; \
	TERM(V8, V4); \
	TERM(V4, V8); \
	TERM(V8, V4); \
	TERM(V4, V8); \
	TERM(V8, V4); \
	TERM(V4, V8); \
	TERM(V8, V4); \
	TERM(V4, V8); \
	TERM(V8, V4); \
	TERM(V4, V8); \
	TERM(V8, V4); \
	TERM(V4, V8); \
	TERM(V8, V4); \
	TERM(V4, V8); \
	TERM(V8, V4); \
	TERM(V4, V8); \
	FADD(5, 5, 5); \
	FMUL(8, 5, 8)

// V9 = σ(|x|) and V10 = σ(−|x|) for the register of number x.
#define SIGMOIDS(x) \
	NEGATIVE(x); \
	EXP; \
	FADD(7, 31, 8); \
	FDIV(8, 31, 9); \
	FMUL(7, 9, 10)

// V12 = σ(V2); V9 and V10 are as above.
#define SIGMOID \
	SIGMOIDS(2); \
	CMLT0(2, 11); \
	VMOV V9.B16, V12.B16; \
	VBIT V11.B16, V10.B16, V12.B16

// func logisticStepNEON(n int, p, f, logit, alpha, gap *float64, q, weight float64)
TEXT ·logisticStepNEON(SB), NOSPLIT, $0-64
	MOVD n+0(FP), R0
	MOVD p+8(FP), R1               // y
	MOVD f+16(FP), R3
	MOVD logit+24(FP), R4
	MOVD alpha+32(FP), R5
	MOVD gap+40(FP), R6
	ADD  R0<<3, R1, R2             // c
	EXPCONSTANTS(R7)
	FMOVD q+48(FP), F14
	VDUP V14.D[0], V14.D2

looppair:
	VLD1 (R1), [V5.D2]
	VLD1.P 16(R2), [V0.D2]
	VLD1 (R3), [V1.D2]
	VLD1 (R4), [V2.D2]             // x
	VLD1 (R5), [V3.D2]             // a
	FMOVD weight+56(FP), F6
	VDUP V6.D[0], V6.D2
	FMUL(6, 0, 0)                  // c
	FMUL(1, 5, 1)                  // m
	FNEG(3, 6)
	VFMLA V30.D2, V0.D2, V6.D2
	VMOV V1.B16, V7.B16
	VFMLA V14.D2, V6.D2, V7.D2
	VEOR V8.B16, V8.B16, V8.B16
	FCMGT(8, 7, 4)                 // the solution is negative
	FMOVD $1e-300, F6
	VDUP V6.D[0], V6.D2
	FMAX(6, 0, 6)
	FDIV(6, 3, 6)                  // s
	VMOV V6.B16, V10.B16
	VFMLS V6.D2, V6.D2, V10.D2     // the slope
	FADD(1, 2, 11)                 // h
	FMUL(30, 0, 7)
	FMUL(10, 7, 7)
	FMUL(11, 11, 12)
	FMUL(12, 7, 7)
	VLD1 (R6), [V8.D2]
	FADD(7, 8, 8)
	VST1.P [V8.D2], 16(R6)
	VCMEQ V5.D2, V5.D2, V13.D2     // lanes that go on
	MOVD $50, R8
	B    step

loopnewton:
	SIGMOID
	FMUL(10, 9, 10)
	FNEG(3, 6)
	VFMLA V12.D2, V0.D2, V6.D2
	FADD(1, 2, 11)
	VFMLA V6.D2, V14.D2, V11.D2

step:
	FMUL(0, 14, 5)
	VMOV V31.B16, V6.B16
	VFMLA V10.D2, V5.D2, V6.D2
	FDIV(6, 11, 11)                // the step
	FSUB(11, 2, 12)
	VEOR V8.B16, V8.B16, V8.B16
	FMIN(8, 12, 5)
	FMAX(8, 12, 6)
	VBIT V4.B16, V5.B16, V6.B16
	VBIT V13.B16, V6.B16, V2.B16
	FABS(11, 11)
	FMOVD $0.25, F5
	VDUP V5.D[0], V5.D2
	FCMGT(5, 11, 11)
	VAND V11.B16, V13.B16, V13.B16
	VMOV V13.D[0], R9
	VMOV V13.D[1], R10
	ORR  R9, R10, R9
	CBZ  R9, found
	SUBS $1, R8, R8
	BNE  loopnewton

found:
	SIGMOID
	FMUL(12, 0, 12)
	VST1.P [V2.D2], 16(R4)
	VST1.P [V12.D2], 16(R5)
	FSUB(3, 12, 12)
	VLD1.P 16(R1), [V5.D2]
	FMUL(5, 12, 12)
	VST1.P [V12.D2], 16(R3)
	SUBS $2, R0, R0
	BNE  looppair
	RET

// func logisticGapNEON(n int, p, f, logit, alpha, sums *float64, weight float64)
TEXT ·logisticGapNEON(SB), NOSPLIT, $0-56
	MOVD n+0(FP), R0
	MOVD p+8(FP), R1               // y
	MOVD f+16(FP), R3
	MOVD logit+24(FP), R4
	MOVD alpha+32(FP), R5
	MOVD sums+40(FP), R8
	ADD  R0<<3, R1, R2             // c
	ADD  R0<<3, R8, R9
	ADD  R0<<3, R9, R10
	ADD  R0<<3, R10, R11
	EXPCONSTANTS(R7)
	FMOVD weight+48(FP), F14
	VDUP V14.D[0], V14.D2

loopgap:
	VLD1.P 16(R1), [V13.D2]
	VLD1.P 16(R2), [V0.D2]
	VLD1.P 16(R3), [V1.D2]
	VLD1.P 16(R4), [V2.D2]         // t
	FMUL(14, 0, 0)                 // c
	FMUL(1, 13, 1)                 // m
	FMUL(13, 0, 13)                // c·y
	SIGMOIDS(1)
	CMLT0(1, 11)
	VMOV V10.B16, V12.B16
	VBIT V11.B16, V9.B16, V12.B16  // σ(−m)
	FNEG(1, 3)
	VAND V11.B16, V3.B16, V3.B16   // max(0, −m)
	VLD1 (R10), [V4.D2]
	VFMLA V12.D2, V13.D2, V4.D2
	VST1.P [V4.D2], 16(R10)
	FMUL(10, 0, 10)
	VLD1 (R11), [V4.D2]
	VFMLA V9.D2, V10.D2, V4.D2
	VST1.P [V4.D2], 16(R11)
	LOG
	FADD(3, 8, 3)                  // the loss
	VLD1 (R8), [V4.D2]
	VFMLA V3.D2, V0.D2, V4.D2
	VST1.P [V4.D2], 16(R8)
	NEGATIVE(2)
	EXP
	LOG
	VEOR V4.B16, V4.B16, V4.B16
	FMAX(4, 2, 4)
	FADD(4, 8, 8)                  // the entropy
	FSUB(8, 3, 3)
	VLD1.P 16(R5), [V9.D2]
	FADD(2, 1, 10)
	FMUL(10, 9, 9)
	VFMLA V3.D2, V0.D2, V9.D2
	VLD1 (R9), [V4.D2]
	FADD(9, 4, 4)
	VST1.P [V4.D2], 16(R9)
	SUBS $2, R0, R0
	BNE  loopgap
	RET

// func hingeStepNEON(n int, p, f, alpha, gap *float64, q, weight, inverse float64) uint64
TEXT ·hingeStepNEON(SB), NOSPLIT, $0-72
	MOVD n+0(FP), R0
	MOVD p+8(FP), R1
	MOVD f+16(FP), R7
	MOVD alpha+24(FP), R8
	MOVD gap+32(FP), R9
	FMOVD q+40(FP), F16
	FMOVD weight+48(FP), F17
	FMOVD inverse+56(FP), F18
	FMOVD $0.5, F20
	VDUP V16.D[0], V16.D2
	VDUP V17.D[0], V17.D2
	VDUP V18.D[0], V18.D2
	VDUP V20.D[0], V20.D2
	VEOR V19.B16, V19.B16, V19.B16
	LSL  $3, R0, R10
	ADD  R1, R10, R2               // |y|
	ADD  R2, R10, R3               // d
	ADD  R3, R10, R4               // the largest α
	ADD  R4, R10, R5               // coefficients of ξ
	ADD  R5, R10, R6               // and of ξ²
	MOVD $0, R11                   // the result
	MOVD $1, R12                   // the bit of eight problems

loopeight:
	MOVD $4, R13
	VCMEQ V19.D2, V19.D2, V13.D2   // no α has moved

looppair:
	VLD1.P 16(R1), [V0.D2]
	VLD1.P 16(R2), [V1.D2]
	VLD1.P 16(R3), [V3.D2]
	VLD1.P 16(R4), [V4.D2]
	VLD1.P 16(R5), [V10.D2]
	VLD1.P 16(R6), [V11.D2]
	VLD1 (R7), [V5.D2]
	VLD1 (R8), [V2.D2]
	VLD1 (R9), [V14.D2]
	FMUL(18, 3, 3)
	FMUL(17, 4, 4)
	FMUL(5, 0, 5)
	FSUB(5, 1, 6)                  // r
	VMOV V6.B16, V7.B16
	VFMLS V3.D2, V2.D2, V7.D2      // g
	FADD(16, 3, 8)
	FDIV(8, 7, 8)
	FADD(8, 2, 8)
	FMAX(19, 8, 8)
	FMIN(4, 8, 8)                  // the next α
	FMAX(19, 6, 9)
	VFMLA V11.D2, V9.D2, V10.D2
	FMUL(9, 10, 10)
	FMUL(17, 10, 10)               // the loss
	FMUL(20, 2, 11)
	FADD(7, 6, 12)
	VFMLS V11.D2, V12.D2, V10.D2
	FADD(10, 14, 14)
	VST1.P [V14.D2], 16(R9)
	VST1.P [V8.D2], 16(R8)
	FSUB(2, 8, 8)
	FMUL(0, 8, 8)
	VST1.P [V8.D2], 16(R7)
	FCMEQ0(8, 8)
	VAND V8.B16, V13.B16, V13.B16
	SUBS $1, R13, R13
	BNE  looppair
	VMOV V13.D[0], R14
	VMOV V13.D[1], R15
	AND  R15, R14, R14
	CMN  $1, R14
	BEQ  same
	ORR  R12, R11, R11

same:
	LSL  $1, R12, R12
	SUBS $8, R0, R0
	BNE  loopeight
	MOVD R11, ret+64(FP)
	RET
