#include "textflag.h"

// The elements of column R13 in the tile whose struct begins at bytes o of R12: CX is
// minus their number, DI where their entries end, SI where their values end, and BX the
// matrix at bytes m of the struct. Without any to the label.
#define SEGMENT(o, m, label) \
	MOVQ (o+0)(R12), AX; \
	MOVQ (AX)(R13*8), R9; \
	MOVQ 8(AX)(R13*8), CX; \
	MOVQ (o+8)(R12), DI; \
	LEAQ (DI)(CX*4), DI; \
	MOVQ (o+16)(R12), SI; \
	LEAQ (SI)(CX*8), SI; \
	NEGQ CX; \
	ADDQ R9, CX; \
	JZ   label; \
	MOVQ (o+m)(R12), BX

// AX = bytes of an element's row in a matrix / 8, R9 = bytes of its slot in u and t / 8.
#define ENTRY \
	MOVBLZX (DI)(CX*4), R9; \
	MOVL (DI)(CX*4), AX; \
	SHRL $8, AX

#define ADVANCE(label) \
	INCQ CX; \
	JNZ  label

// R11 = the slots that column R13 has.
#define PRESENT \
	MOVQ 24(R12), AX; \
	MOVBLZX (AX)(R13*1), R11; \
	MOVQ 72(R12), AX; \
	MOVBLZX (AX)(R13*1), CX; \
	SHLL $8, CX; \
	ORL  CX, R11

// R9 = bytes of the next slot of those in a register.
#define SLOT(slots) \
	BSFQ slots, R9; \
	SHLL $6, R9

#define DROP(slots, label) \
	LEAQ -1(slots), AX; \
	ANDQ AX, slots; \
	JNZ  label

#define ARGUMENTS \
	MOVQ tiles+0(FP), R12; \
	MOVQ partners+8(FP), R10; \
	MOVQ u+16(FP), DX; \
	MOVQ t+24(FP), R8; \
	MOVQ from+32(FP), R13

#define SUM512(o, d, loop, none) \
	SEGMENT(o, 32, none); \
	MOVQ (o+40)(R12), R15 \
loop: \
	ENTRY; \
	PREFETCHT0 (R15)(AX*8); \
	VBROADCASTSD (SI)(CX*8), Z8; \
	VMOVUPD d(DX)(R9*8), Z0; \
	VFMADD231PD (BX)(AX*8), Z8, Z0; \
	VMOVUPD Z0, d(DX)(R9*8); \
	ADVANCE(loop)

#define SPREAD512(o, d, loop, none) \
	SEGMENT(o, 40, none) \
loop: \
	ENTRY; \
	VBROADCASTSD (SI)(CX*8), Z8; \
	VMOVUPD (BX)(AX*8), Z0; \
	VFMADD231PD d(R8)(R9*8), Z8, Z0; \
	VMOVUPD Z0, (BX)(AX*8); \
	ADVANCE(loop)

// func exchangeAVX512(tiles *[2]exchanged, partners *int64, u, t *float64, from, to, spread int)
TEXT ·exchangeAVX512(SB), NOSPLIT, $0-56
	ARGUMENTS
	VPXORQ Z3, Z3, Z3

column:
	SUM512(0, 0, sumone, onesummed)
onesummed:
	SUM512(48, 512, sumtwo, twosummed)
twosummed:
	PRESENT
	TESTQ R11, R11
	JZ    next
	MOVQ  R11, BX

