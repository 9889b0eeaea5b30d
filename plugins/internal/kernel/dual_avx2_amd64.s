#include "textflag.h"

// Constants: of the exponential function up to +128 (see exponential in
// portable.go), sign bit, exponent bias, minus newtonStep, 2, the series of
// logarithm and smallest in dual_portable.go.
DATA duals2<>+0(SB)/8, $1.4426950408889634
DATA duals2<>+8(SB)/8, $-0.693147180369123816490
DATA duals2<>+16(SB)/8, $-1.90821492927058770002e-10
DATA duals2<>+24(SB)/8, $-708.0
DATA duals2<>+32(SB)/8, $1.6059043836821613e-10
DATA duals2<>+40(SB)/8, $2.08767569878681e-09
DATA duals2<>+48(SB)/8, $2.505210838544172e-08
DATA duals2<>+56(SB)/8, $2.755731922398589e-07
DATA duals2<>+64(SB)/8, $2.7557319223985893e-06
DATA duals2<>+72(SB)/8, $2.48015873015873e-05
DATA duals2<>+80(SB)/8, $0.0001984126984126984
DATA duals2<>+88(SB)/8, $0.001388888888888889
DATA duals2<>+96(SB)/8, $0.008333333333333333
DATA duals2<>+104(SB)/8, $0.041666666666666664
DATA duals2<>+112(SB)/8, $0.16666666666666666
DATA duals2<>+120(SB)/8, $0.5
DATA duals2<>+128(SB)/8, $1.0
DATA duals2<>+136(SB)/8, $0x8000000000000000
DATA duals2<>+144(SB)/8, $1023
DATA duals2<>+152(SB)/8, $-0.25
DATA duals2<>+160(SB)/8, $2.0
DATA duals2<>+168(SB)/8, $0.030303030303030304
DATA duals2<>+176(SB)/8, $0.03225806451612903
DATA duals2<>+184(SB)/8, $0.034482758620689655
DATA duals2<>+192(SB)/8, $0.037037037037037035
DATA duals2<>+200(SB)/8, $0.04
DATA duals2<>+208(SB)/8, $0.043478260869565216
DATA duals2<>+216(SB)/8, $0.047619047619047616
DATA duals2<>+224(SB)/8, $0.05263157894736842
DATA duals2<>+232(SB)/8, $0.058823529411764705
DATA duals2<>+240(SB)/8, $0.06666666666666667
DATA duals2<>+248(SB)/8, $0.07692307692307693
DATA duals2<>+256(SB)/8, $0.09090909090909091
DATA duals2<>+264(SB)/8, $0.1111111111111111
DATA duals2<>+272(SB)/8, $0.14285714285714285
DATA duals2<>+280(SB)/8, $0.2
DATA duals2<>+288(SB)/8, $0.3333333333333333
DATA duals2<>+296(SB)/8, $1.0
DATA duals2<>+304(SB)/8, $1e-300
GLOBL duals2<>(SB), RODATA|NOPTR, $312

