// Adds up the parts of a product that was split along k, always in the same order, and finishes it. Parts of a batch lie
// [batch, parts, m, n].
extern "C" __global__ __launch_bounds__(256) void reduce_parts(
    const Sum* __restrict__ partial, const Result* c, Result* d, const Result* __restrict__ bias, long long elements, int m,
    int n, int parts, long long ldd, long long batch_d, Sum alpha, Sum beta) {
    long long e = (long long)blockIdx.x * 256 + threadIdx.x;
    if (e >= elements) {
        return;
    }
    long long matrix = (long long)m * n;
    long long batch = e / matrix, within = e % matrix;
    const Sum* from = partial + batch * parts * matrix + within;
    Sum sum = (Sum)0;
    for (int i = 0; i < parts; i++) {
        sum += from[i * matrix];
    }
    int column = (int)(within % n);
    long long at = batch * batch_d + within / n * ldd + column;
    narrow(finish(sum, alpha, beta, c, at, bias, column), &d[at]);
}
