#include "textflag.h"

// One row of a block: its element of A is broadcast and multiplied with the elements
// of B in Z24 to Z26.
#define ROW3(address, c0, c1, c2) \
	VBROADCASTSS address, Z27; \
	VFMADD231PS  Z27, Z24, c0; \
	VFMADD231PS  Z27, Z25, c1; \
	VFMADD231PS  Z27, Z26, c2

#define ROW2(address, c0, c1) \
	VBROADCASTSS address, Z27; \
	VFMADD231PS  Z27, Z24, c0; \
	VFMADD231PS  Z27, Z25, c1

#define ROW1(address, c0) \
	VFMADD231PS.BCST address, Z24, c0

#define ARGUMENTS \
	MOVQ k+0(FP), CX; \
	MOVQ a+8(FP), SI; \
	MOVQ as+16(FP), R8; \
	MOVQ ap+24(FP), R10; \
	MOVQ b+32(FP), BX; \
	MOVQ bs+40(FP), R11; \
	MOVQ c+48(FP), DX; \
	MOVQ cs+56(FP), R12; \
	LEAQ (R8)(R8*2), R9; \
	LEAQ (SI)(R8*4), DI

#define CLEAR(c0) VPXORQ c0, c0, c0

// ADD16 widens 16 sums and adds them to C at an offset.
#define ADD16(z, y, offset) \
	VCVTPS2PD     y, Z26; \
	VEXTRACTF64X4 $1, z, Y27; \
	VCVTPS2PD     Y27, Z27; \
	VADDPD        offset(DX), Z26, Z26; \
	VADDPD        (offset+64)(DX), Z27, Z27; \
	VMOVUPD       Z26, offset(DX); \
	VMOVUPD       Z27, (offset+64)(DX)

// func narrowBlock48AVX512(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)
TEXT ·narrowBlock48AVX512(SB), NOSPLIT, $0-64
	ARGUMENTS
	CLEAR(Z0)
	CLEAR(Z1)
	CLEAR(Z2)
	CLEAR(Z3)
	CLEAR(Z4)
	CLEAR(Z5)
	CLEAR(Z6)
	CLEAR(Z7)
	CLEAR(Z8)
	CLEAR(Z9)
	CLEAR(Z10)
	CLEAR(Z11)
	CLEAR(Z12)
	CLEAR(Z13)
	CLEAR(Z14)
	CLEAR(Z15)
	CLEAR(Z16)
	CLEAR(Z17)
	CLEAR(Z18)
	CLEAR(Z19)
	CLEAR(Z20)
	CLEAR(Z21)
	CLEAR(Z22)
	CLEAR(Z23)

loop48:
	VMOVUPS (BX), Z24
	VMOVUPS 64(BX), Z25
	VMOVUPS 128(BX), Z26
	ROW3((SI), Z0, Z1, Z2)
	ROW3((SI)(R8*1), Z3, Z4, Z5)
	ROW3((SI)(R8*2), Z6, Z7, Z8)
	ROW3((SI)(R9*1), Z9, Z10, Z11)
	ROW3((DI), Z12, Z13, Z14)
	ROW3((DI)(R8*1), Z15, Z16, Z17)
	ROW3((DI)(R8*2), Z18, Z19, Z20)
	ROW3((DI)(R9*1), Z21, Z22, Z23)
	ADDQ R10, SI
	ADDQ R10, DI
	ADDQ R11, BX
	DECQ CX
	JNZ  loop48
	ADD16(Z0, Y0, 0)
	ADD16(Z1, Y1, 128)
	ADD16(Z2, Y2, 256)
	ADDQ R12, DX
	ADD16(Z3, Y3, 0)
	ADD16(Z4, Y4, 128)
	ADD16(Z5, Y5, 256)
	ADDQ R12, DX
	ADD16(Z6, Y6, 0)
	ADD16(Z7, Y7, 128)
	ADD16(Z8, Y8, 256)
	ADDQ R12, DX
	ADD16(Z9, Y9, 0)
	ADD16(Z10, Y10, 128)
	ADD16(Z11, Y11, 256)
	ADDQ R12, DX
	ADD16(Z12, Y12, 0)
	ADD16(Z13, Y13, 128)
	ADD16(Z14, Y14, 256)
	ADDQ R12, DX
	ADD16(Z15, Y15, 0)
	ADD16(Z16, Y16, 128)
	ADD16(Z17, Y17, 256)
	ADDQ R12, DX
	ADD16(Z18, Y18, 0)
	ADD16(Z19, Y19, 128)
	ADD16(Z20, Y20, 256)
	ADDQ R12, DX
	ADD16(Z21, Y21, 0)
	ADD16(Z22, Y22, 128)
	ADD16(Z23, Y23, 256)
	VZEROUPPER
	RET