// Y7 = exp(−|x|); uses Y5, Y6, Y8 and Y14.
#define DUALEXP2(x) \
	VBROADCASTSD duals2<>+136(SB), Y14; \
	VORPD x, Y14, Y5; \
	VBROADCASTSD duals2<>+24(SB), Y14; \
	VMAXPD Y5, Y14, Y5; \
	VBROADCASTSD duals2<>+0(SB), Y14; \
	VMULPD Y5, Y14, Y6; \
	VROUNDPD $0, Y6, Y6; \
	VBROADCASTSD duals2<>+8(SB), Y14; \
	VFMADD231PD Y6, Y14, Y5; \
	VBROADCASTSD duals2<>+16(SB), Y14; \
	VFMADD231PD Y6, Y14, Y5; \
	VBROADCASTSD duals2<>+32(SB), Y7; \
	VBROADCASTSD duals2<>+40(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+48(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+56(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+64(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+72(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+80(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+88(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+96(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+104(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+112(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+120(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+128(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VBROADCASTSD duals2<>+128(SB), Y14; \
	VFMADD213PD Y14, Y5, Y7; \
	VCVTPD2DQY Y6, X8; \
	VPMOVSXDQ X8, Y8; \
	VPBROADCASTQ duals2<>+144(SB), Y14; \
	VPADDQ Y14, Y8, Y8; \
	VPSLLQ $52, Y8, Y8; \
	VMULPD Y8, Y7, Y7

// Y9 = σ(|x|), Y10 = σ(−|x|) for Y7 = exp(−|x|); Y15 holds 1.
#define DUALSIGMOID2 \
	VADDPD Y7, Y15, Y8; \
	VDIVPD Y8, Y15, Y9; \
	VMULPD Y7, Y9, Y10

// Y8 = log(1 + Y7); uses Y5, Y6 and Y14.
#define DUALLOG2 \
	VBROADCASTSD duals2<>+160(SB), Y14; \
	VADDPD Y7, Y14, Y5; \
	VDIVPD Y5, Y7, Y5; \
	VMULPD Y5, Y5, Y6; \
	VBROADCASTSD duals2<>+168(SB), Y8; \
	VBROADCASTSD duals2<>+176(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+184(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+192(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+200(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+208(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+216(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+224(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+232(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+240(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+248(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+256(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+264(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+272(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+280(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+288(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VBROADCASTSD duals2<>+296(SB), Y14; \
	VFMADD213PD Y14, Y6, Y8; \
	VADDPD Y5, Y5, Y5; \
	VMULPD Y5, Y8, Y8

// func hingeStepAVX2(n int, p, f, alpha, gap *float64, q, weight, inverse float64) uint64
TEXT ·hingeStepAVX2(SB), NOSPLIT, $0-72
	MOVQ n+0(FP), CX
	MOVQ p+8(FP), SI
	MOVQ f+16(FP), DX
	MOVQ alpha+24(FP), DI
	MOVQ gap+32(FP), BX
	VBROADCASTSD q+40(FP), Y14
	VBROADCASTSD weight+48(FP), Y15
	VBROADCASTSD inverse+56(FP), Y12
	VPXOR Y13, Y13, Y13
	MOVQ CX, R8
	SHLQ $3, R8                    // bytes of one kind of number
	LEAQ (R8)(R8*2), R9
	LEAQ (R8)(R8*4), R10
	XORQ R11, R11                  // which lanes moved
	XORQ R12, R12

loophinge:
	VMOVUPD (SI), Y0               // y
	VMULPD  (DX), Y0, Y1
	VMOVUPD (SI)(R8*1), Y2
	VSUBPD  Y1, Y2, Y1             // r = |y| − y·f
	VMULPD  (SI)(R8*2), Y12, Y3    // d
	VMOVUPD (DI), Y4               // α
	VMOVAPD Y1, Y5
	VFNMADD231PD Y3, Y4, Y5        // g = r − d·α
	VADDPD  Y3, Y14, Y6
	VDIVPD  Y6, Y5, Y6
	VADDPD  Y6, Y4, Y6
	VMAXPD  Y6, Y13, Y6
	VMULPD  (SI)(R9*1), Y15, Y7
	VMINPD  Y6, Y7, Y6             // the next α
	VMAXPD  Y1, Y13, Y8
	VMOVUPD (SI)(R10*1), Y9
	VFMADD213PD (SI)(R8*4), Y8, Y9
	VMULPD  Y8, Y9, Y9
	VMULPD  Y9, Y15, Y9            // loss
	VBROADCASTSD duals2<>+120(SB), Y10
	VMULPD  Y4, Y10, Y10
	VADDPD  Y1, Y5, Y11
	VFNMADD231PD Y10, Y11, Y9
	VADDPD  (BX), Y9, Y9
	VMOVUPD Y9, (BX)
	VMOVUPD Y6, (DI)
	VSUBPD  Y4, Y6, Y6
	VMULPD  Y6, Y0, Y6
	VMOVUPD Y6, (DX)
	VCMPPD  $4, Y13, Y6, Y6
	VMOVMSKPD Y6, AX
	TESTL   AX, AX
	JZ      nexthinge
	MOVQ    R12, R13
	SHRQ    $1, R13
	BTSQ    R13, R11

nexthinge:
	ADDQ $32, SI
	ADDQ $32, DX
	ADDQ $32, DI
	ADDQ $32, BX
	INCQ R12
	SUBQ $4, CX
	JNZ  loophinge
	MOVQ R11, ret+64(FP)
	VZEROUPPER
	RET

// func logisticStepAVX2(n int, p, f, logit, alpha, gap *float64, q, weight float64)
TEXT ·logisticStepAVX2(SB), NOSPLIT, $0-64
	MOVQ n+0(FP), CX
	MOVQ p+8(FP), SI
	MOVQ f+16(FP), DX
	MOVQ logit+24(FP), R10
	MOVQ alpha+32(FP), DI
	MOVQ gap+40(FP), BX
	VBROADCASTSD duals2<>+128(SB), Y15
	MOVQ CX, R8
	SHLQ $3, R8

looplogistic:
	VMOVUPD (SI), Y0               // y
	VBROADCASTSD weight+56(FP), Y14
	VMULPD  (SI)(R8*1), Y14, Y1    // c
	VMULPD  (DX), Y0, Y2           // m = y·f
	VMOVUPD (R10), Y3              // x
	VMOVUPD (DI), Y4               // α
	VMOVAPD Y1, Y6
	VBROADCASTSD duals2<>+120(SB), Y14
	VFMSUB213PD Y4, Y14, Y6
	VBROADCASTSD q+48(FP), Y14
	VFMADD213PD Y2, Y14, Y6
	VXORPD  Y13, Y13, Y13
	VCMPPD  $30, Y13, Y6, Y13      // lanes whose root is negative
	VPCMPEQQ Y12, Y12, Y12         // lanes that go on
	VBROADCASTSD duals2<>+304(SB), Y5
	VMAXPD  Y1, Y5, Y5
	VDIVPD  Y5, Y4, Y5             // σ(x) = α/c
	VMOVAPD Y5, Y8
	VFNMADD213PD Y5, Y5, Y8        // its slope
	VADDPD  Y2, Y3, Y6             // h
	VBROADCASTSD duals2<>+120(SB), Y14
	VMULPD  Y1, Y14, Y5
	VMULPD  Y8, Y5, Y5
	VMULPD  Y6, Y6, Y7
	VMULPD  Y7, Y5, Y5
	VADDPD  (BX), Y5, Y5
	VMOVUPD Y5, (BX)
	MOVQ    $50, R11
	JMP     newtonstep

loopnewton:
	DUALEXP2(Y3)
	DUALSIGMOID2
	VBLENDVPD Y3, Y10, Y9, Y11     // σ(x)
	VMULPD  Y9, Y10, Y8            // slope
	VMOVAPD Y11, Y6
	VFMSUB213PD Y4, Y1, Y6
	VADDPD  Y2, Y3, Y7
	VBROADCASTSD q+48(FP), Y14
	VFMADD213PD Y7, Y14, Y6        // h

newtonstep:
	VBROADCASTSD q+48(FP), Y14
	VMULPD  Y1, Y14, Y9            // q·c
	VFMADD213PD Y15, Y9, Y8
	VDIVPD  Y8, Y6, Y5             // the Newton step
	VSUBPD  Y5, Y3, Y7
	VXORPD  Y14, Y14, Y14
	VMINPD  Y7, Y14, Y9
	VMAXPD  Y7, Y14, Y10
	VBLENDVPD Y13, Y9, Y10, Y7
	VBLENDVPD Y12, Y7, Y3, Y3
	VBROADCASTSD duals2<>+136(SB), Y14
	VORPD   Y5, Y14, Y5
	VBROADCASTSD duals2<>+152(SB), Y14
	VCMPPD  $17, Y14, Y5, Y5
	VANDPD  Y5, Y12, Y12
	DECQ    R11
	JZ      rootfound
	VMOVMSKPD Y12, AX
	TESTL   AX, AX
	JNZ     loopnewton

rootfound:
	DUALEXP2(Y3)
	DUALSIGMOID2
	VBLENDVPD Y3, Y10, Y9, Y11
	VMULPD  Y11, Y1, Y6
	VMOVUPD Y3, (R10)
	VMOVUPD Y6, (DI)
	VSUBPD  Y4, Y6, Y6
	VMULPD  Y6, Y0, Y6
	VMOVUPD Y6, (DX)
	ADDQ $32, SI
	ADDQ $32, DX
	ADDQ $32, R10
	ADDQ $32, DI
	ADDQ $32, BX
	SUBQ $4, CX
	JNZ  looplogistic
	VZEROUPPER
	RET

// func logisticGapAVX2(n int, p, f, logit, alpha, sums *float64, weight float64)
TEXT ·logisticGapAVX2(SB), NOSPLIT, $0-56
	MOVQ n+0(FP), CX
	MOVQ p+8(FP), SI
	MOVQ f+16(FP), DX
	MOVQ logit+24(FP), R10
	MOVQ alpha+32(FP), DI
	MOVQ sums+40(FP), BX
	VBROADCASTSD duals2<>+128(SB), Y15
	VPXOR Y13, Y13, Y13
	MOVQ CX, R8
	SHLQ $3, R8
	LEAQ (R8)(R8*2), R9

loopgap:
	VMOVUPD (SI), Y0               // y
	VBROADCASTSD weight+48(FP), Y14
	VMULPD  (SI)(R8*1), Y14, Y1    // c
	VMULPD  (DX), Y0, Y2           // m
	VMOVUPD (R10), Y3              // t
	DUALEXP2(Y2)
	DUALSIGMOID2
	VBLENDVPD Y2, Y9, Y10, Y11     // σ(−m)
	DUALLOG2
	VBROADCASTSD duals2<>+136(SB), Y14
	VXORPD  Y2, Y14, Y12
	VMAXPD  Y12, Y13, Y12
	VADDPD  Y12, Y8, Y12           // loss
	DUALEXP2(Y3)
	DUALLOG2
	VMAXPD  Y3, Y13, Y4
	VADDPD  Y4, Y8, Y8             // entropy
	VMOVUPD (BX), Y5
	VFMADD231PD Y12, Y1, Y5
	VMOVUPD Y5, (BX)
	VADDPD  Y3, Y2, Y5
	VMULPD  (DI), Y5, Y5
	VSUBPD  Y8, Y12, Y6
	VFMADD231PD Y6, Y1, Y5
	VADDPD  (BX)(R8*1), Y5, Y5
	VMOVUPD Y5, (BX)(R8*1)
	VMULPD  Y0, Y1, Y5
	VFMADD213PD (BX)(R8*2), Y11, Y5
	VMOVUPD Y5, (BX)(R8*2)
	VMULPD  Y10, Y1, Y5
	VFMADD213PD (BX)(R9*1), Y9, Y5
	VMOVUPD Y5, (BX)(R9*1)
	ADDQ $32, SI
	ADDQ $32, DX
	ADDQ $32, R10
	ADDQ $32, DI
	ADDQ $32, BX
	SUBQ $4, CX
	JNZ  loopgap
	VZEROUPPER
	RET

// func prefetchSparse(n int, data *float64, indices *int32)
TEXT ·prefetchSparse(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ data+8(FP), SI
	MOVQ indices+16(FP), DI

loopprefetch:
	PREFETCHT0 (SI)
	PREFETCHT0 64(SI)
	PREFETCHT0 (DI)
	ADDQ $128, SI
	ADDQ $64, DI
	SUBQ $16, CX
	JGT  loopprefetch
	RET

// One element: it is added to one of four partial sums.
#define DOT1(k, sum) \
	MOVLQSX (4*k)(DI), AX; \
	VMOVSD (8*k)(SI), X8; \
	VFMADD231SD (BX)(AX*8), X8, sum

// func sparseDotFMA(n int, data *float64, indices *int32, w *float64) float64
TEXT ·sparseDotFMA(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ data+8(FP), SI
	MOVQ indices+16(FP), DI
	MOVQ w+24(FP), BX
	VXORPD X0, X0, X0
	VXORPD X1, X1, X1
	VXORPD X2, X2, X2
	VXORPD X3, X3, X3
	SUBQ $4, CX
	JLT  restdot

loopdot:
	DOT1(0, X0)
	DOT1(1, X1)
	DOT1(2, X2)
	DOT1(3, X3)
	ADDQ $32, SI
	ADDQ $16, DI
	SUBQ $4, CX
	JGE  loopdot

restdot:
	ADDQ $4, CX
	JZ   folddot
	DOT1(0, X0)
	DECQ CX
	JZ   folddot
	DOT1(1, X1)
	DECQ CX
	JZ   folddot
	DOT1(2, X2)

folddot:
	VADDSD X1, X0, X0
	VADDSD X3, X2, X2
	VADDSD X2, X0, X0
	VMOVSD X0, ret+32(FP)
	RET

// func sparseAxpyFMA(n int, a float64, data *float64, indices *int32, w *float64)
TEXT ·sparseAxpyFMA(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	VMOVSD a+8(FP), X0
	MOVQ data+16(FP), SI
	MOVQ indices+24(FP), DI
	MOVQ w+32(FP), BX

loopaxpy1:
	MOVLQSX (DI), AX
	VMOVSD (BX)(AX*8), X1
	VFMADD231SD (SI), X0, X1
	VMOVSD X1, (BX)(AX*8)
	ADDQ $8, SI
	ADDQ $4, DI
	DECQ CX
	JNZ  loopaxpy1
	RET

// func gatherTwoFMA(n int, data *float64, indices *int32, w, f *float64)
TEXT ·gatherTwoFMA(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ data+8(FP), SI
	MOVQ indices+16(FP), DI
	MOVQ w+24(FP), BX
	MOVQ f+32(FP), DX
	VMOVUPD (DX), X0

loopgather2:
	MOVLQSX (DI), AX
	ADDQ AX, AX
	VMOVDDUP (SI), X8
	VFMADD231PD (BX)(AX*8), X8, X0
	ADDQ $8, SI
	ADDQ $4, DI
	DECQ CX
	JNZ  loopgather2
	VMOVUPD X0, (DX)
	RET

// func scatterTwoFMA(n int, data *float64, indices *int32, w, f *float64)
TEXT ·scatterTwoFMA(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ data+8(FP), SI
	MOVQ indices+16(FP), DI
	MOVQ w+24(FP), BX
	MOVQ f+32(FP), DX
	VMOVUPD (DX), X0

loopscatter2:
	MOVLQSX (DI), AX
	ADDQ AX, AX
	VMOVUPD (BX)(AX*8), X1
	VMOVDDUP (SI), X8
	VFMADD231PD X8, X0, X1
	VMOVUPD X1, (BX)(AX*8)
	ADDQ $8, SI
	ADDQ $4, DI
	DECQ CX
	JNZ  loopscatter2
	RET
