// cuda::barrier of a block, on an mbarrier in shared memory, and cuda::pipeline, on groups of copies for a thread and on
// barriers for a block.

namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum class pipeline_role { producer, consumer };
template <thread_scope Scope, typename Completion = void>
struct barrier {
    static_assert(Scope == thread_scope_block || Scope == thread_scope_thread, "cuda::barrier is there for the threads of a block only");
    static_assert(__is_void(Completion), "cuda::barrier has no completion functions here");
    using arrival_token = unsigned long long;
    unsigned long long xk_state;
    __device__ __forceinline__ static constexpr long max() { return (1 << 20) - 1; }
    __device__ __forceinline__ arrival_token arrive(long update = 1) {
        arrival_token token = __mbarrier_arrive(&xk_state);
        for (long i = 1; i < update; ++i) {
            __mbarrier_arrive(&xk_state);
        }
        return token;
    }
    __device__ __forceinline__ void wait(arrival_token&& token) const {
        while (!__mbarrier_test_wait((unsigned long long*)&xk_state, token)) {
        }
    }
    __device__ __forceinline__ void wait_parity(bool parity) const {
        while (!__mbarrier_test_wait_parity((unsigned long long*)&xk_state, parity)) {
        }
    }
    __device__ __forceinline__ void arrive_and_wait() { wait(arrive()); }
    __device__ __forceinline__ void arrive_and_drop() { __mbarrier_arrive_and_drop(&xk_state); }
};
template <thread_scope Scope, typename Completion>
__device__ __forceinline__ void init(barrier<Scope, Completion>* b, long expected) {
    __mbarrier_init(&b->xk_state, (unsigned int)expected);
}
namespace device {
template <thread_scope Scope, typename Completion>
__device__ __forceinline__ unsigned long long* barrier_native_handle(barrier<Scope, Completion>& b) {
    return &b.xk_state;
}
}
template <thread_scope Scope, unsigned char Stages>
struct pipeline_shared_state {
    barrier<Scope> xk_produced[Stages];
    barrier<Scope> xk_consumed[Stages];
    unsigned int xk_producers;
    unsigned int xk_consumers;
};
template <thread_scope Scope>
struct pipeline {
    barrier<Scope>* xk_produced;
    barrier<Scope>* xk_consumed;
    unsigned int xk_stages;
    unsigned int xk_head;
    unsigned int xk_tail;
    bool xk_free_parity;
    bool xk_full_parity;
    __device__ __forceinline__ void producer_acquire() { xk_consumed[xk_head].wait_parity(xk_free_parity); }
    __device__ __forceinline__ void producer_commit() {
        __pipeline_arrive_on(&xk_produced[xk_head].xk_state);
        xk_produced[xk_head].arrive();
        if (++xk_head == xk_stages) {
            xk_head = 0;
            xk_free_parity = !xk_free_parity;
        }
    }
    __device__ __forceinline__ void consumer_wait() { xk_produced[xk_tail].wait_parity(xk_full_parity); }
    __device__ __forceinline__ void consumer_release() {
        xk_consumed[xk_tail].arrive();
        if (++xk_tail == xk_stages) {
            xk_tail = 0;
            xk_full_parity = !xk_full_parity;
        }
    }
    __device__ __forceinline__ bool quit() { return true; }
};
// A thread's own: how many groups it made and took.
template <>
struct pipeline<thread_scope_thread> {
    unsigned int xk_head;
    unsigned int xk_tail;
    __device__ __forceinline__ void producer_acquire() {}
    __device__ __forceinline__ void producer_commit() {
        __pipeline_commit();
        ++xk_head;
    }
    __device__ __forceinline__ void consumer_wait() { __pipeline_wait_prior(xk_head - xk_tail - 1); }
    __device__ __forceinline__ void consumer_release() { ++xk_tail; }
    __device__ __forceinline__ bool quit() { return true; }
};
__device__ __forceinline__ pipeline<thread_scope_thread> make_pipeline() {
    return pipeline<thread_scope_thread>{0, 0};
}
template <typename Group, thread_scope Scope, unsigned char Stages>
__device__ __forceinline__ pipeline<Scope> xk_make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, unsigned int producers, unsigned int consumers) {
    if (group.thread_rank() == 0) {
        for (unsigned int i = 0; i < Stages; ++i) {
            init(&state->xk_produced[i], producers);
            init(&state->xk_consumed[i], consumers);
        }
    }
    group.sync();
    return pipeline<Scope>{state->xk_produced, state->xk_consumed, Stages, 0, 0, true, false};
}
template <typename Group, thread_scope Scope, unsigned char Stages>
__device__ __forceinline__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
    return xk_make_pipeline(group, state, (unsigned int)group.num_threads(), (unsigned int)group.num_threads());
}
template <typename Group, thread_scope Scope, unsigned char Stages>
__device__ __forceinline__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, size_t producers) {
    return xk_make_pipeline(group, state, (unsigned int)producers, (unsigned int)(group.num_threads() - producers));
}
template <typename Group, thread_scope Scope, unsigned char Stages>
__device__ __forceinline__ pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, pipeline_role role) {
    if (group.thread_rank() == 0) {
        state->xk_producers = 0;
        state->xk_consumers = 0;
    }
    group.sync();
    atomicAdd(role == pipeline_role::producer ? &state->xk_producers : &state->xk_consumers, 1u);
    group.sync();
    return xk_make_pipeline(group, state, state->xk_producers, state->xk_consumers);
}
template <unsigned char Prior>
__device__ __forceinline__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& pipe) {
    __pipeline_wait_prior(Prior);
    pipe.xk_tail = pipe.xk_head - Prior;
}
template <thread_scope Scope>
__device__ __forceinline__ void pipeline_producer_commit(pipeline<thread_scope_thread>& pipe, barrier<Scope>& b) {
    __pipeline_arrive_on(&b.xk_state);
}
// A thread alone, as a group copies.
struct xk_alone {
    __device__ __forceinline__ static constexpr unsigned int thread_rank() { return 0; }
    __device__ __forceinline__ static constexpr unsigned int num_threads() { return 1; }
};
template <typename Group, typename T, typename Size>
__device__ __forceinline__ void xk_copy_async(const Group& group, T* to, const T* from, const Size& bytes) {
    constexpr size_t known = cooperative_groups::xk_known_alignment<Size>::value;
    constexpr size_t own = cooperative_groups::xk_alignment<T>::value;
    cooperative_groups::xk_copy<(known > own ? known : own)>(group, to, from, (size_t)bytes);
}
template <typename T, typename Size, thread_scope Scope>
__device__ __forceinline__ void memcpy_async(T* to, const T* from, const Size& bytes, barrier<Scope>& b) {
    xk_copy_async(xk_alone(), to, from, bytes);
    __pipeline_arrive_on(&b.xk_state);
}
template <typename Group, typename T, typename Size, thread_scope Scope>
__device__ __forceinline__ void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes, barrier<Scope>& b) {
    xk_copy_async(group, to, from, bytes);
    __pipeline_arrive_on(&b.xk_state);
}
template <typename T, typename Size, thread_scope Scope>
__device__ __forceinline__ void memcpy_async(T* to, const T* from, const Size& bytes, pipeline<Scope>&) {
    xk_copy_async(xk_alone(), to, from, bytes);
}
template <typename Group, typename T, typename Size, thread_scope Scope>
__device__ __forceinline__ void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes, pipeline<Scope>&) {
    xk_copy_async(group, to, from, bytes);
}
}
