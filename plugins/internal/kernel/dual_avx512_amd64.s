#include "textflag.h"

// Constants: of the exponential function up to +128 (see exponential in
// portable.go), sign bit, exponent bias, minus newtonStep, 2, the series of
// logarithm and smallest in dual_portable.go.
DATA duals<>+0(SB)/8, $1.4426950408889634
DATA duals<>+8(SB)/8, $-0.693147180369123816490
DATA duals<>+16(SB)/8, $-1.90821492927058770002e-10
DATA duals<>+24(SB)/8, $-708.0
DATA duals<>+32(SB)/8, $1.6059043836821613e-10
DATA duals<>+40(SB)/8, $2.08767569878681e-09
DATA duals<>+48(SB)/8, $2.505210838544172e-08
DATA duals<>+56(SB)/8, $2.755731922398589e-07
DATA duals<>+64(SB)/8, $2.7557319223985893e-06
DATA duals<>+72(SB)/8, $2.48015873015873e-05
DATA duals<>+80(SB)/8, $0.0001984126984126984
DATA duals<>+88(SB)/8, $0.001388888888888889
DATA duals<>+96(SB)/8, $0.008333333333333333
DATA duals<>+104(SB)/8, $0.041666666666666664
DATA duals<>+112(SB)/8, $0.16666666666666666
DATA duals<>+120(SB)/8, $0.5
DATA duals<>+128(SB)/8, $1.0
DATA duals<>+136(SB)/8, $0x8000000000000000
DATA duals<>+144(SB)/8, $1023
DATA duals<>+152(SB)/8, $-0.25
DATA duals<>+160(SB)/8, $2.0
DATA duals<>+168(SB)/8, $0.030303030303030304
DATA duals<>+176(SB)/8, $0.03225806451612903
DATA duals<>+184(SB)/8, $0.034482758620689655
DATA duals<>+192(SB)/8, $0.037037037037037035
DATA duals<>+200(SB)/8, $0.04
DATA duals<>+208(SB)/8, $0.043478260869565216
DATA duals<>+216(SB)/8, $0.047619047619047616
DATA duals<>+224(SB)/8, $0.05263157894736842
DATA duals<>+232(SB)/8, $0.058823529411764705
DATA duals<>+240(SB)/8, $0.06666666666666667
DATA duals<>+248(SB)/8, $0.07692307692307693
DATA duals<>+256(SB)/8, $0.09090909090909091
DATA duals<>+264(SB)/8, $0.1111111111111111
DATA duals<>+272(SB)/8, $0.14285714285714285
DATA duals<>+280(SB)/8, $0.2
DATA duals<>+288(SB)/8, $0.3333333333333333
DATA duals<>+296(SB)/8, $1.0
DATA duals<>+304(SB)/8, $1e-300
GLOBL duals<>(SB), RODATA|NOPTR, $312

