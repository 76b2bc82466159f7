// Makes a buffer and frees it on both of two paths that are taken.

extern "C" __global__ void release(int *y)
{
    volatile int *buffer = static_cast<volatile int *>(malloc(16));
    buffer[0] = 5;
    const int value = buffer[0];
    if (value > 4)
        free(const_cast<int *>(buffer));
    if (value < 6)
        free(const_cast<int *>(buffer));
    y[0] = value;
}
