// One thread of each block adds under a lock.

extern "C" __global__ void locked(int *mutex, int *count)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(mutex, 0, 1) != 0) {
        }
        __threadfence();
        count[0] += 1;
        count[1] += blockIdx.x;
        __threadfence();
        atomicExch(mutex, 0);
    }
}
