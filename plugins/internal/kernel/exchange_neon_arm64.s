#include "textflag.h"

// R6 is where the row of the next element begins in F or V at R3, R7 where its slot does in T or u at R4,
// and V8 is the element.
#define ELEMENT \
	MOVWU.P 4(R1), R5; \
	LSR  $11, R5, R6; \
	ADD  R6<<6, R3, R6; \
	AND  $0xff, R5, R7; \
	ADD  R7<<3, R4, R7; \
	VLD1R.P 8(R2), [V8.D2]

#define ADDROW \
	VFMLA V8.D2, V4.D2, V0.D2; \
	VFMLA V8.D2, V5.D2, V1.D2; \
	VFMLA V8.D2, V6.D2, V2.D2; \
	VFMLA V8.D2, V7.D2, V3.D2

// func sumsNEON(n int64, entries *uint32, data, v, u *float64)
TEXT ·sumsNEON(SB), NOSPLIT, $0-40
	MOVD n+0(FP), R0
	MOVD entries+8(FP), R1
	MOVD data+16(FP), R2
	MOVD v+24(FP), R3
	MOVD u+32(FP), R4

loopsums:
	ELEMENT
	VLD1 (R6), [V4.D2, V5.D2, V6.D2, V7.D2]
	VLD1 (R7), [V0.D2, V1.D2, V2.D2, V3.D2]
	ADDROW
	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R7)
	SUBS $1, R0, R0
	BNE  loopsums
	RET

// func spreadNEON(n int64, entries *uint32, data, f, t *float64)
TEXT ·spreadNEON(SB), NOSPLIT, $0-40
	MOVD n+0(FP), R0
	MOVD entries+8(FP), R1
	MOVD data+16(FP), R2
	MOVD f+24(FP), R3
	MOVD t+32(FP), R4

loopspread:
	ELEMENT
	VLD1 (R7), [V4.D2, V5.D2, V6.D2, V7.D2]
	VLD1 (R6), [V0.D2, V1.D2, V2.D2, V3.D2]
	ADDROW
	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R6)
	SUBS $1, R0, R0
	BNE  loopspread
	RET
