#include "textflag.h"
#include "neon_arm64.h"
#include "neon_exp_arm64.h"

// func logistic2NEON(rows int, f *float64, fs int, y, q, product, linear *float64)
TEXT ·logistic2NEON(SB), NOSPLIT, $0-56
	MOVD rows+0(FP), R0
	MOVD f+8(FP), R1
	MOVD fs+16(FP), R2
	MOVD y+24(FP), R3
	MOVD q+32(FP), R4
	MOVD product+40(FP), R5
	MOVD linear+48(FP), R6
	EXPCONSTANTS(R7)
	VLD1 (R3), [V0.D2]
	VLD1 (R4), [V1.D2]
	VLD1 (R5), [V2.D2]
	VLD1 (R6), [V3.D2]

looplog:
	VLD1 (R1), [V4.D2]
	FMUL(4, 0, 4)
	NEGATIVE(4)
	EXP
	FADD(7, 31, 8)
	FMUL(8, 2, 2)
	FDIV(8, 31, 9)             // 1 / (1 + e)
	FMUL(7, 9, 10)
	CMLT0(4, 11)
	VBIT V11.B16, V9.B16, V10.B16
	FMUL(10, 1, 10)
	VST1.P [V10.D2], (R1)(R2)
	FNEG(4, 12)
	VAND V11.B16, V12.B16, V12.B16
	FADD(12, 3, 3)
	SUBS $1, R0, R0
	BNE  looplog
	VST1 [V2.D2], (R5)
	VST1 [V3.D2], (R6)
	RET

// func squaredHinge2NEON(rows int, f *float64, fs int, y, q, sum *float64)
TEXT ·squaredHinge2NEON(SB), NOSPLIT, $0-48
	MOVD rows+0(FP), R0
	MOVD f+8(FP), R1
	MOVD fs+16(FP), R2
	MOVD y+24(FP), R3
	MOVD q+32(FP), R4
	MOVD sum+40(FP), R5
	VLD1 (R3), [V0.D2]
	VLD1 (R4), [V1.D2]
	VLD1 (R5), [V2.D2]
	VEOR V3.B16, V3.B16, V3.B16
	FMOVD $1.0, F31
	VDUP V31.D[0], V31.D2

loophinge:
	VLD1 (R1), [V4.D2]
	FMUL(4, 0, 4)
	FSUB(4, 31, 4)
	FMAX(3, 4, 4)
	VFMLA V4.D2, V4.D2, V2.D2
	FMUL(4, 1, 4)
	VST1.P [V4.D2], (R1)(R2)
	SUBS $1, R0, R0
	BNE  loophinge
	VST1 [V2.D2], (R5)
	RET

// func gaussianNEON(n int, x, norms *float64, norm, gamma float64)
TEXT ·gaussianNEON(SB), NOSPLIT, $0-40
	MOVD n+0(FP), R0
	MOVD x+8(FP), R1
	MOVD norms+16(FP), R2
	EXPCONSTANTS(R7)
	FMOVD norm+24(FP), F0
	VDUP V0.D[0], V0.D2
	FMOVD gamma+32(FP), F1
	VDUP V1.D[0], V1.D2
	FMOVD $2.0, F2
	VDUP V2.D[0], V2.D2
	VEOR V3.B16, V3.B16, V3.B16

loopgauss:
	VLD1 (R1), [V4.D2]
	VLD1.P 16(R2), [V5.D2]
	FADD(0, 5, 5)
	VFMLS V4.D2, V2.D2, V5.D2
	FMAXNM(3, 5, 5)
	FMUL(1, 5, 5)
	FNEG(5, 5)
	EXP
	VST1.P [V7.D2], 16(R1)
	SUBS $2, R0, R0
	BNE  loopgauss
	RET
