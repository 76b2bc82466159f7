// Blocks 1 to 3 put numbers into a queue, block 0 takes them out.

extern "C" __global__ void queue(int *slots, int *ready, unsigned int *tail, int *sum)
{
    if (blockIdx.x > 0) {
        if (threadIdx.x < 16) {
            const unsigned int place = atomicAdd(tail, 1u);
            slots[place] = blockIdx.x * 100 + threadIdx.x;
            __threadfence();
            *(volatile int *)&ready[place] = 1;
        }
    } else if (threadIdx.x == 0) {
        int total = 0;
        for (int i = 0; i < 48; ++i) {
            while (*(volatile int *)&ready[i] == 0) {
            }
            __threadfence();
            total += slots[i];
        }
        *sum = total;
    }
}
