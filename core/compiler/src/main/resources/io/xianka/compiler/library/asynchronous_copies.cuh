// Copies from global to shared memory that go on beside the thread that asked for them. Memory elsewhere is copied at once.

__device__ __forceinline__ void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, size_t bytes, size_t zero_bytes = 0) {
    unsigned int given = (unsigned int)(bytes - zero_bytes);
    unsigned int place = (unsigned int)__cvta_generic_to_shared(to);
    switch (bytes) {
        case 4: asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(place), "l"(from), "r"(given) : "memory"); break;
        case 8: asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" : : "r"(place), "l"(from), "r"(given) : "memory"); break;
        case 16: asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(place), "l"(from), "r"(given) : "memory"); break;
    }
}

__device__ __forceinline__ void __pipeline_commit() {
    asm volatile("cp.async.commit_group;" : : : "memory");
}

// Waits for all but the last groups; the instruction takes a constant, and 8 groups are enough for everybody.
__device__ __forceinline__ void __pipeline_wait_prior(size_t groups) {
    switch (groups) {
        case 0: asm volatile("cp.async.wait_all;" : : : "memory"); break;
        case 1: asm volatile("cp.async.wait_group 1;" : : : "memory"); break;
        case 2: asm volatile("cp.async.wait_group 2;" : : : "memory"); break;
        case 3: asm volatile("cp.async.wait_group 3;" : : : "memory"); break;
        case 4: asm volatile("cp.async.wait_group 4;" : : : "memory"); break;
        case 5: asm volatile("cp.async.wait_group 5;" : : : "memory"); break;
        case 6: asm volatile("cp.async.wait_group 6;" : : : "memory"); break;
        case 7: asm volatile("cp.async.wait_group 7;" : : : "memory"); break;
        default: asm volatile("cp.async.wait_group 8;" : : : "memory"); break;
    }
}

typedef unsigned long long __mbarrier_t;

typedef unsigned long long __mbarrier_token_t;

__device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t* barrier) {
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" : : "r"((unsigned int)__cvta_generic_to_shared(barrier)) : "memory");
}

__device__ __forceinline__ unsigned int __mbarrier_maximum_count() {
    return (1u << 20) - 1;
}

__device__ __forceinline__ void __mbarrier_init(__mbarrier_t* barrier, unsigned int expected) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"((unsigned int)__cvta_generic_to_shared(barrier)), "r"(expected) : "memory");
}

__device__ __forceinline__ void __mbarrier_inval(__mbarrier_t* barrier) {
    asm volatile("mbarrier.inval.shared.b64 [%0];" : : "r"((unsigned int)__cvta_generic_to_shared(barrier)) : "memory");
}

__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"((unsigned int)__cvta_generic_to_shared(barrier)) : "memory");
    return token;
}

__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(token) : "r"((unsigned int)__cvta_generic_to_shared(barrier)) : "memory");
    return token;
}

__device__ __forceinline__ bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
    unsigned int done;
    asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.shared.b64 p, [%1], %2;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(done) : "r"((unsigned int)__cvta_generic_to_shared(barrier)), "l"(token) : "memory");
    return done != 0;
}

__device__ __forceinline__ bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool phase_parity) {
    unsigned int done;
    asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\tselp.b32 %0, 1, 0, p;\n\t}" : "=r"(done) : "r"((unsigned int)__cvta_generic_to_shared(barrier)), "r"((unsigned int)phase_parity) : "memory");
    return done != 0;
}

__device__ __forceinline__ unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token) {
    unsigned int count;
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
    return count;
}

namespace cuda {
// A number of bytes, of which both addresses are multiples too.
template <size_t Alignment>
struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;
    __device__ __forceinline__ explicit aligned_size_t(size_t bytes) : value(bytes) {}
    __device__ __forceinline__ operator size_t() const { return value; }
};
}

namespace cooperative_groups {
template <typename T>
struct xk_alignment {
    static constexpr size_t value = alignof(T);
};
template <>
struct xk_alignment<void> {
    static constexpr size_t value = 1;
};
template <typename Size>
struct xk_known_alignment {
    static constexpr size_t value = 1;
};
template <size_t Alignment>
struct xk_known_alignment<cuda::aligned_size_t<Alignment>> {
    static constexpr size_t value = Alignment;
};
// The threads of the group copy in turn, in pieces of so many bytes, and byte by byte what is left.
template <size_t Piece, typename Group>
__device__ __forceinline__ void xk_copy_pieces(const Group& group, char* to, const char* from, size_t bytes) {
    size_t rank = group.thread_rank();
    size_t threads = group.num_threads();
    for (size_t at = rank * Piece; at + Piece <= bytes; at += threads * Piece) {
        __pipeline_memcpy_async(to + at, from + at, Piece);
    }
    for (size_t at = bytes / Piece * Piece + rank; at < bytes; at += threads) {
        to[at] = from[at];
    }
}
template <size_t Alignment, typename Group>
__device__ __forceinline__ void xk_copy(const Group& group, void* target, const void* source, size_t bytes) {
    char* to = (char*)target;
    const char* from = (const char*)source;
    unsigned int odd = (unsigned int)((unsigned long long)to | (unsigned long long)from);
    bool direct = __isShared(to) && __isGlobal(from);
    if (direct && bytes >= 16 && (Alignment >= 16 || (odd & 15) == 0)) {
        xk_copy_pieces<16>(group, to, from, bytes);
    } else if (direct && bytes >= 8 && (Alignment >= 8 || (odd & 7) == 0)) {
        xk_copy_pieces<8>(group, to, from, bytes);
    } else if (direct && (Alignment >= 4 || (odd & 3) == 0)) {
        xk_copy_pieces<4>(group, to, from, bytes);
    } else if (Alignment >= 4 || ((odd | (unsigned int)bytes) & 3) == 0) {
        for (size_t i = group.thread_rank(); i < bytes / 4; i += group.num_threads()) {
            ((unsigned int*)to)[i] = ((const unsigned int*)from)[i];
        }
        for (size_t i = bytes / 4 * 4 + group.thread_rank(); i < bytes; i += group.num_threads()) {
            to[i] = from[i];
        }
    } else {
        for (size_t i = group.thread_rank(); i < bytes; i += group.num_threads()) {
            to[i] = from[i];
        }
    }
}
template <typename Group, typename T, typename Size>
__device__ __forceinline__ void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
    constexpr size_t known = xk_known_alignment<Size>::value;
    constexpr size_t own = xk_alignment<T>::value;
    xk_copy<(known > own ? known : own)>(group, to, from, (size_t)bytes);
    __pipeline_commit();
}
template <typename Group, typename T, typename ToCount, typename FromCount>
__device__ __forceinline__ void memcpy_async(const Group& group, T* to, const ToCount& to_count, const T* from, const FromCount& from_count) {
    size_t count = (size_t)to_count < (size_t)from_count ? (size_t)to_count : (size_t)from_count;
    constexpr size_t known = xk_known_alignment<ToCount>::value;
    xk_copy<(known > alignof(T) ? known : alignof(T))>(group, to, from, count * sizeof(T));
    __pipeline_commit();
}
template <typename Group>
__device__ __forceinline__ void wait(const Group& group) {
    __pipeline_wait_prior(0);
    group.sync();
}
template <unsigned int Stage, typename Group>
__device__ __forceinline__ void wait_prior(const Group& group) {
    __pipeline_wait_prior(Stage);
    group.sync();
}
}
