// Prices of European options: bound by double-precision arithmetic, with logarithm, exponential and square root.
__device__ double cumulative(double d)
{
    const double coefficients[5] = {0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429};
    double k = 1.0 / (1.0 + 0.2316419 * fabs(d));
    double sum = 0.0;
    for (int i = 4; i >= 0; --i)
        sum = k * (coefficients[i] + sum);
    double tail = 0.39894228040143267794 * exp(-0.5 * d * d) * sum;
    return d > 0.0 ? 1.0 - tail : tail;
}

extern "C" __global__ void black_scholes(const double *price, const double *strike, const double *years, double *call,
                                         double *put, double rate, double volatility, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double s = price[i], x = strike[i], t = years[i];
        double root = sqrt(t);
        double d1 = (log(s / x) + (rate + 0.5 * volatility * volatility) * t) / (volatility * root);
        double d2 = d1 - volatility * root;
        double n1 = cumulative(d1);
        double n2 = cumulative(d2);
        double discounted = x * exp(-rate * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0 - n2) - s * (1.0 - n1);
    }
}
