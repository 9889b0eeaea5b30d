#include "textflag.h"
#include "neon_arm64.h"

// Adds the rows of four registers at b, times the element of A in a, to c0 … c3.
#define ROW(a, c0, c1, c2, c3) \
	VFMLA a.D2, V16.D2, c0.D2; \
	VFMLA a.D2, V17.D2, c1.D2; \
	VFMLA a.D2, V18.D2, c2.D2; \
	VFMLA a.D2, V19.D2, c3.D2

// func block4x8NEON(k int, a *float64, as, ap int, b *float64, bs int, c *float64, cs int)
TEXT ·block4x8NEON(SB), NOSPLIT, $0-64
	MOVD k+0(FP), R0
	MOVD a+8(FP), R1
	MOVD as+16(FP), R2
	MOVD ap+24(FP), R3
	MOVD b+32(FP), R4
	MOVD bs+40(FP), R5
	MOVD c+48(FP), R6
	MOVD cs+56(FP), R7
	ADD  R1, R2, R8
	ADD  R8, R2, R9
	ADD  R9, R2, R10
	MOVD R6, R11
	VLD1.P (R11)(R7), [V0.D2, V1.D2, V2.D2, V3.D2]
	VLD1.P (R11)(R7), [V4.D2, V5.D2, V6.D2, V7.D2]
	VLD1.P (R11)(R7), [V8.D2, V9.D2, V10.D2, V11.D2]
	VLD1.P (R11)(R7), [V12.D2, V13.D2, V14.D2, V15.D2]

loop4x8:
	VLD1.P (R4)(R5), [V16.D2, V17.D2, V18.D2, V19.D2]
	VLD1R.P (R1)(R3), [V20.D2]
	VLD1R.P (R8)(R3), [V21.D2]
	VLD1R.P (R9)(R3), [V22.D2]
	VLD1R.P (R10)(R3), [V23.D2]
	ROW(V20, V0, V1, V2, V3)
	ROW(V21, V4, V5, V6, V7)
	ROW(V22, V8, V9, V10, V11)
	ROW(V23, V12, V13, V14, V15)
	SUBS $1, R0, R0
	BNE  loop4x8
	VST1.P [V0.D2, V1.D2, V2.D2, V3.D2], (R6)(R7)
	VST1.P [V4.D2, V5.D2, V6.D2, V7.D2], (R6)(R7)
	VST1.P [V8.D2, V9.D2, V10.D2, V11.D2], (R6)(R7)
	VST1.P [V12.D2, V13.D2, V14.D2, V15.D2], (R6)(R7)
	RET

// func row16NEON(k int, a *float64, ap int, b *float64, bs int, c *float64)
TEXT ·row16NEON(SB), NOSPLIT, $0-48
	MOVD k+0(FP), R0
	MOVD a+8(FP), R1
	MOVD ap+16(FP), R2
	MOVD b+24(FP), R3
	MOVD bs+32(FP), R4
	MOVD c+40(FP), R5
	ADD  $64, R3, R6
	ADD  $64, R5, R7
	VLD1 (R5), [V0.D2, V1.D2, V2.D2, V3.D2]
	VLD1 (R7), [V4.D2, V5.D2, V6.D2, V7.D2]

loopr16:
	VLD1R.P (R1)(R2), [V20.D2]
	VLD1.P (R3)(R4), [V16.D2, V17.D2, V18.D2, V19.D2]
	ROW(V20, V0, V1, V2, V3)
	VLD1.P (R6)(R4), [V16.D2, V17.D2, V18.D2, V19.D2]
	ROW(V20, V4, V5, V6, V7)
	SUBS $1, R0, R0
	BNE  loopr16
	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R5)
	VST1 [V4.D2, V5.D2, V6.D2, V7.D2], (R7)
	RET

// func row8NEON(k int, a *float64, ap int, b *float64, bs int, c *float64)
TEXT ·row8NEON(SB), NOSPLIT, $0-48
	MOVD k+0(FP), R0
	MOVD a+8(FP), R1
	MOVD ap+16(FP), R2
	MOVD b+24(FP), R3
	MOVD bs+32(FP), R4
	MOVD c+40(FP), R5
	VLD1 (R5), [V0.D2, V1.D2, V2.D2, V3.D2]

loopr8:
	VLD1R.P (R1)(R2), [V20.D2]
	VLD1.P (R3)(R4), [V16.D2, V17.D2, V18.D2, V19.D2]
	ROW(V20, V0, V1, V2, V3)
	SUBS $1, R0, R0
	BNE  loopr8
	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R5)
	RET