partner:
	SLOT(BX)
	VMOVDQU64 (R10)(R9*1), Z1
	VPXORQ Z2, Z2, Z2
	KXNORB K1, K1, K1
	VGATHERQPD (DX)(Z1*8), K1, Z2
	VADDPD (DX)(R9*1), Z2, Z2
	VMOVUPD Z2, (R8)(R9*1)
	DROP(BX, partner)

	VMOVUPD Z3, 0(DX)
	VMOVUPD Z3, 64(DX)
	VMOVUPD Z3, 128(DX)
	VMOVUPD Z3, 192(DX)
	VMOVUPD Z3, 256(DX)
	VMOVUPD Z3, 320(DX)
	VMOVUPD Z3, 384(DX)
	VMOVUPD Z3, 448(DX)
	VMOVUPD Z3, 512(DX)
	VMOVUPD Z3, 576(DX)
	VMOVUPD Z3, 640(DX)
	VMOVUPD Z3, 704(DX)
	VMOVUPD Z3, 768(DX)
	VMOVUPD Z3, 832(DX)
	VMOVUPD Z3, 896(DX)
	VMOVUPD Z3, 960(DX)

	CMPQ spread+48(FP), $0
	JEQ  next
	SPREAD512(0, 0, spreadone, onespread)
onespread:
	SPREAD512(48, 512, spreadtwo, next)

next:
	INCQ R13
	CMPQ R13, to+40(FP)
	JLT  column
	VZEROUPPER
	RET

#define SUM2(o, d, loop, none) \
	SEGMENT(o, 32, none) \
loop: \
	ENTRY; \
	VBROADCASTSD (SI)(CX*8), Y8; \
	VMOVUPD d(DX)(R9*8), Y0; \
	VMOVUPD (d+32)(DX)(R9*8), Y1; \
	VFMADD231PD (BX)(AX*8), Y8, Y0; \
	VFMADD231PD 32(BX)(AX*8), Y8, Y1; \
	VMOVUPD Y0, d(DX)(R9*8); \
	VMOVUPD Y1, (d+32)(DX)(R9*8); \
	ADVANCE(loop)

#define SPREAD2(o, d, loop, none) \
	SEGMENT(o, 40, none) \
loop: \
	ENTRY; \
	VBROADCASTSD (SI)(CX*8), Y8; \
	VMOVUPD (BX)(AX*8), Y0; \
	VMOVUPD 32(BX)(AX*8), Y1; \
	VFMADD231PD d(R8)(R9*8), Y8, Y0; \
	VFMADD231PD (d+32)(R8)(R9*8), Y8, Y1; \
	VMOVUPD Y0, (BX)(AX*8); \
	VMOVUPD Y1, 32(BX)(AX*8); \
	ADVANCE(loop)

// func exchangeAVX2(tiles *[2]exchanged, partners *int64, u, t *float64, from, to, spread int)
TEXT ·exchangeAVX2(SB), NOSPLIT, $0-56
	ARGUMENTS
	VXORPD Y7, Y7, Y7

column:
	SUM2(0, 0, sumone, onesummed)
onesummed:
	SUM2(48, 512, sumtwo, twosummed)
twosummed:
	PRESENT
	TESTQ R11, R11
	JZ    next
	MOVQ  R11, BX

partner:
	SLOT(BX)
	VMOVDQU (R10)(R9*1), Y1
	VMOVDQU 32(R10)(R9*1), Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VPCMPEQQ Y5, Y5, Y5
	VPCMPEQQ Y6, Y6, Y6
	VGATHERQPD Y5, (DX)(Y1*8), Y3
	VGATHERQPD Y6, (DX)(Y2*8), Y4
	VADDPD (DX)(R9*1), Y3, Y3
	VADDPD 32(DX)(R9*1), Y4, Y4
	VMOVUPD Y3, (R8)(R9*1)
	VMOVUPD Y4, 32(R8)(R9*1)
	DROP(BX, partner)

zero:
	SLOT(R11)
	VMOVUPD Y7, (DX)(R9*1)
	VMOVUPD Y7, 32(DX)(R9*1)
	DROP(R11, zero)

	CMPQ spread+48(FP), $0
	JEQ  next
	SPREAD2(0, 0, spreadone, onespread)
onespread:
	SPREAD2(48, 512, spreadtwo, next)

next:
	INCQ R13
	CMPQ R13, to+40(FP)
	JLT  column
	VZEROUPPER
	RET
