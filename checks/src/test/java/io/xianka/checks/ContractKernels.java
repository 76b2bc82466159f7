package io.xianka.checks;

/** PTX of the driver contract, by hand, so that the contract stands on no compiler. */
final class ContractKernels {
    private ContractKernels() {}

    private static final String HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n";

    /** {@code dest[i] = a[i] * b[i]} for the threads of one block. */
    static final String MULTIPLY = HEAD + """
            .visible .entry multiply_them(
                .param .u64 .ptr .global .align 4 dest,
                .param .u64 .ptr .global .align 4 a,
                .param .u64 .ptr .global .align 4 b)
            {
                .reg .b32 %r<2>;
                .reg .f32 %f<4>;
                .reg .b64 %rd<8>;
                ld.param.u64 %rd1, [dest];
                ld.param.u64 %rd2, [a];
                ld.param.u64 %rd3, [b];
                mov.u32 %r1, %tid.x;
                mul.wide.u32 %rd4, %r1, 4;
                add.s64 %rd5, %rd1, %rd4;
                add.s64 %rd6, %rd2, %rd4;
                add.s64 %rd7, %rd3, %rd4;
                ld.global.f32 %f1, [%rd6];
                ld.global.f32 %f2, [%rd7];
                mul.f32 %f3, %f1, %f2;
                st.global.f32 [%rd5], %f3;
                ret;
            }
            """;

    /** {@code x[i] = x[i] * factor + offset} for {@code i < n}, with a one-dimensional grid. */
    static final String SCALE = HEAD + """
            .visible .entry scale(
                .param .u64 .ptr .global .align 4 x,
                .param .f32 factor,
                .param .s32 offset,
                .param .u32 n)
            {
                .reg .pred %p<2>;
                .reg .b32 %r<8>;
                .reg .f32 %f<5>;
                .reg .b64 %rd<4>;
                ld.param.u64 %rd1, [x];
                ld.param.f32 %f1, [factor];
                ld.param.s32 %r1, [offset];
                ld.param.u32 %r2, [n];
                mov.u32 %r3, %ctaid.x;
                mov.u32 %r4, %ntid.x;
                mov.u32 %r5, %tid.x;
                mad.lo.s32 %r6, %r3, %r4, %r5;
                setp.ge.u32 %p1, %r6, %r2;
                @%p1 bra DONE;
                mul.wide.u32 %rd2, %r6, 4;
                add.s64 %rd3, %rd1, %rd2;
                ld.global.f32 %f2, [%rd3];
                cvt.rn.f32.s32 %f3, %r1;
                fma.rn.f32 %f4, %f2, %f1, %f3;
                st.global.f32 [%rd3], %f4;
            DONE:
                ret;
            }
            """;

    /** Fills n words of dynamic shared memory with their index, then writes them in reverse. One block. */
    static final String REVERSE = HEAD + """
            .extern .shared .align 16 .b8 words[];
            .visible .entry reverse(
                .param .u64 .ptr .global .align 4 out,
                .param .u32 n)
            {
                .reg .pred %p<3>;
                .reg .b32 %r<12>;
                .reg .b64 %rd<4>;
                ld.param.u64 %rd1, [out];
                ld.param.u32 %r1, [n];
                mov.u32 %r2, %tid.x;
                mov.u32 %r3, %ntid.x;
                mov.u32 %r4, words;
                mov.u32 %r5, %r2;
            FILL:
                setp.ge.u32 %p1, %r5, %r1;
                @%p1 bra FILLED;
                shl.b32 %r6, %r5, 2;
                add.u32 %r7, %r4, %r6;
                st.shared.u32 [%r7], %r5;
                add.u32 %r5, %r5, %r3;
                bra FILL;
            FILLED:
                bar.sync 0;
                mov.u32 %r5, %r2;
            WRITE:
                setp.ge.u32 %p2, %r5, %r1;
                @%p2 bra WRITTEN;
                sub.u32 %r8, %r1, %r5;
                sub.u32 %r8, %r8, 1;
                shl.b32 %r9, %r8, 2;
                add.u32 %r10, %r4, %r9;
                ld.shared.u32 %r11, [%r10];
                mul.wide.u32 %rd2, %r5, 4;
                add.s64 %rd3, %rd1, %rd2;
                st.global.u32 [%rd3], %r11;
                add.u32 %r5, %r5, %r3;
                bra WRITE;
            WRITTEN:
                ret;
            }
            """;