// While their 8 rows of A are gone through, blocks of 16 and 32 columns fetch 32 bytes an
// element from behind them: that is the next 8 rows if A is stored row by row.

// func narrowBlock32AVX512(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)
TEXT ·narrowBlock32AVX512(SB), NOSPLIT, $0-64
	ARGUMENTS
	LEAQ (DI)(R8*4), R13
	CLEAR(Z0)
	CLEAR(Z1)
	CLEAR(Z2)
	CLEAR(Z3)
	CLEAR(Z4)
	CLEAR(Z5)
	CLEAR(Z6)
	CLEAR(Z7)
	CLEAR(Z8)
	CLEAR(Z9)
	CLEAR(Z10)
	CLEAR(Z11)
	CLEAR(Z12)
	CLEAR(Z13)
	CLEAR(Z14)
	CLEAR(Z15)

loop32:
	VMOVUPS (BX), Z24
	VMOVUPS 64(BX), Z25
	ROW2((SI), Z0, Z1)
	ROW2((SI)(R8*1), Z2, Z3)
	ROW2((SI)(R8*2), Z4, Z5)
	ROW2((SI)(R9*1), Z6, Z7)
	ROW2((DI), Z8, Z9)
	ROW2((DI)(R8*1), Z10, Z11)
	ROW2((DI)(R8*2), Z12, Z13)
	ROW2((DI)(R9*1), Z14, Z15)
	PREFETCHT1 (R13)
	ADDQ $32, R13
	ADDQ R10, SI
	ADDQ R10, DI
	ADDQ R11, BX
	DECQ CX
	JNZ  loop32
	ADD16(Z0, Y0, 0)
	ADD16(Z1, Y1, 128)
	ADDQ R12, DX
	ADD16(Z2, Y2, 0)
	ADD16(Z3, Y3, 128)
	ADDQ R12, DX
	ADD16(Z4, Y4, 0)
	ADD16(Z5, Y5, 128)
	ADDQ R12, DX
	ADD16(Z6, Y6, 0)
	ADD16(Z7, Y7, 128)
	ADDQ R12, DX
	ADD16(Z8, Y8, 0)
	ADD16(Z9, Y9, 128)
	ADDQ R12, DX
	ADD16(Z10, Y10, 0)
	ADD16(Z11, Y11, 128)
	ADDQ R12, DX
	ADD16(Z12, Y12, 0)
	ADD16(Z13, Y13, 128)
	ADDQ R12, DX
	ADD16(Z14, Y14, 0)
	ADD16(Z15, Y15, 128)
	VZEROUPPER
	RET

// func narrowBlock16AVX512(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)
TEXT ·narrowBlock16AVX512(SB), NOSPLIT, $0-64
	ARGUMENTS
	LEAQ (DI)(R8*4), R13
	CLEAR(Z0)
	CLEAR(Z1)
	CLEAR(Z2)
	CLEAR(Z3)
	CLEAR(Z4)
	CLEAR(Z5)
	CLEAR(Z6)
	CLEAR(Z7)

loop16:
	VMOVUPS (BX), Z24
	ROW1((SI), Z0)
	ROW1((SI)(R8*1), Z1)
	ROW1((SI)(R8*2), Z2)
	ROW1((SI)(R9*1), Z3)
	ROW1((DI), Z4)
	ROW1((DI)(R8*1), Z5)
	ROW1((DI)(R8*2), Z6)
	ROW1((DI)(R9*1), Z7)
	PREFETCHT1 (R13)
	ADDQ $32, R13
	ADDQ R10, SI
	ADDQ R10, DI
	ADDQ R11, BX
	DECQ CX
	JNZ  loop16
	ADD16(Z0, Y0, 0)
	ADDQ R12, DX
	ADD16(Z1, Y1, 0)
	ADDQ R12, DX
	ADD16(Z2, Y2, 0)
	ADDQ R12, DX
	ADD16(Z3, Y3, 0)
	ADDQ R12, DX
	ADD16(Z4, Y4, 0)
	ADDQ R12, DX
	ADD16(Z5, Y5, 0)
	ADDQ R12, DX
	ADD16(Z6, Y6, 0)
	ADDQ R12, DX
	ADD16(Z7, Y7, 0)
	VZEROUPPER
	RET