// Z7 = exp(−|x|), K1 = sign of x; uses Z5 and Z6.
#define DUALEXP(x) \
	VPMOVQ2M x, K1; \
	VPORQ x, Z21, Z5; \
	VMAXPD Z5, Z19, Z5; \
	VMULPD Z5, Z23, Z6; \
	VRNDSCALEPD $0, Z6, Z6; \
	VFMADD231PD Z6, Z24, Z5; \
	VFMADD231PD Z6, Z25, Z5; \
	VBROADCASTSD duals<>+32(SB), Z7; \
	VFMADD213PD.BCST duals<>+40(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+48(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+56(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+64(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+72(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+80(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+88(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+96(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+104(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+112(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+120(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+128(SB), Z5, Z7; \
	VFMADD213PD.BCST duals<>+128(SB), Z5, Z7; \
	VSCALEFPD Z6, Z7, Z7

// Z9 = σ(|x|), Z10 = σ(−|x|) for Z7 = exp(−|x|).
#define DUALSIGMOID \
	VADDPD Z7, Z20, Z8; \
	VDIVPD Z8, Z20, Z9; \
	VMULPD Z7, Z9, Z10

// Z8 = log(1 + Z7); uses Z5 and Z6.
#define DUALLOG \
	VADDPD Z7, Z26, Z5; \
	VDIVPD Z5, Z7, Z5; \
	VMULPD Z5, Z5, Z6; \
	VBROADCASTSD duals<>+168(SB), Z8; \
	VFMADD213PD.BCST duals<>+176(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+184(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+192(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+200(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+208(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+216(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+224(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+232(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+240(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+248(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+256(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+264(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+272(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+280(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+288(SB), Z6, Z8; \
	VFMADD213PD.BCST duals<>+296(SB), Z6, Z8; \
	VADDPD Z5, Z5, Z5; \
	VMULPD Z5, Z8, Z8

#define DUALCONSTANTS \
	VPXORQ Z13, Z13, Z13; \
	VBROADCASTSD duals<>+24(SB), Z19; \
	VBROADCASTSD duals<>+128(SB), Z20; \
	VBROADCASTSD duals<>+136(SB), Z21; \
	VBROADCASTSD duals<>+0(SB), Z23; \
	VBROADCASTSD duals<>+8(SB), Z24; \
	VBROADCASTSD duals<>+16(SB), Z25

// func hingeStepAVX512(n int, p, f, alpha, gap *float64, q, weight, inverse float64) uint64
TEXT ·hingeStepAVX512(SB), NOSPLIT, $0-72
	MOVQ n+0(FP), CX
	MOVQ p+8(FP), SI
	MOVQ f+16(FP), DX
	MOVQ alpha+24(FP), DI
	MOVQ gap+32(FP), BX
	VBROADCASTSD q+40(FP), Z21
	VBROADCASTSD weight+48(FP), Z22
	VBROADCASTSD inverse+56(FP), Z20
	VBROADCASTSD duals<>+120(SB), Z23
	VPXORQ Z13, Z13, Z13
	MOVQ CX, R8
	SHLQ $3, R8                    // bytes of one kind of number
	LEAQ (R8)(R8*2), R9
	LEAQ (R8)(R8*4), R10
	XORQ R11, R11                  // which lanes moved
	XORQ R12, R12

loophinge:
	VMOVUPD (SI), Z0               // y
	VMULPD  (DX), Z0, Z1
	VMOVUPD (SI)(R8*1), Z2
	VSUBPD  Z1, Z2, Z1             // r = |y| − y·f
	VMULPD  (SI)(R8*2), Z20, Z3    // d
	VMOVUPD (DI), Z4               // α
	VMOVAPD Z1, Z5
	VFNMADD231PD Z3, Z4, Z5        // g = r − d·α
	VADDPD  Z3, Z21, Z6
	VDIVPD  Z6, Z5, Z6
	VADDPD  Z6, Z4, Z6
	VMAXPD  Z6, Z13, Z6
	VMULPD  (SI)(R9*1), Z22, Z7
	VMINPD  Z6, Z7, Z6             // the next α
	VMAXPD  Z1, Z13, Z8
	VMOVUPD (SI)(R10*1), Z9
	VFMADD213PD (SI)(R8*4), Z8, Z9
	VMULPD  Z8, Z9, Z9
	VMULPD  Z9, Z22, Z9            // loss
	VMULPD  Z4, Z23, Z10
	VADDPD  Z1, Z5, Z11
	VFNMADD231PD Z10, Z11, Z9
	VADDPD  (BX), Z9, Z9
	VMOVUPD Z9, (BX)
	VMOVUPD Z6, (DI)
	VSUBPD  Z4, Z6, Z6
	VMULPD  Z6, Z0, Z6
	VMOVUPD Z6, (DX)
	VCMPPD  $4, Z13, Z6, K1
	KMOVB   K1, AX
	TESTL   AX, AX
	JZ      nexthinge
	BTSQ    R12, R11

nexthinge:
	ADDQ $64, SI
	ADDQ $64, DX
	ADDQ $64, DI
	ADDQ $64, BX
	INCQ R12
	SUBQ $8, CX
	JNZ  loophinge
	MOVQ R11, ret+64(FP)
	VZEROUPPER
	RET

// func logisticStepAVX512(n int, p, f, logit, alpha, gap *float64, q, weight float64)
TEXT ·logisticStepAVX512(SB), NOSPLIT, $0-64
	MOVQ n+0(FP), CX
	MOVQ p+8(FP), SI
	MOVQ f+16(FP), DX
	MOVQ logit+24(FP), R10
	MOVQ alpha+32(FP), DI
	MOVQ gap+40(FP), BX
	DUALCONSTANTS
	VBROADCASTSD q+48(FP), Z16
	VBROADCASTSD weight+56(FP), Z17
	VBROADCASTSD duals<>+120(SB), Z18
	VBROADCASTSD duals<>+152(SB), Z22
	MOVQ CX, R8
	SHLQ $3, R8

looplogistic:
	VMOVUPD (SI), Z0               // y
	VMULPD  (SI)(R8*1), Z17, Z1    // c
	VMULPD  (DX), Z0, Z2           // m = y·f
	VMOVUPD (R10), Z3              // x
	VMOVUPD (DI), Z4               // α
	VMULPD  Z1, Z16, Z12           // q·c
	VMOVAPD Z1, Z6
	VFMSUB213PD Z4, Z18, Z6
	VFMADD213PD Z2, Z16, Z6
	VCMPPD  $30, Z13, Z6, K2       // lanes whose root is negative
	KNOTB   K2, K4
	KXNORB  K3, K3, K3             // lanes that go on
	VBROADCASTSD duals<>+304(SB), Z5
	VMAXPD  Z1, Z5, Z5
	VDIVPD  Z5, Z4, Z5             // σ(x) = α/c
	VMOVAPD Z5, Z8
	VFNMADD213PD Z5, Z5, Z8        // its slope
	VADDPD  Z2, Z3, Z6             // h
	VMULPD  Z1, Z18, Z5
	VMULPD  Z8, Z5, Z5
	VMULPD  Z6, Z6, Z7
	VMULPD  Z7, Z5, Z5
	VADDPD  (BX), Z5, Z5
	VMOVUPD Z5, (BX)
	MOVQ    $50, R11
	JMP     newtonstep

loopnewton:
	DUALEXP(Z3)
	DUALSIGMOID
	VBLENDMPD Z10, Z9, K1, Z11     // σ(x)
	VMULPD  Z9, Z10, Z8            // slope
	VMOVAPD Z11, Z6
	VFMSUB213PD Z4, Z1, Z6
	VADDPD  Z2, Z3, Z7
	VFMADD213PD Z7, Z16, Z6        // h

newtonstep:
	VFMADD213PD Z20, Z12, Z8
	VDIVPD  Z8, Z6, Z5             // the Newton step
	VSUBPD  Z5, Z3, Z7
	VMINPD  Z7, Z13, K2, Z7
	VMAXPD  Z7, Z13, K4, Z7
	VMOVAPD Z7, K3, Z3
	VPORQ   Z5, Z21, Z5
	VCMPPD  $17, Z22, Z5, K3, K3
	DECQ    R11
	JZ      rootfound
	KMOVB   K3, AX
	TESTL   AX, AX
	JNZ     loopnewton

rootfound:
	DUALEXP(Z3)
	DUALSIGMOID
	VBLENDMPD Z10, Z9, K1, Z11
	VMULPD  Z11, Z1, Z6
	VMOVUPD Z3, (R10)
	VMOVUPD Z6, (DI)
	VSUBPD  Z4, Z6, Z6
	VMULPD  Z6, Z0, Z6
	VMOVUPD Z6, (DX)
	ADDQ $64, SI
	ADDQ $64, DX
	ADDQ $64, R10
	ADDQ $64, DI
	ADDQ $64, BX
	SUBQ $8, CX
	JNZ  looplogistic
	VZEROUPPER
	RET

// func logisticGapAVX512(n int, p, f, logit, alpha, sums *float64, weight float64)
TEXT ·logisticGapAVX512(SB), NOSPLIT, $0-56
	MOVQ n+0(FP), CX
	MOVQ p+8(FP), SI
	MOVQ f+16(FP), DX
	MOVQ logit+24(FP), R10
	MOVQ alpha+32(FP), DI
	MOVQ sums+40(FP), BX
	DUALCONSTANTS
	VBROADCASTSD weight+48(FP), Z17
	VBROADCASTSD duals<>+160(SB), Z26
	MOVQ CX, R8
	SHLQ $3, R8
	LEAQ (R8)(R8*2), R9

loopgap:
	VMOVUPD (SI), Z0               // y
	VMULPD  (SI)(R8*1), Z17, Z1    // c
	VMULPD  (DX), Z0, Z2           // m
	VMOVUPD (R10), Z3              // t
	DUALEXP(Z2)
	DUALSIGMOID
	VBLENDMPD Z9, Z10, K1, Z11     // σ(−m)
	DUALLOG
	VXORPD  Z2, Z21, Z12
	VMAXPD  Z12, Z13, Z12
	VADDPD  Z12, Z8, Z12           // loss
	DUALEXP(Z3)
	DUALLOG
	VMAXPD  Z3, Z13, Z4
	VADDPD  Z4, Z8, Z8             // entropy
	VMOVUPD (BX), Z5
	VFMADD231PD Z12, Z1, Z5
	VMOVUPD Z5, (BX)
	VADDPD  Z3, Z2, Z5
	VMULPD  (DI), Z5, Z5
	VSUBPD  Z8, Z12, Z6
	VFMADD231PD Z6, Z1, Z5
	VADDPD  (BX)(R8*1), Z5, Z5
	VMOVUPD Z5, (BX)(R8*1)
	VMULPD  Z0, Z1, Z5
	VFMADD213PD (BX)(R8*2), Z11, Z5
	VMOVUPD Z5, (BX)(R8*2)
	VMULPD  Z10, Z1, Z5
	VFMADD213PD (BX)(R9*1), Z9, Z5
	VMOVUPD Z5, (BX)(R9*1)
	ADDQ $64, SI
	ADDQ $64, DX
	ADDQ $64, R10
	ADDQ $64, DI
	ADDQ $64, BX
	SUBQ $8, CX
	JNZ  loopgap
	VZEROUPPER
	RET
