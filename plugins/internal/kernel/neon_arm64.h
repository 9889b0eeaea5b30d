// Vector instructions that the assembler does not know by name, on two float64 a register: registers are
// given by number, sources before the destination, as in d = n op m.
#define FADD(m, n, d) WORD $(0x4E60D400 | (m)<<16 | (n)<<5 | (d))
#define FSUB(m, n, d) WORD $(0x4EE0D400 | (m)<<16 | (n)<<5 | (d))
#define FMUL(m, n, d) WORD $(0x6E60DC00 | (m)<<16 | (n)<<5 | (d))
#define FDIV(m, n, d) WORD $(0x6E60FC00 | (m)<<16 | (n)<<5 | (d))
#define FMAX(m, n, d) WORD $(0x4E60F400 | (m)<<16 | (n)<<5 | (d))
#define FMIN(m, n, d) WORD $(0x4EE0F400 | (m)<<16 | (n)<<5 | (d))

// The larger of a number and one that may be NaN.
#define FMAXNM(m, n, d) WORD $(0x4E60C400 | (m)<<16 | (n)<<5 | (d))

#define FABS(n, d) WORD $(0x4EE0F800 | (n)<<5 | (d))
#define FNEG(n, d) WORD $(0x6EE0F800 | (n)<<5 | (d))

// To the nearest whole number, as float64 and as int64.
#define FRINTN(n, d) WORD $(0x4E618800 | (n)<<5 | (d))
#define FCVTNS(n, d) WORD $(0x4E61A800 | (n)<<5 | (d))

// All bits of a lane are set where n > m, n = 0, or the sign bit of n is set.
#define FCMGT(m, n, d) WORD $(0x6EE0E400 | (m)<<16 | (n)<<5 | (d))
#define FCMEQ0(n, d) WORD $(0x4EE0D800 | (n)<<5 | (d))
#define CMLT0(n, d) WORD $(0x4EE0A800 | (n)<<5 | (d))

// The exponent of a float64 is above 52 bits.
#define SHL52(n, d) WORD $(0x4F745400 | (n)<<5 | (d))

// The lower and the upper two of four float32 as float64, and two float64 as float32.
#define FCVTL(n, d) WORD $(0x0E617800 | (n)<<5 | (d))
#define FCVTL2(n, d) WORD $(0x4E617800 | (n)<<5 | (d))
#define FCVTN(n, d) WORD $(0x0E616800 | (n)<<5 | (d))
#define FCVTN2(n, d) WORD $(0x4E616800 | (n)<<5 | (d))

// The sum of both lanes, as a scalar.
#define FADDP(n, d) WORD $(0x7E70D800 | (n)<<5 | (d))
