// cuda::atomic and cuda::atomic_ref for numbers, pointers and small structs of 1, 2, 4 and 8 bytes. The operations themselves are
// relaxed ones; orders are made of fences before and behind them, which by the PTX memory model order the same. What is smaller than
// the hardware's atomics is changed by comparing and exchanging the word around it.

namespace std {
enum class memory_order { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
template <typename T>
using atomic = ::cuda::atomic<T, ::cuda::thread_scope_system>;
template <typename T>
using atomic_ref = ::cuda::atomic_ref<T, ::cuda::thread_scope_system>;
__device__ __forceinline__ void atomic_thread_fence(memory_order order) { ::cuda::atomic_thread_fence(order); }
}

namespace cuda {
using memory_order = ::std::memory_order;
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
// The unsigned integer of as many bytes.
template <size_t Bytes>
struct xk_word {
    static_assert(Bytes == 8, "cuda::atomic holds values of 1, 2, 4 or 8 bytes");
    using type = unsigned long long;
};
template <>
struct xk_word<4> {
    using type = unsigned int;
};
template <>
struct xk_word<2> {
    using type = unsigned short;
};
template <>
struct xk_word<1> {
    using type = unsigned char;
};
// Relaxed operations and fences of a scope.
template <thread_scope Scope>
struct xk_scoped;
template <>
struct xk_scoped<thread_scope_system> {
    __device__ __forceinline__ static unsigned char load(const unsigned char* address) {
        unsigned int value;
        asm volatile("ld.relaxed.sys.u8 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
        return (unsigned char)value;
    }
    __device__ __forceinline__ static unsigned short load(const unsigned short* address) {
        unsigned short value;
        asm volatile("ld.relaxed.sys.u16 %0, [%1];" : "=h"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static unsigned int load(const unsigned int* address) {
        unsigned int value;
        asm volatile("ld.relaxed.sys.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static unsigned long long load(const unsigned long long* address) {
        unsigned long long value;
        asm volatile("ld.relaxed.sys.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static void store(unsigned char* address, unsigned char value) {
        asm volatile("st.relaxed.sys.u8 [%0], %1;" :: "l"(address), "r"((unsigned int)value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned short* address, unsigned short value) {
        asm volatile("st.relaxed.sys.u16 [%0], %1;" :: "l"(address), "h"(value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned int* address, unsigned int value) {
        asm volatile("st.relaxed.sys.u32 [%0], %1;" :: "l"(address), "r"(value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned long long* address, unsigned long long value) {
        asm volatile("st.relaxed.sys.u64 [%0], %1;" :: "l"(address), "l"(value) : "memory");
    }
    template <typename N>
    __device__ __forceinline__ static N exchange(N* address, N value) { return atomicExch_system(address, value); }
    template <typename N>
    __device__ __forceinline__ static N add(N* address, N value) { return atomicAdd_system(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_and(N* address, N value) { return atomicAnd_system(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_or(N* address, N value) { return atomicOr_system(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_xor(N* address, N value) { return atomicXor_system(address, value); }
    template <typename N>
    __device__ __forceinline__ static N least(N* address, N value) { return atomicMin_system(address, value); }
    template <typename N>
    __device__ __forceinline__ static N most(N* address, N value) { return atomicMax_system(address, value); }
    template <typename N>
    __device__ __forceinline__ static N compare_exchange(N* address, N expected, N value) { return atomicCAS_system(address, expected, value); }
    __device__ __forceinline__ static void fence() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }
    __device__ __forceinline__ static void fence_of_all() { asm volatile("fence.sc.sys;" ::: "memory"); }
};
template <>
struct xk_scoped<thread_scope_device> {
    __device__ __forceinline__ static unsigned char load(const unsigned char* address) {
        unsigned int value;
        asm volatile("ld.relaxed.gpu.u8 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
        return (unsigned char)value;
    }
    __device__ __forceinline__ static unsigned short load(const unsigned short* address) {
        unsigned short value;
        asm volatile("ld.relaxed.gpu.u16 %0, [%1];" : "=h"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static unsigned int load(const unsigned int* address) {
        unsigned int value;
        asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static unsigned long long load(const unsigned long long* address) {
        unsigned long long value;
        asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static void store(unsigned char* address, unsigned char value) {
        asm volatile("st.relaxed.gpu.u8 [%0], %1;" :: "l"(address), "r"((unsigned int)value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned short* address, unsigned short value) {
        asm volatile("st.relaxed.gpu.u16 [%0], %1;" :: "l"(address), "h"(value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned int* address, unsigned int value) {
        asm volatile("st.relaxed.gpu.u32 [%0], %1;" :: "l"(address), "r"(value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned long long* address, unsigned long long value) {
        asm volatile("st.relaxed.gpu.u64 [%0], %1;" :: "l"(address), "l"(value) : "memory");
    }
    template <typename N>
    __device__ __forceinline__ static N exchange(N* address, N value) { return atomicExch(address, value); }
    template <typename N>
    __device__ __forceinline__ static N add(N* address, N value) { return atomicAdd(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_and(N* address, N value) { return atomicAnd(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_or(N* address, N value) { return atomicOr(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_xor(N* address, N value) { return atomicXor(address, value); }
    template <typename N>
    __device__ __forceinline__ static N least(N* address, N value) { return atomicMin(address, value); }
    template <typename N>
    __device__ __forceinline__ static N most(N* address, N value) { return atomicMax(address, value); }
    template <typename N>
    __device__ __forceinline__ static N compare_exchange(N* address, N expected, N value) { return atomicCAS(address, expected, value); }
    __device__ __forceinline__ static void fence() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }
    __device__ __forceinline__ static void fence_of_all() { asm volatile("fence.sc.gpu;" ::: "memory"); }
};
template <>
struct xk_scoped<thread_scope_block> {
    __device__ __forceinline__ static unsigned char load(const unsigned char* address) {
        unsigned int value;
        asm volatile("ld.relaxed.cta.u8 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
        return (unsigned char)value;
    }
    __device__ __forceinline__ static unsigned short load(const unsigned short* address) {
        unsigned short value;
        asm volatile("ld.relaxed.cta.u16 %0, [%1];" : "=h"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static unsigned int load(const unsigned int* address) {
        unsigned int value;
        asm volatile("ld.relaxed.cta.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static unsigned long long load(const unsigned long long* address) {
        unsigned long long value;
        asm volatile("ld.relaxed.cta.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
        return value;
    }
    __device__ __forceinline__ static void store(unsigned char* address, unsigned char value) {
        asm volatile("st.relaxed.cta.u8 [%0], %1;" :: "l"(address), "r"((unsigned int)value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned short* address, unsigned short value) {
        asm volatile("st.relaxed.cta.u16 [%0], %1;" :: "l"(address), "h"(value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned int* address, unsigned int value) {
        asm volatile("st.relaxed.cta.u32 [%0], %1;" :: "l"(address), "r"(value) : "memory");
    }
    __device__ __forceinline__ static void store(unsigned long long* address, unsigned long long value) {
        asm volatile("st.relaxed.cta.u64 [%0], %1;" :: "l"(address), "l"(value) : "memory");
    }
    template <typename N>
    __device__ __forceinline__ static N exchange(N* address, N value) { return atomicExch_block(address, value); }
    template <typename N>
    __device__ __forceinline__ static N add(N* address, N value) { return atomicAdd_block(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_and(N* address, N value) { return atomicAnd_block(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_or(N* address, N value) { return atomicOr_block(address, value); }
    template <typename N>
    __device__ __forceinline__ static N bit_xor(N* address, N value) { return atomicXor_block(address, value); }
    template <typename N>
    __device__ __forceinline__ static N least(N* address, N value) { return atomicMin_block(address, value); }
    template <typename N>
    __device__ __forceinline__ static N most(N* address, N value) { return atomicMax_block(address, value); }
    template <typename N>
    __device__ __forceinline__ static N compare_exchange(N* address, N expected, N value) { return atomicCAS_block(address, expected, value); }
    __device__ __forceinline__ static void fence() { asm volatile("fence.acq_rel.cta;" ::: "memory"); }
    __device__ __forceinline__ static void fence_of_all() { asm volatile("fence.sc.cta;" ::: "memory"); }
};
template <>
struct xk_scoped<thread_scope_thread> : xk_scoped<thread_scope_block> {};
template <thread_scope Scope>
__device__ __forceinline__ void xk_fence_before(memory_order order) {
    if (order == memory_order::seq_cst) {
        xk_scoped<Scope>::fence_of_all();
    } else if (order == memory_order::release || order == memory_order::acq_rel) {
        xk_scoped<Scope>::fence();
    }
}
template <thread_scope Scope>
__device__ __forceinline__ void xk_fence_behind(memory_order order) {
    if (order == memory_order::seq_cst || order == memory_order::acquire || order == memory_order::acq_rel || order == memory_order::consume) {
        xk_scoped<Scope>::fence();
    }
}
// What one order says of the two of a comparison that may fail.
__device__ __forceinline__ constexpr memory_order xk_order_of_failure(memory_order order) {
    return order == memory_order::acq_rel ? memory_order::acquire : order == memory_order::release ? memory_order::relaxed : order;
}
template <typename To, typename From>
__device__ __forceinline__ To xk_bits_as(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    return *(const To*)&from;
}
// Changes a value if it is the expected one; answers what it was.
template <thread_scope Scope, typename T>
__device__ __forceinline__ T xk_compare_exchange(T* address, const T& expected, const T& desired) {
    using word = typename xk_word<sizeof(T)>::type;
    const word wanted = xk_bits_as<word>(expected);
    const word given = xk_bits_as<word>(desired);
    if constexpr (sizeof(T) > 1) {
        return xk_bits_as<T>(xk_scoped<Scope>::compare_exchange((word*)address, wanted, given));
    } else {
        unsigned short* around = (unsigned short*)((size_t)address & ~(size_t)1);
        const int shift = (int)((size_t)address & 1) * 8;
        unsigned short seen = xk_scoped<Scope>::load(around);
        while ((word)(seen >> shift) == wanted) {
            const unsigned short changed = (unsigned short)((seen & ~(0xff << shift)) | (given << shift));
            const unsigned short was = xk_scoped<Scope>::compare_exchange(around, seen, changed);
            if (was == seen) {
                break;
            }
            seen = was;
        }
        return xk_bits_as<T>((word)(seen >> shift));
    }
}
// Changes a value to what a function makes of it; answers what it was.
template <thread_scope Scope, typename T, typename Change>
__device__ __forceinline__ T xk_change(T* address, Change change) {
    using word = typename xk_word<sizeof(T)>::type;
    word seen = xk_scoped<Scope>::load((const word*)address);
    for (;;) {
        const T before = xk_bits_as<T>(seen);
        const word was = xk_bits_as<word>(xk_compare_exchange<Scope, T>(address, before, change(before)));
        if (was == seen) {
            return before;
        }
        seen = was;
    }
}
template <thread_scope Scope, typename T>
__device__ __forceinline__ T xk_exchange(T* address, const T& desired) {
    using word = typename xk_word<sizeof(T)>::type;
    if constexpr (sizeof(T) >= 4) {
        return xk_bits_as<T>(xk_scoped<Scope>::exchange((word*)address, xk_bits_as<word>(desired)));
    } else {
        return xk_change<Scope>(address, [&](T) { return desired; });
    }
}
template <thread_scope Scope, typename T>
__device__ __forceinline__ T xk_add(T* address, T value) {
    using word = typename xk_word<sizeof(T)>::type;
    if constexpr (__is_floating_point(T) && sizeof(T) >= 4) {
        return xk_scoped<Scope>::add(address, value);
    } else if constexpr (sizeof(T) >= 4) {
        return (T)xk_scoped<Scope>::add((word*)address, (word)value);
    } else {
        return xk_change<Scope>(address, [=](T before) { return (T)(before + value); });
    }
}
// The integer of as many bytes with the same sign, as the hardware compares it.
template <size_t Bytes, bool IsSigned>
struct xk_integer {
    using type = typename xk_word<Bytes>::type;
};
template <>
struct xk_integer<4, true> {
    using type = int;
};
template <>
struct xk_integer<8, true> {
    using type = long long;
};
template <thread_scope Scope, typename T>
__device__ __forceinline__ T xk_least(T* address, T value) {
    if constexpr (__is_integral(T) && sizeof(T) >= 4) {
        using integer = typename xk_integer<sizeof(T), __is_signed(T)>::type;
        return (T)xk_scoped<Scope>::least((integer*)address, (integer)value);
    } else {
        return xk_change<Scope>(address, [=](T before) { return value < before ? value : before; });
    }
}
template <thread_scope Scope, typename T>
__device__ __forceinline__ T xk_most(T* address, T value) {
    if constexpr (__is_integral(T) && sizeof(T) >= 4) {
        using integer = typename xk_integer<sizeof(T), __is_signed(T)>::type;
        return (T)xk_scoped<Scope>::most((integer*)address, (integer)value);
    } else {
        return xk_change<Scope>(address, [=](T before) { return before < value ? value : before; });
    }
}
template <thread_scope Scope, typename T>
__device__ __forceinline__ T xk_bit_and(T* address, T value) {
    static_assert(__is_integral(T), "and, or, xor are operations of integers");
    using word = typename xk_word<sizeof(T)>::type;
    if constexpr (sizeof(T) >= 4) {
        return (T)xk_scoped<Scope>::bit_and((word*)address, (word)value);
    } else {
        return xk_change<Scope>(address, [=](T before) { return (T)(before & value); });
    }
}
template <thread_scope Scope, typename T>
__device__ __forceinline__ T xk_bit_or(T* address, T value) {
    static_assert(__is_integral(T), "and, or, xor are operations of integers");
    using word = typename xk_word<sizeof(T)>::type;
    if constexpr (sizeof(T) >= 4) {
        return (T)xk_scoped<Scope>::bit_or((word*)address, (word)value);
    } else {
        return xk_change<Scope>(address, [=](T before) { return (T)(before | value); });
    }
}
template <thread_scope Scope, typename T>
__device__ __forceinline__ T xk_bit_xor(T* address, T value) {
    static_assert(__is_integral(T), "and, or, xor are operations of integers");
    using word = typename xk_word<sizeof(T)>::type;
    if constexpr (sizeof(T) >= 4) {
        return (T)xk_scoped<Scope>::bit_xor((word*)address, (word)value);
    } else {
        return xk_change<Scope>(address, [=](T before) { return (T)(before ^ value); });
    }
}
// What is added to a value: to a pointer, elements.
template <typename T>
struct xk_added {
    using type = T;
    static constexpr size_t size = 1;
};
template <typename T>
struct xk_added<T*> {
    using type = long long;
    static constexpr size_t size = sizeof(T);
};
// The operations of both, on the place that Self names.
template <typename Self, typename T, thread_scope Scope>
struct xk_atomic {
    using value_type = T;
    using difference_type = typename xk_added<T>::type;
    static constexpr bool is_always_lock_free = true;
    __device__ __forceinline__ bool is_lock_free() const { return true; }
    __device__ __forceinline__ T* xk_place() const { return static_cast<const Self*>(this)->xk_address(); }
    __device__ __forceinline__ T load(memory_order order = memory_order::seq_cst) const {
        using word = typename xk_word<sizeof(T)>::type;
        xk_fence_before<Scope>(order);
        const word value = xk_scoped<Scope>::load((const word*)xk_place());
        xk_fence_behind<Scope>(order);
        return xk_bits_as<T>(value);
    }
    __device__ __forceinline__ void store(T value, memory_order order = memory_order::seq_cst) const {
        using word = typename xk_word<sizeof(T)>::type;
        xk_fence_before<Scope>(order);
        xk_scoped<Scope>::store((word*)xk_place(), xk_bits_as<word>(value));
    }
    __device__ __forceinline__ operator T() const { return load(); }
    __device__ __forceinline__ T exchange(T value, memory_order order = memory_order::seq_cst) const {
        xk_fence_before<Scope>(order);
        const T before = xk_exchange<Scope>(xk_place(), value);
        xk_fence_behind<Scope>(order);
        return before;
    }
    __device__ __forceinline__ bool compare_exchange_strong(T& expected, T desired, memory_order order, memory_order failure) const {
        using word = typename xk_word<sizeof(T)>::type;
        xk_fence_before<Scope>(order);
        const T before = xk_compare_exchange<Scope>(xk_place(), expected, desired);
        const bool isExchanged = xk_bits_as<word>(before) == xk_bits_as<word>(expected);
        expected = before;
        xk_fence_behind<Scope>(isExchanged ? order : failure);
        return isExchanged;
    }
    __device__ __forceinline__ bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order::seq_cst) const {
        return compare_exchange_strong(expected, desired, order, xk_order_of_failure(order));
    }
    __device__ __forceinline__ bool compare_exchange_weak(T& expected, T desired, memory_order order, memory_order failure) const {
        return compare_exchange_strong(expected, desired, order, failure);
    }
    __device__ __forceinline__ bool compare_exchange_weak(T& expected, T desired, memory_order order = memory_order::seq_cst) const {
        return compare_exchange_strong(expected, desired, order);
    }
    __device__ __forceinline__ T fetch_add(difference_type value, memory_order order = memory_order::seq_cst) const {
        xk_fence_before<Scope>(order);
        T before;
        if constexpr (__is_pointer(T)) {
            before = (T)xk_add<Scope>((unsigned long long*)xk_place(), (unsigned long long)value * xk_added<T>::size);
        } else {
            before = xk_add<Scope>(xk_place(), value);
        }
        xk_fence_behind<Scope>(order);
        return before;
    }
    __device__ __forceinline__ T fetch_sub(difference_type value, memory_order order = memory_order::seq_cst) const { return fetch_add((difference_type)-value, order); }
    __device__ __forceinline__ T fetch_min(T value, memory_order order = memory_order::seq_cst) const {
        xk_fence_before<Scope>(order);
        const T before = xk_least<Scope>(xk_place(), value);
        xk_fence_behind<Scope>(order);
        return before;
    }
    __device__ __forceinline__ T fetch_max(T value, memory_order order = memory_order::seq_cst) const {
        xk_fence_before<Scope>(order);
        const T before = xk_most<Scope>(xk_place(), value);
        xk_fence_behind<Scope>(order);
        return before;
    }
    __device__ __forceinline__ T fetch_and(T value, memory_order order = memory_order::seq_cst) const {
        xk_fence_before<Scope>(order);
        const T before = xk_bit_and<Scope>(xk_place(), value);
        xk_fence_behind<Scope>(order);
        return before;
    }
    __device__ __forceinline__ T fetch_or(T value, memory_order order = memory_order::seq_cst) const {
        xk_fence_before<Scope>(order);
        const T before = xk_bit_or<Scope>(xk_place(), value);
        xk_fence_behind<Scope>(order);
        return before;
    }
    __device__ __forceinline__ T fetch_xor(T value, memory_order order = memory_order::seq_cst) const {
        xk_fence_before<Scope>(order);
        const T before = xk_bit_xor<Scope>(xk_place(), value);
        xk_fence_behind<Scope>(order);
        return before;
    }
    __device__ __forceinline__ T operator+=(difference_type value) const { return fetch_add(value) + value; }
    __device__ __forceinline__ T operator-=(difference_type value) const { return fetch_sub(value) - value; }
    __device__ __forceinline__ T operator&=(T value) const { return fetch_and(value) & value; }
    __device__ __forceinline__ T operator|=(T value) const { return fetch_or(value) | value; }
    __device__ __forceinline__ T operator^=(T value) const { return fetch_xor(value) ^ value; }
    __device__ __forceinline__ T operator++(int) const { return fetch_add(1); }
    __device__ __forceinline__ T operator--(int) const { return fetch_sub(1); }
    __device__ __forceinline__ T operator++() const { return fetch_add(1) + 1; }
    __device__ __forceinline__ T operator--() const { return fetch_sub(1) - 1; }
    __device__ __forceinline__ void wait(T old, memory_order order = memory_order::seq_cst) const {
        using word = typename xk_word<sizeof(T)>::type;
        while (xk_bits_as<word>(load(order)) == xk_bits_as<word>(old)) {
        }
    }
    __device__ __forceinline__ void notify_one() const {}
    __device__ __forceinline__ void notify_all() const {}
};
template <typename T, thread_scope Scope = thread_scope_system>
struct atomic : xk_atomic<atomic<T, Scope>, T, Scope> {
    alignas(sizeof(T)) T xk_value;
    atomic() = default;
    __device__ __forceinline__ constexpr atomic(T value) : xk_value(value) {}
    atomic(const atomic&) = delete;
    __device__ __forceinline__ T* xk_address() const { return const_cast<T*>(&xk_value); }
    __device__ __forceinline__ T operator=(T value) {
        this->store(value);
        return value;
    }
};
template <typename T, thread_scope Scope = thread_scope_system>
struct atomic_ref : xk_atomic<atomic_ref<T, Scope>, T, Scope> {
    T* xk_referred;
    __device__ __forceinline__ explicit atomic_ref(T& value) : xk_referred(&value) {}
    __device__ __forceinline__ T* xk_address() const { return xk_referred; }
    __device__ __forceinline__ T operator=(T value) const {
        this->store(value);
        return value;
    }
};
template <thread_scope Scope = thread_scope_system>
struct xk_flag {
    atomic<unsigned int, Scope> xk_isSet;
    __device__ __forceinline__ bool test(memory_order order = memory_order::seq_cst) const { return xk_isSet.load(order) != 0; }
    __device__ __forceinline__ bool test_and_set(memory_order order = memory_order::seq_cst) { return xk_isSet.exchange(1u, order) != 0; }
    __device__ __forceinline__ void clear(memory_order order = memory_order::seq_cst) { xk_isSet.store(0u, order); }
};
using atomic_flag = xk_flag<>;
__device__ __forceinline__ void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    if (order == memory_order::relaxed) {
        return;
    }
    if (scope == thread_scope_system) {
        order == memory_order::seq_cst ? xk_scoped<thread_scope_system>::fence_of_all() : xk_scoped<thread_scope_system>::fence();
    } else if (scope == thread_scope_device) {
        order == memory_order::seq_cst ? xk_scoped<thread_scope_device>::fence_of_all() : xk_scoped<thread_scope_device>::fence();
    } else {
        order == memory_order::seq_cst ? xk_scoped<thread_scope_block>::fence_of_all() : xk_scoped<thread_scope_block>::fence();
    }
}
__device__ __forceinline__ void atomic_signal_fence(memory_order) {}
}
