// Tiles of matrices in shared memory and in the registers of a warp, for mma.sync. Given as macro: KIND (0 tf32, 1 half, 2
// bfloat16).
//
// In shared memory a tile is lines of 16-byte chunks; a chunk's place in its line is exchanged with others by the line's
// number, so that eight lines' chunks of one position lie in different banks.
#define ELEMENT_BYTES (KIND == 0 ? 4 : 2)
#define CHUNK (16 / ELEMENT_BYTES)  // elements
#define STEP_K (2 * CHUNK)          // what one mma takes of k

__device__ __forceinline__ unsigned int shared_address(const void* p) {
    return (unsigned int)__cvta_generic_to_shared(p);
}

template <int Chunks>
__device__ __forceinline__ unsigned int exchanged(int line, int chunk) {
    if constexpr (Chunks >= 8) {
        return chunk ^ (line & 7);
    } else if constexpr (Chunks == 4) {
        return chunk ^ (line >> 1 & 3);
    } else {
        return chunk ^ (line >> 2 & 1);
    }
}

template <int Chunks>
__device__ __forceinline__ unsigned int place(int line, int chunk) {
    return (line * Chunks + exchanged<Chunks>(line, chunk)) * 16;
}

// Where a lane points to for four 8 x 8 matrices that make 16 lines by 2 chunks: line by line first, or chunk by chunk first.
// Further chunks of the same lines lie at the exclusive or with 16 times an even number, further lines (multiples of 16) at
// the sum with whole lines; tiles begin at multiples of their lines' size.
template <int Chunks>
__device__ __forceinline__ unsigned int lines_first() {
    int lane = threadIdx.x % 32;
    return place<Chunks>(lane % 16, lane / 16);
}

template <int Chunks>
__device__ __forceinline__ unsigned int chunks_first() {
    int lane = threadIdx.x % 32;
    return place<Chunks>(lane % 8 + lane / 16 * 8, lane / 8 % 2);
}

// Copies 16 bytes to shared memory, of which `valid` come from memory and the rest are zeros, in pieces of Piece bytes.
template <int Piece>
__device__ __forceinline__ void copy_chunk(unsigned int to, const void* from, int valid) {
    if constexpr (Piece == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(to), "l"(from), "r"(valid) : "memory");
    } else {
#pragma unroll
        for (int at = 0; at < 16; at += Piece) {
            int rest = min(max(valid - at, 0), Piece);
            const char* piece = (const char*)from + (rest > 0 ? at : 0);
            if constexpr (Piece == 8) {
                asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" : : "r"(to + at), "l"(piece), "r"(rest) : "memory");
            } else if constexpr (Piece == 4) {
                asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(to + at), "l"(piece), "r"(rest) : "memory");
            } else {
                unsigned short value = rest > 0 ? *(const unsigned short*)piece : 0;
                asm volatile("st.shared.u16 [%0], %1;" : : "r"(to + at), "h"(value) : "memory");
            }
        }
    }
}

__device__ __forceinline__ void commit_copies() {
    asm volatile("cp.async.commit_group;" : : : "memory");
}

template <int Pending>
__device__ __forceinline__ void wait_for_copies() {
    asm volatile("cp.async.wait_group %0;" : : "n"(Pending) : "memory");
}

__device__ __forceinline__ void load_matrices(unsigned int* to, unsigned int address) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(address) : "memory");
}

__device__ __forceinline__ void load_transposed_matrices(unsigned int* to, unsigned int address) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(address) : "memory");
}

#if KIND == 0
// To ten bits of fraction; to even where that is one instruction, elsewhere four would do it.
__device__ __forceinline__ unsigned int rounded(unsigned int bits) {
    unsigned int r;
#if __CUDA_ARCH__ >= 900
    asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(bits)));
#else
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(bits)));
#endif
    return r;
}
#endif

// sums += a b, of 16 x STEP_K and STEP_K x 8.
__device__ __forceinline__ void multiply_add(float* sums, const unsigned int* a, unsigned int b0, unsigned int b1) {
#if KIND == 0
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
#elif KIND == 1
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
#else
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
#endif
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
