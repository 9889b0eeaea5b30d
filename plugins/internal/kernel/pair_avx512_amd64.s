#include "textflag.h"

// Constants of the exponential function, see exponential in portable.go, and others.
DATA pairs<>+0(SB)/8, $1.4426950408889634      // log2(e)
DATA pairs<>+8(SB)/8, $-0.693147180369123816490 // −ln 2, leading bits
DATA pairs<>+16(SB)/8, $-1.90821492927058770002e-10 // −ln 2, the rest
DATA pairs<>+24(SB)/8, $-708.0
DATA pairs<>+32(SB)/8, $1.6059043836821613e-10 // 1/13!
DATA pairs<>+40(SB)/8, $2.08767569878681e-09
DATA pairs<>+48(SB)/8, $2.505210838544172e-08
DATA pairs<>+56(SB)/8, $2.755731922398589e-07
DATA pairs<>+64(SB)/8, $2.7557319223985893e-06
DATA pairs<>+72(SB)/8, $2.48015873015873e-05
DATA pairs<>+80(SB)/8, $0.0001984126984126984
DATA pairs<>+88(SB)/8, $0.001388888888888889
DATA pairs<>+96(SB)/8, $0.008333333333333333
DATA pairs<>+104(SB)/8, $0.041666666666666664
DATA pairs<>+112(SB)/8, $0.16666666666666666
DATA pairs<>+120(SB)/8, $0.5
DATA pairs<>+128(SB)/8, $1.0
DATA pairs<>+136(SB)/8, $-2.0
DATA pairs<>+144(SB)/8, $1e-12
DATA pairs<>+152(SB)/8, $0x7FF0000000000000 // +∞
DATA pairs<>+160(SB)/8, $0xFFF0000000000000 // −∞
DATA pairs<>+168(SB)/8, $8
DATA pairs<>+176(SB)/8, $-1
GLOBL pairs<>(SB), RODATA|NOPTR, $184

DATA order<>+0(SB)/8, $0
DATA order<>+8(SB)/8, $1
DATA order<>+16(SB)/8, $2
DATA order<>+24(SB)/8, $3
DATA order<>+32(SB)/8, $4
DATA order<>+40(SB)/8, $5
DATA order<>+48(SB)/8, $6
DATA order<>+56(SB)/8, $7
GLOBL order<>(SB), RODATA|NOPTR, $64

