#include "textflag.h"

DATA consts2<>+0(SB)/8, $1.4426950408889634      // log2(e), see exponential in portable.go
DATA consts2<>+8(SB)/8, $-0.693147180369123816490 // −ln 2, leading bits
DATA consts2<>+16(SB)/8, $-1.90821492927058770002e-10 // −ln 2, the rest
DATA consts2<>+24(SB)/8, $-708.0
DATA consts2<>+32(SB)/8, $1.6059043836821613e-10 // 1/13!
DATA consts2<>+40(SB)/8, $2.08767569878681e-09
DATA consts2<>+48(SB)/8, $2.505210838544172e-08
DATA consts2<>+56(SB)/8, $2.755731922398589e-07
DATA consts2<>+64(SB)/8, $2.7557319223985893e-06
DATA consts2<>+72(SB)/8, $2.48015873015873e-05
DATA consts2<>+80(SB)/8, $0.0001984126984126984
DATA consts2<>+88(SB)/8, $0.001388888888888889
DATA consts2<>+96(SB)/8, $0.008333333333333333
DATA consts2<>+104(SB)/8, $0.041666666666666664
DATA consts2<>+112(SB)/8, $0.16666666666666666
DATA consts2<>+120(SB)/8, $0.5
DATA consts2<>+128(SB)/8, $1.0
DATA consts2<>+136(SB)/8, $-2.0
DATA consts2<>+144(SB)/8, $1e-12
DATA consts2<>+152(SB)/8, $0x7FF0000000000000 // +∞
DATA consts2<>+160(SB)/8, $0xFFF0000000000000 // −∞
DATA consts2<>+168(SB)/8, $8
DATA consts2<>+176(SB)/8, $-1
DATA consts2<>+184(SB)/8, $1023
GLOBL consts2<>(SB), RODATA|NOPTR, $192

DATA order2<>+0(SB)/8, $0
DATA order2<>+8(SB)/8, $1
DATA order2<>+16(SB)/8, $2
DATA order2<>+24(SB)/8, $3
DATA order2<>+32(SB)/8, $4
DATA order2<>+40(SB)/8, $4
DATA order2<>+48(SB)/8, $4
DATA order2<>+56(SB)/8, $4
GLOBL order2<>(SB), RODATA|NOPTR, $64

// The next term of the polynomials in Y5 and Y10.
#define TERM(at) \
	VBROADCASTSD consts2<>+at(SB), Y9; \
	VFMADD213PD  Y9, Y5, Y7; \
	VFMADD213PD  Y9, Y10, Y12