// func gather8NEON(n int, data *float64, indices *int32, w *float64, ws int, f *float64)
TEXT ·gather8NEON(SB), NOSPLIT, $0-48
	MOVD n+0(FP), R0
	MOVD data+8(FP), R1
	MOVD indices+16(FP), R2
	MOVD w+24(FP), R3
	MOVD ws+32(FP), R4
	MOVD f+40(FP), R5
	VLD1 (R5), [V0.D2, V1.D2, V2.D2, V3.D2]

loopg8:
	MOVW.P 4(R2), R6
	MADD R4, R3, R6, R6
	VLD1R.P 8(R1), [V20.D2]
	VLD1 (R6), [V16.D2, V17.D2, V18.D2, V19.D2]
	ROW(V20, V0, V1, V2, V3)
	SUBS $1, R0, R0
	BNE  loopg8
	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R5)
	RET

// func scatter8NEON(n int, data *float64, indices *int32, w *float64, ws int, f *float64)
TEXT ·scatter8NEON(SB), NOSPLIT, $0-48
	MOVD n+0(FP), R0
	MOVD data+8(FP), R1
	MOVD indices+16(FP), R2
	MOVD w+24(FP), R3
	MOVD ws+32(FP), R4
	MOVD f+40(FP), R5
	VLD1 (R5), [V16.D2, V17.D2, V18.D2, V19.D2]

loops8:
	MOVW.P 4(R2), R6
	MADD R4, R3, R6, R6
	VLD1R.P 8(R1), [V20.D2]
	VLD1 (R6), [V0.D2, V1.D2, V2.D2, V3.D2]
	ROW(V20, V0, V1, V2, V3)
	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R6)
	SUBS $1, R0, R0
	BNE  loops8
	RET

// func dotNEON(n int, a, b *float64) float64
TEXT ·dotNEON(SB), NOSPLIT, $0-32
	MOVD n+0(FP), R0
	MOVD a+8(FP), R1
	MOVD b+16(FP), R2
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16

loopdot:
	VLD1.P 64(R1), [V16.D2, V17.D2, V18.D2, V19.D2]
	VLD1.P 64(R2), [V20.D2, V21.D2, V22.D2, V23.D2]
	VFMLA V16.D2, V20.D2, V0.D2
	VFMLA V17.D2, V21.D2, V1.D2
	VFMLA V18.D2, V22.D2, V2.D2
	VFMLA V19.D2, V23.D2, V3.D2
	SUBS $8, R0, R0
	BEQ  fold
	VLD1.P 64(R1), [V16.D2, V17.D2, V18.D2, V19.D2]
	VLD1.P 64(R2), [V20.D2, V21.D2, V22.D2, V23.D2]
	VFMLA V16.D2, V20.D2, V4.D2
	VFMLA V17.D2, V21.D2, V5.D2
	VFMLA V18.D2, V22.D2, V6.D2
	VFMLA V19.D2, V23.D2, V7.D2
	SUBS $8, R0, R0
	BNE  loopdot

fold:
	FADD(4, 0, 0)
	FADD(5, 1, 1)
	FADD(6, 2, 2)
	FADD(7, 3, 3)
	FADD(2, 0, 0)
	FADD(3, 1, 1)
	FADD(1, 0, 0)
	FADDP(0, 0)
	FMOVD F0, ret+24(FP)
	RET

// func axpyNEON(n int, a float64, x, y *float64)
TEXT ·axpyNEON(SB), NOSPLIT, $0-32
	MOVD n+0(FP), R0
	FMOVD a+8(FP), F20
	VDUP V20.D[0], V20.D2
	MOVD x+16(FP), R1
	MOVD y+24(FP), R2

loopaxpy:
	VLD1.P 64(R1), [V16.D2, V17.D2, V18.D2, V19.D2]
	VLD1 (R2), [V0.D2, V1.D2, V2.D2, V3.D2]
	ROW(V20, V0, V1, V2, V3)
	VST1.P [V0.D2, V1.D2, V2.D2, V3.D2], 64(R2)
	SUBS $8, R0, R0
	BNE  loopaxpy
	RET

// Adds the row of four registers at b, times the element of A in a, to c0 … c3, in float32.
#define NARROWROW(a, c0, c1, c2, c3) \
	VFMLA a.S4, V16.S4, c0.S4; \
	VFMLA a.S4, V17.S4, c1.S4; \
	VFMLA a.S4, V18.S4, c2.S4; \
	VFMLA a.S4, V19.S4, c3.S4