    /** Adds one to {@code counter} for each thread, and writes {@code coefficients[thread % 4]}. */
    static final String GLOBALS = HEAD + """
            .visible .global .align 4 .u32 counter = 7;
            .visible .const .align 4 .f32 coefficients[4];
            .visible .entry globals(
                .param .u64 .ptr .global .align 4 out)
            {
                .reg .b32 %r<4>;
                .reg .f32 %f<2>;
                .reg .b64 %rd<8>;
                ld.param.u64 %rd1, [out];
                mov.u32 %r1, %tid.x;
                atom.global.add.u32 %r2, [counter], 1;
                and.b32 %r3, %r1, 3;
                mul.wide.u32 %rd2, %r3, 4;
                mov.u64 %rd3, coefficients;
                add.s64 %rd4, %rd3, %rd2;
                ld.const.f32 %f1, [%rd4];
                mul.wide.u32 %rd5, %r1, 4;
                add.s64 %rd6, %rd1, %rd5;
                st.global.f32 [%rd6], %f1;
                ret;
            }
            """;

    /** {@code struct { float scale; int count; double bias; }}: {@code out[i] = scale * i + bias} for i < count. */
    static final String STRUCT = HEAD + """
            .visible .entry affine(
                .param .u64 .ptr .global .align 8 out,
                .param .align 8 .b8 params[16])
            {
                .reg .pred %p<2>;
                .reg .b32 %r<3>;
                .reg .f32 %f<3>;
                .reg .f64 %fd<4>;
                .reg .b64 %rd<4>;
                ld.param.u64 %rd1, [out];
                ld.param.f32 %f1, [params];
                ld.param.u32 %r1, [params+4];
                ld.param.f64 %fd1, [params+8];
                mov.u32 %r2, %tid.x;
                setp.ge.s32 %p1, %r2, %r1;
                @%p1 bra DONE;
                cvt.rn.f32.u32 %f2, %r2;
                mul.f32 %f2, %f2, %f1;
                cvt.f64.f32 %fd2, %f2;
                add.f64 %fd3, %fd2, %fd1;
                mul.wide.u32 %rd2, %r2, 8;
                add.s64 %rd3, %rd1, %rd2;
                st.global.f64 [%rd3], %fd3;
            DONE:
                ret;
            }
            """;

    /** One thread a block: adds its block number + 1 to a sum, waits for all blocks, writes the sum it then sees. */
    static final String MEET = HEAD + """
            .visible .entry meet(
                .param .u64 .ptr .global .align 4 sums,
                .param .u64 .ptr .global .align 4 out)
            {
                .reg .pred %p<2>;
                .reg .b32 %r<8>;
                .reg .b64 %rd<6>;
                ld.param.u64 %rd1, [sums];
                ld.param.u64 %rd2, [out];
                mov.u32 %r1, %ctaid.x;
                mov.u32 %r2, %nctaid.x;
                add.u32 %r3, %r1, 1;
                atom.global.add.u32 %r4, [%rd1], %r3;
                membar.gl;
                atom.global.add.u32 %r4, [%rd1+4], 1;
            WAIT:
                ld.volatile.global.u32 %r5, [%rd1+4];
                setp.lt.u32 %p1, %r5, %r2;
                @%p1 bra WAIT;
                ld.volatile.global.u32 %r6, [%rd1];
                mul.wide.u32 %rd3, %r1, 4;
                add.s64 %rd4, %rd2, %rd3;
                st.global.u32 [%rd4], %r6;
                ret;
            }
            """;

    /** Each block writes its rank in its cluster + 100 * the cluster's size. */
    static final String CLUSTER = HEAD + """
            .visible .entry ranks(
                .param .u64 .ptr .global .align 4 out)
            {
                .reg .b32 %r<6>;
                .reg .b64 %rd<4>;
                ld.param.u64 %rd1, [out];
                mov.u32 %r1, %ctaid.x;
                mov.u32 %r2, %cluster_ctarank;
                mov.u32 %r3, %cluster_nctarank;
                mad.lo.u32 %r4, %r3, 100, %r2;
                mul.wide.u32 %rd2, %r1, 4;
                add.s64 %rd3, %rd1, %rd2;
                st.global.u32 [%rd3], %r4;
                ret;
            }
            """;

    /** Spins so many times, so that there is something to wait for. */
    static final String SPIN = HEAD + """
            .visible .entry spin(
                .param .u64 .ptr .global .align 4 out,
                .param .u32 turns)
            {
                .reg .pred %p<2>;
                .reg .b32 %r<4>;
                .reg .b64 %rd<2>;
                ld.param.u64 %rd1, [out];
                ld.param.u32 %r1, [turns];
                mov.u32 %r2, 0;
                mov.u32 %r3, 1;
            AGAIN:
                mad.lo.u32 %r3, %r3, 1664525, 1013904223;
                add.u32 %r2, %r2, 1;
                setp.lt.u32 %p1, %r2, %r1;
                @%p1 bra AGAIN;
                st.global.u32 [%rd1], %r3;
                ret;
            }
            """;

    /** What {@link #SPIN} writes. */
    static int spun(int turns) {
        int value = 1;
        for (int i = 0; i < turns; i++) {
            value = value * 1664525 + 1013904223;
        }
        return value;
    }
}