// func gaussianAVX2(n int, x, norms *float64, norm, gamma float64)
TEXT ·gaussianAVX2(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ x+8(FP), SI
	MOVQ norms+16(FP), DI
	VBROADCASTSD norm+24(FP), Y0
	VBROADCASTSD gamma+32(FP), Y1
	VPXOR  Y2, Y2, Y2
	VSUBPD Y1, Y2, Y1              // −γ
	VBROADCASTSD consts2<>+136(SB), Y3
	VPBROADCASTQ consts2<>+184(SB), Y4
	VBROADCASTSD consts2<>+24(SB), Y13
	VBROADCASTSD consts2<>+0(SB), Y14
	VBROADCASTSD consts2<>+8(SB), Y15

loopgauss2:
	VADDPD      (DI), Y0, Y5       // norms + norm
	VADDPD      32(DI), Y0, Y10
	VMOVUPD     (SI), Y7
	VMOVUPD     32(SI), Y12
	VFMADD231PD Y7, Y3, Y5         // d²
	VFMADD231PD Y12, Y3, Y10
	VMAXPD      Y2, Y5, Y5
	VMAXPD      Y2, Y10, Y10
	VMULPD      Y1, Y5, Y5
	VMULPD      Y1, Y10, Y10
	VMAXPD      Y5, Y13, Y5
	VMAXPD      Y10, Y13, Y10
	VMULPD      Y5, Y14, Y6
	VMULPD      Y10, Y14, Y11
	VROUNDPD    $0, Y6, Y6         // n
	VROUNDPD    $0, Y11, Y11
	VFMADD231PD Y6, Y15, Y5
	VFMADD231PD Y11, Y15, Y10
	VBROADCASTSD consts2<>+16(SB), Y9
	VFMADD231PD Y6, Y9, Y5         // r
	VFMADD231PD Y11, Y9, Y10
	VBROADCASTSD consts2<>+32(SB), Y7
	VMOVAPD     Y7, Y12
	TERM(40)
	TERM(48)
	TERM(56)
	TERM(64)
	TERM(72)
	TERM(80)
	TERM(88)
	TERM(96)
	TERM(104)
	TERM(112)
	TERM(120)
	TERM(128)
	TERM(128)
	VCVTPD2DQY  Y6, X6
	VCVTPD2DQY  Y11, X11
	VPMOVSXDQ   X6, Y6
	VPMOVSXDQ   X11, Y11
	VPADDQ      Y4, Y6, Y6
	VPADDQ      Y4, Y11, Y11
	VPSLLQ      $52, Y6, Y6
	VPSLLQ      $52, Y11, Y11
	VMULPD      Y6, Y7, Y7
	VMULPD      Y11, Y12, Y12
	VMOVUPD     Y7, (SI)
	VMOVUPD     Y12, 32(SI)
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $8, CX
	JNZ  loopgauss2
	VZEROUPPER
	RET

// func narrowAVX2(n int, dst *float32, x *float64, shift float64)
TEXT ·narrowAVX2(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ x+16(FP), SI
	VBROADCASTSD shift+24(FP), Y0

loopnarrow2:
	VMOVUPD    (SI), Y1
	VMOVUPD    32(SI), Y2
	VSUBPD     Y0, Y1, Y1
	VSUBPD     Y0, Y2, Y2
	VCVTPD2PSY Y1, X1
	VCVTPD2PSY Y2, X2
	VMOVUPS    X1, (DI)
	VMOVUPS    X2, 16(DI)
	ADDQ $64, SI
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  loopnarrow2
	VZEROUPPER
	RET

// func axpyNarrowAVX2(n int, a float64, x *float32, dst *float64)
TEXT ·axpyNarrowAVX2(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	VBROADCASTSD a+8(FP), Y0
	MOVQ x+16(FP), SI
	MOVQ dst+24(FP), DI

loopaxpy2:
	VCVTPS2PD   (SI), Y1
	VCVTPS2PD   16(SI), Y3
	VMOVUPD     (DI), Y2
	VMOVUPD     32(DI), Y4
	VFMADD231PD Y1, Y0, Y2
	VFMADD231PD Y3, Y0, Y4
	VMOVUPD     Y2, (DI)
	VMOVUPD     Y4, 32(DI)
	ADDQ $32, SI
	ADDQ $64, DI
	SUBQ $8, CX
	JNZ  loopaxpy2
	VZEROUPPER
	RET

// Four rows of a step: MOST, LEAST, AT and ORDER are of their lists.
#define STEP4(offset, MOST, LEAST, AT, ORDER) \
	VCVTPS2PD   (offset/2)(SI)(DX*4), Y10; \
	VCVTPS2PD   (offset/2)(BX)(DX*4), Y11; \
	VSUBPD      Y11, Y10, Y10; \
	VMOVUPD     offset(DI)(DX*8), Y12; \
	VFMADD231PD Y10, Y0, Y12; \
	VMOVUPD     Y12, offset(DI)(DX*8); \
	VADDPD      offset(R8)(DX*8), Y12, Y13; \
	VADDPD      offset(R9)(DX*8), Y12, Y14; \
	VMINPD      Y14, LEAST, LEAST; \
	VCMPPD      $14, MOST, Y13, Y15; \
	VBLENDVPD   Y15, Y13, MOST, MOST; \
	VBLENDVPD   Y15, ORDER, AT, AT; \
	VPADDQ      Y9, ORDER, ORDER

// func stepAVX2(n int, e, up, low *float64, step float64, p, q *float32, most, least *float64, at *int64)
TEXT ·stepAVX2(SB), NOSPLIT, $0-80
	MOVQ n+0(FP), CX
	MOVQ e+8(FP), DI
	MOVQ up+16(FP), R8
	MOVQ low+24(FP), R9
	VBROADCASTSD step+32(FP), Y0
	MOVQ p+40(FP), SI
	MOVQ q+48(FP), BX
	VPXOR  Y1, Y1, Y1
	VSUBPD Y0, Y1, Y0              // −step
	VBROADCASTSD consts2<>+160(SB), Y1
	VMOVAPD      Y1, Y2
	VBROADCASTSD consts2<>+152(SB), Y3
	VMOVAPD      Y3, Y4
	VPBROADCASTQ consts2<>+176(SB), Y5
	VMOVDQA      Y5, Y6
	VMOVDQU      order2<>+0(SB), Y7
	VPADDQ       order2<>+32(SB), Y7, Y8
	VPBROADCASTQ consts2<>+168(SB), Y9
	XORQ DX, DX

loopstep2:
	STEP4(0, Y1, Y3, Y5, Y7)
	STEP4(32, Y2, Y4, Y6, Y8)
	ADDQ $8, DX
	CMPQ DX, CX
	JLT  loopstep2
	MOVQ most+56(FP), AX
	VMOVUPD Y1, (AX)
	VMOVUPD Y2, 32(AX)
	MOVQ least+64(FP), AX
	VMOVUPD Y3, (AX)
	VMOVUPD Y4, 32(AX)
	MOVQ at+72(FP), AX
	VMOVDQU Y5, (AX)
	VMOVDQU Y6, 32(AX)
	VZEROUPPER
	RET

// Four rows of a search: ABOVE, BELOW and AT are of their lists, ORDER is where the rows
// are.
#define PARTNER4(offset, ABOVE, BELOW, AT, ORDER) \
	VMOVUPD     offset(DI)(DX*8), Y12; \
	VADDPD      offset(R8)(DX*8), Y12, Y12; \
	VSUBPD      Y12, Y0, Y12; \
	VCMPPD      $14, Y2, Y12, Y13; \
	VCVTPS2PD   (offset/2)(SI)(DX*4), Y14; \
	VADDPD      offset(R9)(DX*8), Y1, Y15; \
	VADDPD      Y14, Y14, Y14; \
	VSUBPD      Y14, Y15, Y15; \
	VCMPPD      $14, Y2, Y15, Y14; \
	VBLENDVPD   Y14, Y15, Y4, Y15; \
	VMULPD      Y12, Y12, Y12; \
	VMULPD      BELOW, Y12, Y14; \
	VMULPD      Y15, ABOVE, Y3; \
	VCMPPD      $14, Y3, Y14, Y14; \
	VANDPD      Y13, Y14, Y14; \
	VBLENDVPD   Y14, Y12, ABOVE, ABOVE; \
	VBLENDVPD   Y14, Y15, BELOW, BELOW; \
	VBLENDVPD   Y14, ORDER, AT, AT

// func partnerAVX2(n int, e, low, diagonal *float64, row *float32, most, own float64, above, below *float64, at *int64)
TEXT ·partnerAVX2(SB), NOSPLIT, $0-80
	MOVQ n+0(FP), CX
	MOVQ e+8(FP), DI
	MOVQ low+16(FP), R8
	MOVQ diagonal+24(FP), R9
	MOVQ row+32(FP), SI
	VBROADCASTSD most+40(FP), Y0
	VBROADCASTSD own+48(FP), Y1
	VPXOR Y2, Y2, Y2
	VBROADCASTSD consts2<>+144(SB), Y4
	VPXOR Y5, Y5, Y5               // above
	VPXOR Y6, Y6, Y6
	VBROADCASTSD consts2<>+128(SB), Y7 // below
	VMOVAPD      Y7, Y8
	VPBROADCASTQ consts2<>+176(SB), Y9 // at
	VMOVDQA      Y9, Y10
	VMOVDQU      order2<>+0(SB), Y11
	XORQ DX, DX

looppartner2:
	PARTNER4(0, Y5, Y7, Y9, Y11)
	VPADDQ order2<>+32(SB), Y11, Y11
	PARTNER4(32, Y6, Y8, Y10, Y11)
	VPADDQ order2<>+32(SB), Y11, Y11
	ADDQ $8, DX
	CMPQ DX, CX
	JLT  looppartner2
	MOVQ above+56(FP), AX
	VMOVUPD Y5, (AX)
	VMOVUPD Y6, 32(AX)
	MOVQ below+64(FP), AX
	VMOVUPD Y7, (AX)
	VMOVUPD Y8, 32(AX)
	MOVQ at+72(FP), AX
	VMOVDQU Y9, (AX)
	VMOVDQU Y10, 32(AX)
	VZEROUPPER
	RET
