package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Instructions with the bits that the PTX ISA gives for their results: instruction, register values before, one register
 * after. Registers: {@code %h} of 16 bits, {@code %r} of 32, {@code %d} of 64, {@code %p} predicates.
 */
class OpcodeTableTest {
    private static final String TABLE = """
            # integers
            add.s32 %r9, %r1, %r2 | r1=0x7fffffff r2=1 | r9=0x80000000
            add.sat.s32 %r9, %r1, %r2 | r1=0x7fffffff r2=1 | r9=0x7fffffff
            sub.sat.s32 %r9, %r1, %r2 | r1=0x80000000 r2=1 | r9=0x80000000
            add.u64 %d9, %d1, %d2 | d1=0xffffffffffffffff d2=2 | d9=1
            add.s16 %h9, %h1, %h2 | h1=0xffff h2=3 | h9=2
            add.u16x2 %r9, %r1, %r2 | r1=0xffff0001 r2=0x00020003 | r9=0x00010004
            mul.lo.s32 %r9, %r1, %r2 | r1=0x12345678 r2=0x9abcdef0 | r9=0x242d2080
            mul.hi.s32 %r9, %r1, %r2 | r1=0xffffffff r2=2 | r9=0xffffffff
            mul.hi.u32 %r9, %r1, %r2 | r1=0xffffffff r2=2 | r9=1
            mul.hi.u64 %d9, %d1, %d2 | d1=0xffffffffffffffff d2=0xffffffffffffffff | d9=0xfffffffffffffffe
            mul.hi.s64 %d9, %d1, %d2 | d1=0xffffffffffffffff d2=5 | d9=0xffffffffffffffff
            mul.wide.s32 %d9, %r1, %r2 | r1=0xffffffff r2=7 | d9=0xfffffffffffffff9
            mul.wide.u32 %d9, %r1, %r2 | r1=0xffffffff r2=7 | d9=0x6fffffff9
            mul.wide.u16 %r9, %h1, %h2 | h1=0xffff h2=2 | r9=0x1fffe
            mul.wide.s16 %r9, %h1, %h2 | h1=0xffff h2=2 | r9=0xfffffffe
            mul.hi.u16 %h9, %h1, %h2 | h1=0xffff h2=0xffff | h9=0xfffe
            mad.lo.s32 %r9, %r1, %r2, %r3 | r1=3 r2=4 r3=5 | r9=17
            mad.hi.u32 %r9, %r1, %r2, %r3 | r1=0x80000000 r2=4 r3=5 | r9=7
            mad.hi.sat.s32 %r9, %r1, %r2, %r3 | r1=0x7fffffff r2=0x7fffffff r3=0x7fffffff | r9=0x7fffffff
            mad.wide.s32 %d9, %r1, %r2, %d3 | r1=0xffffffff r2=2 d3=1 | d9=0xffffffffffffffff
            mul24.lo.s32 %r9, %r1, %r2 | r1=0x00ffffff r2=3 | r9=0xfffffffd
            mul24.lo.u32 %r9, %r1, %r2 | r1=0xff000002 r2=3 | r9=6
            mul24.hi.u32 %r9, %r1, %r2 | r1=0x00ffffff r2=0x00ffffff | r9=0xfffffe00
            mad24.lo.u32 %r9, %r1, %r2, %r3 | r1=2 r2=3 r3=4 | r9=10
            sad.s32 %r9, %r1, %r2, %r3 | r1=0xfffffffe r2=3 r3=10 | r9=15
            sad.u32 %r9, %r1, %r2, %r3 | r1=0xfffffffe r2=3 r3=10 | r9=5
            sad.u64 %d9, %d1, %d2, %d3 | d1=1 d2=0xffffffffffffffff d3=0 | d9=0xfffffffffffffffe
            div.s32 %r9, %r1, %r2 | r1=0xfffffff9 r2=2 | r9=0xfffffffd
            div.u32 %r9, %r1, %r2 | r1=0xfffffff9 r2=2 | r9=0x7ffffffc
            div.u32 %r9, %r1, %r2 | r1=5 r2=0 | r9=0xffffffff
            div.s32 %r9, %r1, %r2 | r1=0x80000000 r2=0xffffffff | r9=0x80000000
            div.s64 %d9, %d1, %d2 | d1=0xfffffffffffffff9 d2=2 | d9=0xfffffffffffffffd
            div.u64 %d9, %d1, %d2 | d1=0xfffffffffffffff9 d2=2 | d9=0x7ffffffffffffffc
            div.s16 %h9, %h1, %h2 | h1=0xfff9 h2=2 | h9=0xfffd
            rem.s32 %r9, %r1, %r2 | r1=0xfffffff9 r2=4 | r9=0xfffffffd
            rem.u32 %r9, %r1, %r2 | r1=0xfffffff9 r2=4 | r9=1
            rem.u32 %r9, %r1, %r2 | r1=7 r2=0 | r9=0xffffffff
            rem.s64 %d9, %d1, %d2 | d1=0xfffffffffffffff9 d2=4 | d9=0xfffffffffffffffd
            abs.s32 %r9, %r1 | r1=0x80000000 | r9=0x80000000
            abs.s64 %d9, %d1 | d1=0xffffffffffffffff | d9=1
            neg.s32 %r9, %r1 | r1=1 | r9=0xffffffff
            neg.s16 %h9, %h1 | h1=1 | h9=0xffff
            min.s32 %r9, %r1, %r2 | r1=0xffffffff r2=1 | r9=0xffffffff
            min.u32 %r9, %r1, %r2 | r1=0xffffffff r2=1 | r9=1
            max.u64 %d9, %d1, %d2 | d1=0xffffffffffffffff d2=1 | d9=0xffffffffffffffff
            max.s64 %d9, %d1, %d2 | d1=0xffffffffffffffff d2=1 | d9=1
            max.s16 %h9, %h1, %h2 | h1=0xffff h2=1 | h9=1
            min.u16 %h9, %h1, %h2 | h1=0xffff h2=1 | h9=1
            max.u16x2 %r9, %r1, %r2 | r1=0xffff0001 r2=0x00020003 | r9=0xffff0003
            min.relu.s32 %r9, %r1, %r2 | r1=0xfffffff0 r2=4 | r9=0
            dp4a.s32.s32 %r9, %r1, %r2, %r3 | r1=0xff010203 r2=0x01020304 r3=10 | r9=29
            dp4a.u32.u32 %r9, %r1, %r2, %r3 | r1=0xff010203 r2=0x01020304 r3=10 | r9=285
            dp2a.lo.s32.s32 %r9, %r1, %r2, %r3 | r1=0xffff0002 r2=0x01020304 r3=10 | r9=15
            # video
            vadd.s32.s32.s32.sat %r9, %r1, %r2 | r1=0x7fffffff r2=1 | r9=0x7fffffff
            vsub.u32.u32.u32.sat %r9, %r1, %r2 | r1=1 r2=2 | r9=0
            vabsdiff.u32.s32.s32.add %r9, %r1, %r2, %r3 | r1=0xfffffffe r2=3 r3=10 | r9=15
            vmax.s32.u32.s32 %r9, %r1, %r2 | r1=1 r2=0xffffffff | r9=1
            vshl.u32.u32.u32.clamp %r9, %r1, %r2 | r1=1 r2=40 | r9=0
            vshr.s32.s32.u32.wrap %r9, %r1, %r2 | r1=0x80000000 r2=36 | r9=0xf8000000
            vmad.s32.s32.s32.shr7 %r9, %r1, %r2, %r3 | r1=256 r2=0xfffffffe r3=128 | r9=0xfffffffd
            vset.s32.s32.lt %r9, %r1, %r2 | r1=0xffffffff r2=0 | r9=1
            vadd2.s32.s32.s32.sat %r9, %r1, %r2, %r3 | r1=0x7fff8000 r2=0x0001ffff r3=0 | r9=0x7fff8000
            vavrg2.u32.u32.u32 %r9, %r1, %r2, %r3 | r1=0x00010004 r2=0x00020005 r3=0 | r9=0x00020005
            vabsdiff4.u32.u32.u32 %r9, %r1, %r2, %r3 | r1=0x01ff0380 r2=0x02000480 r3=0 | r9=0x01ff0100
            vabsdiff4.u32.u32.u32.add %r9, %r1, %r2, %r3 | r1=0x01ff0380 r2=0x02000480 r3=7 | r9=0x108
            vmin4.s32.s32.s32 %r9, %r1, %r2, %r3 | r1=0x80017f00 r2=0x00ff0001 r3=0 | r9=0x80ff0000
            vset4.u32.u32.ge %r9, %r1, %r2, %r3 | r1=0x01020304 r2=0x01030204 r3=0 | r9=0x01000101
            # narrow floats and packs
            cvt.pack.sat.s8.s32.b32 %r9, %r1, %r2, %r3 | r1=300 r2=0xffffff00 r3=0x00001234 | r9=0x12347f80
            cvt.pack.sat.u16.s32 %r9, %r1, %r2 | r1=0xffffffff r2=70000 | r9=0x0000ffff
            cvt.rn.satfinite.e4m3x2.f32 %h9, %r1, %r2 | r1=0x43e00000 r2=0xc3fa0000 | h9=0x7efe
            cvt.rn.satfinite.e4m3x2.f32 %h9, %r1, %r2 | r1=0x3a800000 r2=0x3f800000 | h9=0x0038
            cvt.rn.satfinite.e5m2x2.f32 %h9, %r1, %r2 | r1=0x7f800000 r2=0x7fc00000 | h9=0x7b7f
            cvt.rn.f16x2.e4m3x2 %r9, %h1 | h1=0x01fe | r9=0x1800df00
            cvt.rn.f16x2.e5m2x2 %r9, %h1 | h1=0x7c01 | r9=0x7c000100
            cvt.rn.tf32.f32 %r9, %r1 | r1=0x3f801000 | r9=0x3f800000
            cvt.rna.tf32.f32 %r9, %r1 | r1=0x3f801000 | r9=0x3f802000
            cvt.rz.relu.tf32.f32 %r9, %r1 | r1=0xbf801000 | r9=0
            min.xorsign.abs.f16 %h9, %h1, %h2 | h1=0xc000 h2=0x4200 | h9=0xc000
            ex2.approx.ftz.bf16 %h9, %h1 | h1=0x4040 | h9=0x4100
            set.lt.f16x2.f16x2 %r9, %r1, %r2 | r1=0x3c004000 r2=0x40003c00 | r9=0x3c000000
            set.eq.u16.s32 %h9, %r1, %r2 | r1=5 r2=5 | h9=0xffff
            setp.gt.or.bf16x2 %p8|%p9, %r1, %r2, %p1 | r1=0x40003f80 r2=0x3f803f80 p1=0 | p9=1
            slct.f32.f32 %r9, %r1, %r2, %r3 | r1=5 r2=6 r3=0x7fc00000 | r9=6
            lop3.or.b32 %r9|%p9, %r1, %r2, %r3, 0x80, %p1 | r1=0xff r2=0xf0 r3=0x0f p1=0 | p9=0
            # bits
            and.b32 %r9, %r1, %r2 | r1=0xff00ff00 r2=0x0ff00ff0 | r9=0x0f000f00
            or.b64 %d9, %d1, %d2 | d1=0xff00000000000000 d2=1 | d9=0xff00000000000001
            xor.b16 %h9, %h1, %h2 | h1=0xffff h2=0x00ff | h9=0xff00
            not.b32 %r9, %r1 | r1=0xff | r9=0xffffff00
            cnot.b32 %r9, %r1 | r1=0 | r9=1
            cnot.b32 %r9, %r1 | r1=77 | r9=0
            shl.b32 %r9, %r1, %r2 | r1=1 r2=32 | r9=0
            shl.b32 %r9, %r1, %r2 | r1=1 r2=31 | r9=0x80000000
            shl.b64 %d9, %d1, %r2 | d1=1 r2=63 | d9=0x8000000000000000
            shl.b64 %d9, %d1, %r2 | d1=1 r2=64 | d9=0
            shl.b16 %h9, %h1, %r2 | h1=1 r2=15 | h9=0x8000
            shl.b16 %h9, %h1, %r2 | h1=1 r2=16 | h9=0
            shr.u32 %r9, %r1, %r2 | r1=0x80000000 r2=33 | r9=0
            shr.s32 %r9, %r1, %r2 | r1=0x80000000 r2=33 | r9=0xffffffff
            shr.s32 %r9, %r1, %r2 | r1=0x80000000 r2=4 | r9=0xf8000000
            shr.s64 %d9, %d1, %r2 | d1=0x8000000000000000 r2=0xffffffff | d9=0xffffffffffffffff
            shr.s16 %h9, %h1, %r2 | h1=0x8000 r2=3 | h9=0xf000
            shr.u16 %h9, %h1, %r2 | h1=0x8000 r2=3 | h9=0x1000
            shf.l.wrap.b32 %r9, %r1, %r2, %r3 | r1=0x89abcdef r2=0x01234567 r3=36 | r9=0x12345678
            shf.l.clamp.b32 %r9, %r1, %r2, %r3 | r1=0x89abcdef r2=0x01234567 r3=36 | r9=0x89abcdef
            shf.r.wrap.b32 %r9, %r1, %r2, %r3 | r1=0x89abcdef r2=0x01234567 r3=4 | r9=0x789abcde
            shf.r.clamp.b32 %r9, %r1, %r2, %r3 | r1=0x89abcdef r2=0x01234567 r3=99 | r9=0x01234567
            bfe.u32 %r9, %r1, %r2, %r3 | r1=0x12345678 r2=8 r3=12 | r9=0x456
            bfe.s32 %r9, %r1, %r2, %r3 | r1=0x00000f00 r2=8 r3=4 | r9=0xffffffff
            bfe.u64 %d9, %d1, %r2, %r3 | d1=0x123456789abcdef0 r2=56 r3=8 | d9=0x12
            bfe.s64 %d9, %d1, %r2, %r3 | d1=0x8000000000000000 r2=60 r3=20 | d9=0xfffffffffffffff8
            bfi.b32 %r9, %r1, %r2, %r3, %r4 | r1=0xff r2=0x11111111 r3=4 r4=8 | r9=0x11111ff1
            bfi.b64 %d9, %d1, %d2, %r3, %r4 | d1=0xff d2=0 r3=60 r4=8 | d9=0xf000000000000000
            bfind.u32 %r9, %r1 | r1=0 | r9=0xffffffff
            bfind.s32 %r9, %r1 | r1=0xfffffffe | r9=0
            bfind.shiftamt.u32 %r9, %r1 | r1=1 | r9=31
            bfind.u64 %r9, %d1 | d1=0x8000000000000000 | r9=63
            brev.b32 %r9, %r1 | r1=1 | r9=0x80000000
            brev.b64 %d9, %d1 | d1=2 | d9=0x4000000000000000
            clz.b32 %r9, %r1 | r1=0 | r9=32
            clz.b64 %r9, %d1 | d1=1 | r9=63
            popc.b32 %r9, %r1 | r1=0xf0f0 | r9=8
            popc.b64 %r9, %d1 | d1=0xffffffffffffffff | r9=64
            prmt.b32 %r9, %r1, %r2, %r3 | r1=0x33221100 r2=0x77665544 r3=0x7531 | r9=0x77553311
            prmt.b32 %r9, %r1, %r2, %r3 | r1=0x80 r2=0 r3=0x8888 | r9=0xffffffff
            prmt.b32.rc16 %r9, %r1, %r2, %r3 | r1=0x33221100 r2=0 r3=1 | r9=0x33223322
            lop3.b32 %r9, %r1, %r2, %r3, 0xE8 | r1=0xff00ff00 r2=0xf0f0f0f0 r3=0xaaaaaaaa | r9=0xfaa0faa0
            fns.b32 %r9, %r1, %r2, %r3 | r1=0x16 r2=0 r3=3 | r9=4
            bmsk.clamp.b32 %r9, %r1, %r2 | r1=4 r2=8 | r9=0xff0
            szext.wrap.s32 %r9, %r1, %r2 | r1=0x8 r2=4 | r9=0xfffffff8
            # single precision
            add.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0x33800000 | r9=0x3f800000
            add.rz.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0xb3000000 | r9=0x3f7fffff
            add.rp.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0x33000000 | r9=0x3f800001
            add.f32 %r9, %r1, %r2 | r1=0x7f800000 r2=0xff800000 | r9=0x7fffffff
            add.ftz.f32 %r9, %r1, %r2 | r1=0x00000001 r2=0x00000001 | r9=0
            add.f32 %r9, %r1, %r2 | r1=0x00000001 r2=0x00000001 | r9=2
            add.sat.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0x3f800000 | r9=0x3f800000
            sub.f32 %r9, %r1, %r2 | r1=0x40400000 r2=0x3f800000 | r9=0x40000000
            mul.f32 %r9, %r1, %r2 | r1=0x40400000 r2=0xc0000000 | r9=0xc0c00000
            mul.rm.f32 %r9, %r1, %r2 | r1=0x3f800001 r2=0x3f800001 | r9=0x3f800002
            fma.rn.f32 %r9, %r1, %r2, %r3 | r1=0x3f800001 r2=0x3f800001 r3=0xbf800002 | r9=0x28800000
            fma.rz.f32 %r9, %r1, %r2, %r3 | r1=0x7f7fffff r2=0x40000000 r3=0 | r9=0x7f7fffff
            fma.rn.sat.f32 %r9, %r1, %r2, %r3 | r1=0xbf800000 r2=0x40000000 r3=0 | r9=0
            div.rn.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0x40400000 | r9=0x3eaaaaab
            div.rz.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0x40400000 | r9=0x3eaaaaaa
            div.rn.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0x80000000 | r9=0xff800000
            div.approx.f32 %r9, %r1, %r2 | r1=0x40c00000 r2=0x40400000 | r9=0x40000000
            rcp.rn.f32 %r9, %r1 | r1=0x40000000 | r9=0x3f000000
            rcp.approx.ftz.f32 %r9, %r1 | r1=0x00000001 | r9=0x7f800000
            sqrt.rn.f32 %r9, %r1 | r1=0x40000000 | r9=0x3fb504f3
            sqrt.rp.f32 %r9, %r1 | r1=0x40000000 | r9=0x3fb504f4
            sqrt.rn.f32 %r9, %r1 | r1=0xbf800000 | r9=0x7fffffff
            rsqrt.approx.f32 %r9, %r1 | r1=0x40800000 | r9=0x3f000000
            ex2.approx.f32 %r9, %r1 | r1=0x40400000 | r9=0x41000000
            ex2.approx.ftz.f32 %r9, %r1 | r1=0xff800000 | r9=0
            lg2.approx.f32 %r9, %r1 | r1=0x41000000 | r9=0x40400000
            sin.approx.f32 %r9, %r1 | r1=0 | r9=0
            cos.approx.f32 %r9, %r1 | r1=0 | r9=0x3f800000
            tanh.approx.f32 %r9, %r1 | r1=0x7f800000 | r9=0x3f800000
            abs.f32 %r9, %r1 | r1=0xc0000000 | r9=0x40000000
            neg.f32 %r9, %r1 | r1=0 | r9=0x80000000
            neg.ftz.f32 %r9, %r1 | r1=1 | r9=0x80000000
            min.f32 %r9, %r1, %r2 | r1=0x7fc00000 r2=0x3f800000 | r9=0x3f800000
            min.f32 %r9, %r1, %r2 | r1=0x7fc00000 r2=0xffc00001 | r9=0x7fffffff
            max.f32 %r9, %r1, %r2 | r1=0x80000000 r2=0 | r9=0
            max.NaN.f32 %r9, %r1, %r2 | r1=0x7fc00000 r2=0x3f800000 | r9=0x7fffffff
            min.xorsign.abs.f32 %r9, %r1, %r2 | r1=0xc0000000 r2=0x40400000 | r9=0xc0000000
            copysign.f32 %r9, %r1, %r2 | r1=0x80000000 r2=0x3f800000 | r9=0xbf800000
            testp.normal.f32 %p9, %r1 | r1=0x00800000 | p9=1
            testp.subnormal.f32 %p9, %r1 | r1=0x00000001 | p9=1
            testp.notanumber.f32 %p9, %r1 | r1=0x7fc00000 | p9=1
            testp.finite.f64 %p9, %d1 | d1=0x7ff0000000000000 | p9=0
            # double precision
            add.f64 %d9, %d1, %d2 | d1=0x3ff0000000000000 d2=0x3ff0000000000000 | d9=0x4000000000000000
            add.rz.f64 %d9, %d1, %d2 | d1=0x3ff0000000000000 d2=0xbc90000000000000 | d9=0x3fefffffffffffff
            mul.rp.f64 %d9, %d1, %d2 | d1=0x3ff0000000000001 d2=0x3ff0000000000001 | d9=0x3ff0000000000003
            fma.rn.f64 %d9, %d1, %d2, %d3 | d1=0x3ff0000000000001 d2=0x3ff0000000000001 d3=0xbff0000000000002 | d9=0x3970000000000000
            div.rn.f64 %d9, %d1, %d2 | d1=0x3ff0000000000000 d2=0x4008000000000000 | d9=0x3fd5555555555555
            div.rp.f64 %d9, %d1, %d2 | d1=0x3ff0000000000000 d2=0x4008000000000000 | d9=0x3fd5555555555556
            sqrt.rn.f64 %d9, %d1 | d1=0x4000000000000000 | d9=0x3ff6a09e667f3bcd
            rcp.approx.ftz.f64 %d9, %d1 | d1=0x4000000012345678 | d9=0x3fe0000000000000
            min.f64 %d9, %d1, %d2 | d1=0x8000000000000000 d2=0 | d9=0x8000000000000000
            neg.f64 %d9, %d1 | d1=0 | d9=0x8000000000000000
            # half precision
            add.f16 %h9, %h1, %h2 | h1=0x3c00 h2=0x3c00 | h9=0x4000
            add.f16 %h9, %h1, %h2 | h1=0x7bff h2=0x7bff | h9=0x7c00
            mul.f16x2 %r9, %r1, %r2 | r1=0x40003c00 r2=0x42003800 | r9=0x46003800
            fma.rn.f16x2 %r9, %r1, %r2, %r3 | r1=0x3c003c00 r2=0x3c003c00 r3=0xbc003c00 | r9=0x00004000
            fma.rn.bf16 %h9, %h1, %h2, %h3 | h1=0x3f80 h2=0x4000 h3=0x3f80 | h9=0x4040
            max.f16x2 %r9, %r1, %r2 | r1=0x7e003c00 r2=0x40004000 | r9=0x40004000
            neg.bf16x2 %r9, %r1 | r1=0x3f80bf80 | r9=0xbf803f80
            ex2.approx.f16 %h9, %h1 | h1=0x4200 | h9=0x4800
            # comparison and selection
            setp.lt.s32 %p9, %r1, %r2 | r1=0xffffffff r2=0 | p9=1
            setp.lt.u32 %p9, %r1, %r2 | r1=0xffffffff r2=0 | p9=0
            setp.hi.u32 %p9, %r1, %r2 | r1=0xffffffff r2=0 | p9=1
            setp.ne.b64 %p9, %d1, %d2 | d1=0x100000000 d2=0 | p9=1
            setp.eq.f32 %p9, %r1, %r2 | r1=0x80000000 r2=0 | p9=1
            setp.lt.f32 %p9, %r1, %r2 | r1=0x7fc00000 r2=0 | p9=0
            setp.ltu.f32 %p9, %r1, %r2 | r1=0x7fc00000 r2=0 | p9=1
            setp.neu.f32 %p9, %r1, %r2 | r1=0x7fc00000 r2=0x7fc00000 | p9=1
            setp.ne.f32 %p9, %r1, %r2 | r1=0x7fc00000 r2=0x7fc00000 | p9=0
            setp.num.f64 %p9, %d1, %d2 | d1=0 d2=0x7ff8000000000000 | p9=0
            setp.nan.f64 %p9, %d1, %d2 | d1=0 d2=0x7ff8000000000000 | p9=1
            setp.gt.ftz.f32 %p9, %r1, %r2 | r1=1 r2=0 | p9=0
            setp.lt.and.s32 %p9, %r1, %r2, %p3 | r1=0 r2=1 p3=0 | p9=0
            setp.lt.or.s32 %p9, %r1, %r2, !%p3 | r1=1 r2=0 p3=0 | p9=1
            setp.eq.s32 %p8|%p9, %r1, %r2 | r1=1 r2=1 | p9=0
            setp.gt.f16 %p9, %h1, %h2 | h1=0x4000 h2=0x3c00 | p9=1
            set.lt.u32.s32 %r9, %r1, %r2 | r1=1 r2=2 | r9=0xffffffff
            set.ge.f32.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0x3f800000 | r9=0x3f800000
            selp.b32 %r9, %r1, %r2, %p3 | r1=5 r2=6 p3=1 | r9=5
            selp.b64 %d9, %d1, %d2, %p3 | d1=5 d2=6 p3=0 | d9=6
            slct.b32.s32 %r9, %r1, %r2, %r3 | r1=5 r2=6 r3=0xffffffff | r9=6
            slct.b32.f32 %r9, %r1, %r2, %r3 | r1=5 r2=6 r3=0x80000000 | r9=5
            and.pred %p9, %p1, %p2 | p1=1 p2=0 | p9=0
            not.pred %p9, %p1 | p1=0 | p9=1
            xor.pred %p9, %p1, %p2 | p1=1 p2=1 | p9=0
            # conversion
            cvt.s32.s8 %r9, %r1 | r1=0x80 | r9=0xffffff80
            cvt.u32.u8 %r9, %r1 | r1=0x1ff | r9=0xff
            cvt.u64.u32 %d9, %r1 | r1=0xffffffff | d9=0xffffffff
            cvt.s64.s32 %d9, %r1 | r1=0xffffffff | d9=0xffffffffffffffff
            cvt.u16.u32 %h9, %r1 | r1=0x12345 | h9=0x2345
            cvt.sat.u8.s32 %r9, %r1 | r1=0xffffffff | r9=0
            cvt.sat.s16.s32 %h9, %r1 | r1=0x12345 | h9=0x7fff
            cvt.rzi.s32.f32 %r9, %r1 | r1=0xbfe00000 | r9=0xffffffff
            cvt.rni.s32.f32 %r9, %r1 | r1=0x40200000 | r9=2
            cvt.rmi.s32.f32 %r9, %r1 | r1=0xbfc00000 | r9=0xfffffffe
            cvt.rpi.s32.f32 %r9, %r1 | r1=0xbfc00000 | r9=0xffffffff
            cvt.rzi.s32.f32 %r9, %r1 | r1=0x7fc00000 | r9=0
            cvt.rzi.s32.f32 %r9, %r1 | r1=0x7f800000 | r9=0x7fffffff
            cvt.rzi.u32.f32 %r9, %r1 | r1=0xbf800000 | r9=0
            cvt.rzi.u32.f32 %r9, %r1 | r1=0x4f7fffff | r9=0xffffff00
            cvt.rzi.s64.f32 %d9, %r1 | r1=0x7fc00000 | d9=0x8000000000000000
            cvt.rzi.s32.f64 %r9, %d1 | d1=0x7ff8000000000000 | r9=0x80000000
            cvt.rzi.u64.f64 %d9, %d1 | d1=0x43efffffffffffff | d9=0xfffffffffffff800
            cvt.rn.f32.s32 %r9, %r1 | r1=0x01000001 | r9=0x4b800000
            cvt.rp.f32.s32 %r9, %r1 | r1=0x01000001 | r9=0x4b800001
            cvt.rn.f32.u64 %r9, %d1 | d1=0xffffffffffffffff | r9=0x5f800000
            cvt.rn.f64.u64 %d9, %d1 | d1=0x8000000000000000 | d9=0x43e0000000000000
            cvt.f64.f32 %d9, %r1 | r1=0x3fc00000 | d9=0x3ff8000000000000
            cvt.rn.f32.f64 %r9, %d1 | d1=0x3ff0000010000000 | r9=0x3f800000
            cvt.rz.f32.f64 %r9, %d1 | d1=0x3fefffffffffffff | r9=0x3f7fffff
            cvt.rni.f32.f32 %r9, %r1 | r1=0x40200000 | r9=0x40000000
            cvt.sat.f32.f32 %r9, %r1 | r1=0x40200000 | r9=0x3f800000
            cvt.ftz.f32.f32 %r9, %r1 | r1=0x80000001 | r9=0x80000000
            cvt.rn.f16.f32 %h9, %r1 | r1=0x3f800fff | h9=0x3c00
            cvt.rn.f16.f64 %h9, %d1 | d1=0x3ff0020000000001 | h9=0x3c01
            cvt.f32.f16 %r9, %h1 | h1=0x0001 | r9=0x33800000
            cvt.rn.f16x2.f32 %r9, %r1, %r2 | r1=0x3f800000 r2=0x40000000 | r9=0x3c004000
            cvt.rn.bf16.f32 %h9, %r1 | r1=0x3f808000 | h9=0x3f80
            cvt.rn.relu.bf16x2.f32 %r9, %r1, %r2 | r1=0xbf800000 r2=0x40000000 | r9=0x00004000
            cvt.rna.tf32.f32 %r9, %r1 | r1=0x3f801000 | r9=0x3f802000
            # movement
            mov.b32 %r9, {%h1, %h2} | h1=0x1234 h2=0xabcd | r9=0xabcd1234
            mov.b64 %d9, {%r1, %r2} | r1=0x89abcdef r2=0x01234567 | d9=0x0123456789abcdef
            mov.b32 {%h8, %h9}, %r1 | r1=0xabcd1234 | h9=0xabcd
            mov.b64 {%r9, %r8}, %d1 | d1=0x0123456789abcdef | r9=0x89abcdef
            mov.b32 %r9, 0f3F800000 | r1=0 | r9=0x3f800000
            mov.f32 %r9, 0f40000000 | r1=0 | r9=0x40000000
            mov.f64 %d9, 0d3FF0000000000000 | r1=0 | d9=0x3ff0000000000000
            mov.u32 %r9, %lanemask_le | r1=0 | r9=1
            mov.u32 %r9, %nctaid.x | r1=0 | r9=1
            mov.u32 %r9, WARP_SZ | r1=0 | r9=32
            """;

