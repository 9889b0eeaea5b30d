#include "textflag.h"

#define PAIR(address, c0, c1) \
	VBROADCASTSS address, Y10; \
	VFMADD231PS  Y10, Y8, c0; \
	VFMADD231PS  Y10, Y9, c1

// ADD8 widens 8 sums and adds them to C at an offset.
#define ADD8(y, x, offset) \
	VCVTPS2PD    x, Y10; \
	VEXTRACTF128 $1, y, X11; \
	VCVTPS2PD    X11, Y11; \
	VADDPD       offset(DX), Y10, Y10; \
	VADDPD       (offset+32)(DX), Y11, Y11; \
	VMOVUPD      Y10, offset(DX); \
	VMOVUPD      Y11, (offset+32)(DX)

// func narrowBlock4x16AVX2(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)
TEXT ·narrowBlock4x16AVX2(SB), NOSPLIT, $0-64
	MOVQ k+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ as+16(FP), R8
	MOVQ ap+24(FP), R10
	MOVQ b+32(FP), BX
	MOVQ bs+40(FP), R11
	MOVQ c+48(FP), DX
	MOVQ cs+56(FP), R12
	LEAQ (R8)(R8*2), R9
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7

loop4x16:
	VMOVUPS (BX), Y8
	VMOVUPS 32(BX), Y9
	PAIR((SI), Y0, Y1)
	PAIR((SI)(R8*1), Y2, Y3)
	PAIR((SI)(R8*2), Y4, Y5)
	PAIR((SI)(R9*1), Y6, Y7)
	ADDQ R10, SI
	ADDQ R11, BX
	DECQ CX
	JNZ  loop4x16
	ADD8(Y0, X0, 0)
	ADD8(Y1, X1, 64)
	ADDQ R12, DX
	ADD8(Y2, X2, 0)
	ADD8(Y3, X3, 64)
	ADDQ R12, DX
	ADD8(Y4, X4, 0)
	ADD8(Y5, X5, 64)
	ADDQ R12, DX
	ADD8(Y6, X6, 0)
	ADD8(Y7, X7, 64)
	VZEROUPPER
	RET