// func gaussianAVX512(n int, x, norms *float64, norm, gamma float64)
TEXT ·gaussianAVX512(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ x+8(FP), SI
	MOVQ norms+16(FP), DI
	VBROADCASTSD norm+24(FP), Z0
	VBROADCASTSD gamma+32(FP), Z1
	VPXORQ Z2, Z2, Z2
	VSUBPD Z1, Z2, Z1              // −γ
	VBROADCASTSD pairs<>+136(SB), Z3
	VBROADCASTSD pairs<>+0(SB), Z16
	VBROADCASTSD pairs<>+8(SB), Z17
	VBROADCASTSD pairs<>+16(SB), Z18
	VBROADCASTSD pairs<>+24(SB), Z19
	VBROADCASTSD pairs<>+128(SB), Z20
	VBROADCASTSD pairs<>+32(SB), Z22
	VBROADCASTSD pairs<>+40(SB), Z23
	VBROADCASTSD pairs<>+48(SB), Z24
	VBROADCASTSD pairs<>+56(SB), Z25
	VBROADCASTSD pairs<>+64(SB), Z26
	VBROADCASTSD pairs<>+72(SB), Z27
	VBROADCASTSD pairs<>+80(SB), Z28
	VBROADCASTSD pairs<>+88(SB), Z29
	VBROADCASTSD pairs<>+96(SB), Z30
	VBROADCASTSD pairs<>+104(SB), Z31
	VBROADCASTSD pairs<>+112(SB), Z14
	VBROADCASTSD pairs<>+120(SB), Z15

loopgauss:
	VADDPD      (DI), Z0, Z5       // norms + norm
	VMOVUPD     (SI), Z4
	VFMADD231PD Z4, Z3, Z5         // d²
	VMAXPD      Z2, Z5, Z5
	VMULPD      Z1, Z5, Z5
	VMAXPD      Z5, Z19, Z5
	VMULPD      Z5, Z16, Z6
	VRNDSCALEPD $0, Z6, Z6         // n
	VFMADD231PD Z6, Z17, Z5
	VFMADD231PD Z6, Z18, Z5        // r
	VMOVAPD     Z22, Z7
	VFMADD213PD Z23, Z5, Z7
	VFMADD213PD Z24, Z5, Z7
	VFMADD213PD Z25, Z5, Z7
	VFMADD213PD Z26, Z5, Z7
	VFMADD213PD Z27, Z5, Z7
	VFMADD213PD Z28, Z5, Z7
	VFMADD213PD Z29, Z5, Z7
	VFMADD213PD Z30, Z5, Z7
	VFMADD213PD Z31, Z5, Z7
	VFMADD213PD Z14, Z5, Z7
	VFMADD213PD Z15, Z5, Z7
	VFMADD213PD Z20, Z5, Z7
	VFMADD213PD Z20, Z5, Z7
	VSCALEFPD   Z6, Z7, Z7
	VMOVUPD     Z7, (SI)
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $8, CX
	JNZ  loopgauss
	VZEROUPPER
	RET

// func narrowAVX512(n int, dst *float32, x *float64, shift float64)
TEXT ·narrowAVX512(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ x+16(FP), SI
	VBROADCASTSD shift+24(FP), Z0

loopnarrow:
	VMOVUPD   (SI), Z1
	VSUBPD    Z0, Z1, Z1
	VCVTPD2PS Z1, Y1
	VMOVUPS   Y1, (DI)
	ADDQ $64, SI
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  loopnarrow
	VZEROUPPER
	RET

// func axpyNarrowAVX512(n int, a float64, x *float32, dst *float64)
TEXT ·axpyNarrowAVX512(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	VBROADCASTSD a+8(FP), Z0
	MOVQ x+16(FP), SI
	MOVQ dst+24(FP), DI

loopaxpy:
	VCVTPS2PD   (SI), Z1
	VMOVUPD     (DI), Z2
	VFMADD231PD Z1, Z0, Z2
	VMOVUPD     Z2, (DI)
	ADDQ $32, SI
	ADDQ $64, DI
	SUBQ $8, CX
	JNZ  loopaxpy
	VZEROUPPER
	RET

// func stepAVX512(n int, e, up, low *float64, step float64, p, q *float32, most, least *float64, at *int64)
TEXT ·stepAVX512(SB), NOSPLIT, $0-80
	MOVQ n+0(FP), CX
	MOVQ e+8(FP), DI
	MOVQ up+16(FP), R8
	MOVQ low+24(FP), R9
	VBROADCASTSD step+32(FP), Z0
	MOVQ p+40(FP), SI
	MOVQ q+48(FP), BX
	VPXORQ Z1, Z1, Z1
	VSUBPD Z0, Z1, Z0              // −step
	VBROADCASTSD pairs<>+160(SB), Z6 // most
	VBROADCASTSD pairs<>+152(SB), Z7 // least
	VPBROADCASTQ pairs<>+176(SB), Z8 // at
	VPBROADCASTQ pairs<>+168(SB), Z9
	VMOVDQU64    order<>+0(SB), Z10
	XORQ DX, DX

loopstep:
	VCVTPS2PD   (SI)(DX*4), Z1
	VCVTPS2PD   (BX)(DX*4), Z2
	VSUBPD      Z2, Z1, Z1
	VMOVUPD     (DI)(DX*8), Z3
	VFMADD231PD Z1, Z0, Z3
	VMOVUPD     Z3, (DI)(DX*8)
	VADDPD      (R8)(DX*8), Z3, Z4
	VADDPD      (R9)(DX*8), Z3, Z5
	VMINPD      Z5, Z7, Z7
	VCMPPD      $14, Z6, Z4, K1    // above the most so far
	VMOVAPD     Z4, K1, Z6
	VMOVDQA64   Z10, K1, Z8
	VPADDQ      Z9, Z10, Z10
	ADDQ $8, DX
	CMPQ DX, CX
	JLT  loopstep
	MOVQ most+56(FP), AX
	VMOVUPD Z6, (AX)
	MOVQ least+64(FP), AX
	VMOVUPD Z7, (AX)
	MOVQ at+72(FP), AX
	VMOVDQU64 Z8, (AX)
	VZEROUPPER
	RET

// func partnerAVX512(n int, e, low, diagonal *float64, row *float32, most, own float64, above, below *float64, at *int64)
TEXT ·partnerAVX512(SB), NOSPLIT, $0-80
	MOVQ n+0(FP), CX
	MOVQ e+8(FP), DI
	MOVQ low+16(FP), R8
	MOVQ diagonal+24(FP), R9
	MOVQ row+32(FP), SI
	VBROADCASTSD most+40(FP), Z0
	VBROADCASTSD own+48(FP), Z1
	VPXORQ Z2, Z2, Z2
	VBROADCASTSD pairs<>+136(SB), Z3 // −2
	VBROADCASTSD pairs<>+144(SB), Z4
	VPXORQ Z11, Z11, Z11           // above
	VBROADCASTSD pairs<>+128(SB), Z12 // below
	VPBROADCASTQ pairs<>+176(SB), Z13 // at
	VPBROADCASTQ pairs<>+168(SB), Z14
	VMOVDQU64    order<>+0(SB), Z15
	XORQ DX, DX

looppartner:
	VMOVUPD     (DI)(DX*8), Z5
	VADDPD      (R8)(DX*8), Z5, Z5
	VSUBPD      Z5, Z0, Z5         // b
	VCMPPD      $14, Z2, Z5, K1    // b > 0
	VCVTPS2PD   (SI)(DX*4), Z6
	VADDPD      (R9)(DX*8), Z1, Z7
	VFMADD231PD Z6, Z3, Z7         // a
	VCMPPD      $14, Z2, Z7, K2
	VBLENDMPD   Z7, Z4, K2, Z7
	VMULPD      Z5, Z5, Z5
	VMULPD      Z12, Z5, Z8
	VMULPD      Z7, Z11, Z9
	VCMPPD      $14, Z9, Z8, K1, K1
	VMOVAPD     Z5, K1, Z11
	VMOVAPD     Z7, K1, Z12
	VMOVDQA64   Z15, K1, Z13
	VPADDQ      Z14, Z15, Z15
	ADDQ $8, DX
	CMPQ DX, CX
	JLT  looppartner
	MOVQ above+56(FP), AX
	VMOVUPD Z11, (AX)
	MOVQ below+64(FP), AX
	VMOVUPD Z12, (AX)
	MOVQ at+72(FP), AX
	VMOVDQU64 Z13, (AX)
	VZEROUPPER
	RET
