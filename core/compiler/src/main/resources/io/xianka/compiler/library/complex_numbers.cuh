// cuComplex.h: complex numbers as float2 and double2. Division and magnitude scale their operands, as NVIDIA's do.

typedef float2 cuFloatComplex;

typedef double2 cuDoubleComplex;

typedef float2 cuComplex;

__device__ __forceinline__ float cuCrealf(float2 x) {
    return x.x;
}

__device__ __forceinline__ float cuCimagf(float2 x) {
    return x.y;
}

__device__ __forceinline__ float2 make_cuFloatComplex(float r, float i) {
    float2 c;
    c.x = r;
    c.y = i;
    return c;
}

__device__ __forceinline__ float2 cuConjf(float2 x) {
    return make_cuFloatComplex(x.x, -x.y);
}

__device__ __forceinline__ float2 cuCaddf(float2 x, float2 y) {
    return make_cuFloatComplex(x.x + y.x, x.y + y.y);
}

__device__ __forceinline__ float2 cuCsubf(float2 x, float2 y) {
    return make_cuFloatComplex(x.x - y.x, x.y - y.y);
}

__device__ __forceinline__ float2 cuCmulf(float2 x, float2 y) {
    return make_cuFloatComplex((x.x * y.x) - (x.y * y.y), (x.x * y.y) + (x.y * y.x));
}

__device__ __forceinline__ float2 cuCdivf(float2 x, float2 y) {
    float scale = fabsf(y.x) + fabsf(y.y);
    float inverse = 1.0f / scale;
    float a = x.x * inverse;
    float b = x.y * inverse;
    float c = y.x * inverse;
    float d = y.y * inverse;
    scale = (c * c) + (d * d);
    inverse = 1.0f / scale;
    return make_cuFloatComplex(((a * c) + (b * d)) * inverse, ((b * c) - (a * d)) * inverse);
}

__device__ __forceinline__ float cuCabsf(float2 x) {
    float a = fabsf(x.x);
    float b = fabsf(x.y);
    float v = a > b ? a : b;
    float w = a > b ? b : a;
    float t = w / v;
    t = 1.0f + t * t;
    t = v * sqrtf(t);
    return v == 0.0f || v > 3.402823466e38f || w > 3.402823466e38f ? v + w : t;
}

__device__ __forceinline__ float2 cuCfmaf(float2 x, float2 y, float2 d) {
    float r = (x.x * y.x) + d.x;
    float i = (x.x * y.y) + d.y;
    r = -(x.y * y.y) + r;
    i = (x.y * y.x) + i;
    return make_cuFloatComplex(r, i);
}

__device__ __forceinline__ double cuCreal(double2 x) {
    return x.x;
}

__device__ __forceinline__ double cuCimag(double2 x) {
    return x.y;
}

__device__ __forceinline__ double2 make_cuDoubleComplex(double r, double i) {
    double2 c;
    c.x = r;
    c.y = i;
    return c;
}

__device__ __forceinline__ double2 cuConj(double2 x) {
    return make_cuDoubleComplex(x.x, -x.y);
}

__device__ __forceinline__ double2 cuCadd(double2 x, double2 y) {
    return make_cuDoubleComplex(x.x + y.x, x.y + y.y);
}

__device__ __forceinline__ double2 cuCsub(double2 x, double2 y) {
    return make_cuDoubleComplex(x.x - y.x, x.y - y.y);
}

__device__ __forceinline__ double2 cuCmul(double2 x, double2 y) {
    return make_cuDoubleComplex((x.x * y.x) - (x.y * y.y), (x.x * y.y) + (x.y * y.x));
}

__device__ __forceinline__ double2 cuCdiv(double2 x, double2 y) {
    double scale = fabs(y.x) + fabs(y.y);
    double inverse = 1.0 / scale;
    double a = x.x * inverse;
    double b = x.y * inverse;
    double c = y.x * inverse;
    double d = y.y * inverse;
    scale = (c * c) + (d * d);
    inverse = 1.0 / scale;
    return make_cuDoubleComplex(((a * c) + (b * d)) * inverse, ((b * c) - (a * d)) * inverse);
}

__device__ __forceinline__ double cuCabs(double2 x) {
    double a = fabs(x.x);
    double b = fabs(x.y);
    double v = a > b ? a : b;
    double w = a > b ? b : a;
    double t = w / v;
    t = 1.0 + t * t;
    t = v * sqrt(t);
    return v == 0.0 || v > 1.79769313486231570e+308 || w > 1.79769313486231570e+308 ? v + w : t;
}

__device__ __forceinline__ double2 cuCfma(double2 x, double2 y, double2 d) {
    double r = (x.x * y.x) + d.x;
    double i = (x.x * y.y) + d.y;
    r = -(x.y * y.y) + r;
    i = (x.y * y.x) + i;
    return make_cuDoubleComplex(r, i);
}

__device__ __forceinline__ float2 make_cuComplex(float x, float y) {
    return make_cuFloatComplex(x, y);
}

__device__ __forceinline__ double2 cuComplexFloatToDouble(float2 c) {
    return make_cuDoubleComplex(c.x, c.y);
}

__device__ __forceinline__ float2 cuComplexDoubleToFloat(double2 c) {
    return make_cuFloatComplex(c.x, c.y);
}
