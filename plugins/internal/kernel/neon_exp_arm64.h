// The constants of the exponential function (see exponential in portable.go) in V15 … V31.
#define EXPCONSTANTS(R) \
	MOVD $exponentials<>(SB), R; \
	VLD1R.P 8(R), [V15.D2]; \
	VLD1R.P 8(R), [V16.D2]; \
	VLD1R.P 8(R), [V17.D2]; \
	VLD1R.P 8(R), [V18.D2]; \
	VLD1R.P 8(R), [V19.D2]; \
	VLD1R.P 8(R), [V20.D2]; \
	VLD1R.P 8(R), [V21.D2]; \
	VLD1R.P 8(R), [V22.D2]; \
	VLD1R.P 8(R), [V23.D2]; \
	VLD1R.P 8(R), [V24.D2]; \
	VLD1R.P 8(R), [V25.D2]; \
	VLD1R.P 8(R), [V26.D2]; \
	VLD1R.P 8(R), [V27.D2]; \
	VLD1R.P 8(R), [V28.D2]; \
	VLD1R.P 8(R), [V29.D2]; \
	VLD1R.P 8(R), [V30.D2]; \
	VLD1R.P 8(R), [V31.D2]

#define HORNER(c, from, to) \
	VMOV c.B16, to.B16; \
	VFMLA from.D2, V5.D2, to.D2

// V7 = exp(V5) for V5 ≤ 0; uses V6 and V8. V31 holds 1. The power of 2 is added to the exponent.
#define EXP \
	FMAX(18, 5, 5); \
	FMUL(15, 5, 6); \
	FRINTN(6, 6); \
	VFMLA V16.D2, V6.D2, V5.D2; \
	VFMLA V17.D2, V6.D2, V5.D2; \
	HORNER(V20, V19, V8); \
	HORNER(V21, V8, V7); \
	HORNER(V22, V7, V8); \
	HORNER(V23, V8, V7); \
	HORNER(V24, V7, V8); \
	HORNER(V25, V8, V7); \
	HORNER(V26, V7, V8); \
	HORNER(V27, V8, V7); \
	HORNER(V28, V7, V8); \
	HORNER(V29, V8, V7); \
	HORNER(V30, V7, V8); \
	HORNER(V31, V8, V7); \
	HORNER(V31, V7, V8); \
	FCVTNS(6, 6); \
	SHL52(6, 6); \
	VADD V6.D2, V8.D2, V7.D2

// V5 = −|n|
#define NEGATIVE(n) FABS(n, 5); FNEG(5, 5)

DATA exponentials<>+0(SB)/8, $1.4426950408889634
DATA exponentials<>+8(SB)/8, $-0.693147180369123816490
DATA exponentials<>+16(SB)/8, $-1.90821492927058770002e-10
DATA exponentials<>+24(SB)/8, $-708.0
DATA exponentials<>+32(SB)/8, $1.6059043836821613e-10
DATA exponentials<>+40(SB)/8, $2.08767569878681e-09
DATA exponentials<>+48(SB)/8, $2.505210838544172e-08
DATA exponentials<>+56(SB)/8, $2.755731922398589e-07
DATA exponentials<>+64(SB)/8, $2.7557319223985893e-06
DATA exponentials<>+72(SB)/8, $2.48015873015873e-05
DATA exponentials<>+80(SB)/8, $0.0001984126984126984
DATA exponentials<>+88(SB)/8, $0.001388888888888889
DATA exponentials<>+96(SB)/8, $0.008333333333333333
DATA exponentials<>+104(SB)/8, $0.041666666666666664
DATA exponentials<>+112(SB)/8, $0.16666666666666666
DATA exponentials<>+120(SB)/8, $0.5
DATA exponentials<>+128(SB)/8, $1.0
GLOBL exponentials<>(SB), RODATA|NOPTR, $136
