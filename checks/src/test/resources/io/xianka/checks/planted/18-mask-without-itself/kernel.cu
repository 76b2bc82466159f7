// Every lane votes, but the mask holds the even lanes only.

extern "C" __global__ void vote(unsigned int *y)
{
    const int t = threadIdx.x;
    y[t] = __ballot_sync(0x55555555u, t < 8);
}
