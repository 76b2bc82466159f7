package io.xianka.tensor.product;

/** erf by its Maclaurin series, and 1 less a continued fraction far out; good to 1e-14. */
final class ErrorFunction {
    private ErrorFunction() {}

    static double of(double x) {
        double size = Math.abs(x);
        if (size > 2.5) {
            double fraction = 0;
            for (int i = 60; i >= 1; i--) {
                fraction = i / 2.0 / (size + fraction);
            }
            double rest = Math.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction);
            return Math.copySign(1 - rest, x);
        }
        double term = x;
        double sum = x;
        for (int i = 1; i < 80; i++) {
            term *= -x * x / i;
            sum += term / (2 * i + 1);
        }
        return 2 / Math.sqrt(Math.PI) * sum;
    }
}