// Adds 8 float32 in the registers of numbers l and h to the float64 at R11, which moves on.
#define WIDEN(l, h) \
	VLD1 (R11), [V20.D2, V21.D2, V22.D2, V23.D2]; \
	FCVTL(l, 24); \
	FCVTL2(l, 25); \
	FCVTL(h, 26); \
	FCVTL2(h, 27); \
	FADD(24, 20, 20); \
	FADD(25, 21, 21); \
	FADD(26, 22, 22); \
	FADD(27, 23, 23); \
	VST1.P [V20.D2, V21.D2, V22.D2, V23.D2], 64(R11)

#define ZERO4(c0, c1, c2, c3) \
	VEOR c0.B16, c0.B16, c0.B16; \
	VEOR c1.B16, c1.B16, c1.B16; \
	VEOR c2.B16, c2.B16, c2.B16; \
	VEOR c3.B16, c3.B16, c3.B16

// func narrowBlock4x16NEON(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)
TEXT ·narrowBlock4x16NEON(SB), NOSPLIT, $0-64
	MOVD k+0(FP), R0
	MOVD a+8(FP), R1
	MOVD as+16(FP), R2
	MOVD ap+24(FP), R3
	MOVD b+32(FP), R4
	MOVD bs+40(FP), R5
	MOVD c+48(FP), R6
	MOVD cs+56(FP), R7
	ADD  R1, R2, R8
	ADD  R8, R2, R9
	ADD  R9, R2, R10
	ZERO4(V0, V1, V2, V3)
	ZERO4(V4, V5, V6, V7)
	ZERO4(V8, V9, V10, V11)
	ZERO4(V12, V13, V14, V15)

loop4x16:
	VLD1.P (R4)(R5), [V16.S4, V17.S4, V18.S4, V19.S4]
	VLD1R.P (R1)(R3), [V20.S4]
	VLD1R.P (R8)(R3), [V21.S4]
	VLD1R.P (R9)(R3), [V22.S4]
	VLD1R.P (R10)(R3), [V23.S4]
	NARROWROW(V20, V0, V1, V2, V3)
	NARROWROW(V21, V4, V5, V6, V7)
	NARROWROW(V22, V8, V9, V10, V11)
	NARROWROW(V23, V12, V13, V14, V15)
	SUBS $1, R0, R0
	BNE  loop4x16
	MOVD R6, R11
	WIDEN(0, 1)
	WIDEN(2, 3)
	ADD  R7, R6, R6
	MOVD R6, R11
	WIDEN(4, 5)
	WIDEN(6, 7)
	ADD  R7, R6, R6
	MOVD R6, R11
	WIDEN(8, 9)
	WIDEN(10, 11)
	ADD  R7, R6, R6
	MOVD R6, R11
	WIDEN(12, 13)
	WIDEN(14, 15)
	RET

// func axpyNarrowNEON(n int, a float64, x *float32, dst *float64)
TEXT ·axpyNarrowNEON(SB), NOSPLIT, $0-32
	MOVD n+0(FP), R0
	FMOVD a+8(FP), F20
	VDUP V20.D[0], V20.D2
	MOVD x+16(FP), R1
	MOVD dst+24(FP), R2

loopan:
	VLD1.P 32(R1), [V4.S4, V5.S4]
	FCVTL(4, 16)
	FCVTL2(4, 17)
	FCVTL(5, 18)
	FCVTL2(5, 19)
	VLD1 (R2), [V0.D2, V1.D2, V2.D2, V3.D2]
	ROW(V20, V0, V1, V2, V3)
	VST1.P [V0.D2, V1.D2, V2.D2, V3.D2], 64(R2)
	SUBS $8, R0, R0
	BNE  loopan
	RET

// func narrowNEON(n int, dst *float32, x *float64, shift float64)
TEXT ·narrowNEON(SB), NOSPLIT, $0-32
	MOVD n+0(FP), R0
	MOVD dst+8(FP), R1
	MOVD x+16(FP), R2
	FMOVD shift+24(FP), F20
	VDUP V20.D[0], V20.D2

loopn:
	VLD1.P 64(R2), [V0.D2, V1.D2, V2.D2, V3.D2]
	FSUB(20, 0, 0)
	FSUB(20, 1, 1)
	FSUB(20, 2, 2)
	FSUB(20, 3, 3)
	FCVTN(0, 4)
	FCVTN2(1, 4)
	FCVTN(2, 5)
	FCVTN2(3, 5)
	VST1.P [V4.S4, V5.S4], 32(R1)
	SUBS $8, R0, R0
	BNE  loopn
	RET
