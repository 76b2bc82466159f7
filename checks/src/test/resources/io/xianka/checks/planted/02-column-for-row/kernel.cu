// Transposes eight rows of 32; the result has 32 rows of eight.

#define ROWS 8
#define COLUMNS 32

extern "C" __global__ void transpose(const int *x, int *y)
{
    const int row = threadIdx.y;
    const int column = threadIdx.x;
    const int value = x[row * COLUMNS + column];
    y[column * COLUMNS + row] = value;
}