    private record Row(int line, String instruction, List<String> before, String after, long expected) {
        String type(String register) {
            return switch (register.charAt(0)) {
                case 'h' -> "b16";
                case 'r' -> "b32";
                case 'd' -> "b64";
                default -> "pred";
            };
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        List<String> lines = TABLE.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("#")) {
                continue;
            }
            String[] parts = lines.get(i).split(" \\| ", 3);
            String[] result = parts[2].strip().split("=", 2);
            rows.add(new Row(
                    i + 1,
                    parts[0],
                    List.of(parts[1].split(" ", -1)),
                    result[0],
                    Long.parseUnsignedLong(
                            result[1].startsWith("0x") ? result[1].substring(2) : result[1],
                            result[1].startsWith("0x") ? 16 : 10)));
        }
        return rows;
    }

    /** One kernel that does all rows and writes 8 bytes for each; inputs come from memory, so that nothing is constant. */
    private static String program(List<Row> rows, List<Long> inputs) {
        StringBuilder text = new StringBuilder(".version 8.3\n.target sm_90\n.address_size 64\n")
                .append(".visible .entry table(.param .u64 out, .param .u64 in)\n{\n")
                .append(".reg .pred %p<10>;\n.reg .b16 %h<10>;\n.reg .b32 %r<12>;\n.reg .b64 %d<10>;\n")
                .append(".reg .b64 %out, %in;\nld.param.u64 %out, [out];\nld.param.u64 %in, [in];\n");
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            for (String setting : row.before) {
                String[] parts = setting.strip().split("=", 2);
                long offset = inputs.size() * 8L;
                boolean hex = parts[1].startsWith("0x");
                inputs.add(Long.parseUnsignedLong(hex ? parts[1].substring(2) : parts[1], hex ? 16 : 10));
                if (row.type(parts[0]).equals("pred")) {
                    text.append("ld.global.b32 %r10, [%in+")
                            .append(offset)
                            .append("];\nsetp.ne.b32 %")
                            .append(parts[0])
                            .append(", %r10, 0;\n");
                } else {
                    text.append("ld.global.")
                            .append(row.type(parts[0]))
                            .append(" %")
                            .append(parts[0])
                            .append(", [%in+")
                            .append(offset)
                            .append("];\n");
                }
            }
            text.append(row.instruction).append(";\n");
            String place = "[%out+" + i * 8 + "]";
            if (row.type(row.after).equals("pred")) {
                text.append("selp.b32 %r10, 1, 0, %")
                        .append(row.after)
                        .append(";\nst.global.b32 ")
                        .append(place)
                        .append(", %r10;\n");
            } else {
                text.append("st.global.")
                        .append(row.type(row.after))
                        .append(' ')
                        .append(place)
                        .append(", %")
                        .append(row.after)
                        .append(";\n");
            }
        }
        return text.append("ret;\n}\n").toString();
    }

    @ParameterizedTest
    @EnumSource(
            value = EmulatorSettings.Executor.class,
            names = {"INTERPRETER", "TRANSLATOR"})
    void computesTheBitsOfTheIsa(EmulatorSettings.Executor executor) {
        List<Row> rows = rows();
        List<Long> inputs = new ArrayList<>();
        String program = program(rows, inputs);
        try (PtxLab lab = new PtxLab(executor)) {
            long[] in = inputs.stream().mapToLong(Long::longValue).toArray();
            long[] out = new long[rows.size()];
            lab.run(program, 1, 1, out, in);
            for (int i = 0; i < out.length; i++) {
                Row row = rows.get(i);
                assertEquals(
                        Long.toHexString(row.expected),
                        Long.toHexString(out[i]),
                        row.instruction + " after " + row.before + " (" + executor + ")");
            }
        }
    }
}
