// Writes the fields of structs, then copies the structs, padding and all.

struct alignas(16) Entry {
    int key;
    char kind;
    double value;
};

extern "C" __global__ void copy_structs(Entry *a, Entry *b, int *c)
{
    const int t = threadIdx.x;

    a[t].key = t;
    a[t].kind = 'x';
    a[t].value = 0.5 * t;
    __syncthreads();
    b[t] = a[31 - t];
    c[t] = b[t].key + b[t].kind;
}
