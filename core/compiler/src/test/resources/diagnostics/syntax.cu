__global__ void one(float *x, int n)
{
    int i = threadIdx.x
    if (i < n)
        x[i] = 2 * (x[i] + ;
    float y = x[i;
    for (int j = 0; j < n; j++ {
        y += j;
    }
    y = y +* 2;
    int 3x = 4;
    return y
}

__device__ foo(int x) { return x; }

int a[3 = {1, 2};

struct S { int x; float y }

__device__ int two(int x) {
    S s = {1, 2);
    char c = 'ab;
    x = 08 + 0x + 1.5q;
    else x = 3;
    case 3: break;
    wrong type y;
    asm("add" : "=r"(x : "r"(1));
    return (x;
}

__global__ void three(int n) {
    if n < 3 return;
    while (n) 
}
__global__ void four(int *p) { p[0] = 1; @ p[1] = 2; }
template <typename T __device__ T five(T x) { return x; }
__device__ int six() { return max(1, 2; }
}
__global__ void seven(int *p) { p[0] = 1;
