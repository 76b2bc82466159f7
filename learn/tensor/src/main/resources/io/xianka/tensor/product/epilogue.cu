// How a sum becomes a stored element. Needs numbers.cu. Given as macros: FACTOR, RESULT, SUM (types), ADDEND and BIAS (0 or 1), ACTIVATION
// (0 none, 1 relu, 2 gelu by tanh, 3 gelu by erf).
typedef FACTOR Factor;
typedef RESULT Result;
typedef SUM Sum;

__device__ __forceinline__ Sum activate(Sum x) {
#if ACTIVATION == 1
    return x < (Sum)0 ? (Sum)0 : x;  // NaN stays
#elif ACTIVATION == 2
    return (Sum)0.5 * x * ((Sum)1 + tanh((Sum)0.7978845608028654 * (x + (Sum)0.044715 * x * x * x)));
#elif ACTIVATION == 3
    return (Sum)0.5 * x * ((Sum)1 + erf(x * (Sum)0.7071067811865476));
#else
    return x;
#endif
}

// `at` is the element's place in c, `column` in the bias.
__device__ __forceinline__ Sum finish(
    Sum product, Sum alpha, Sum beta, const Result* __restrict__ c, long long at, const Result* __restrict__ bias, int column) {
    Sum x = alpha * product;
#if ADDEND
    x += beta * widen(c[at]);
#endif
#if BIAS
    x += widen(bias[column]);
#endif
    return activate(x);
}
