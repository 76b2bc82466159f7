package io.xianka.tensor;

/** Powers of complex values: whole ones by multiplication, others on the principal branch, {@code e^(exponent log base)}. */
final class ComplexPower {
    /** Beyond it the roundings of many products are more than those of a logarithm and an exponential. */
    private static final long MOST_BY_PRODUCTS = 100;

    private ComplexPower() {}

    static Tensor of(Tensor base, double exponent) {
        if (exponent == Math.rint(exponent) && Math.abs(exponent) <= MOST_BY_PRODUCTS) {
            Tensor power = whole(base, (long) Math.abs(exponent));
            return exponent < 0 ? power.reciprocal() : power;
        }
        return of(base, Promotion.scalar(base, exponent));
    }

    private static Tensor whole(Tensor base, long exponent) {
        if (exponent == 0) {
            return base.onesLike();
        }
        Tensor half = exponent == 1 ? base : whole(base, exponent / 2);
        Tensor even = exponent == 1 ? base : half.mul(half);
        return exponent > 1 && exponent % 2 == 1 ? even.mul(base) : even;
    }

    /** Of base 0: 1 to the power 0, 0 to a power whose real part is above 0, else NaN, as in NumPy. */
    static Tensor of(Tensor base, Tensor exponent) {
        Tensor zero = base.eq(0.0);
        Tensor power =
                Tensor.where(zero, base.onesLike(), base).log().mul(exponent).exp();
        Tensor none = exponent.fullLike(Double.NaN);
        Tensor ofZero = Tensor.where(
                exponent.eq(0.0),
                exponent.onesLike(),
                Tensor.where(exponent.real().gt(0), exponent.zerosLike(), none.complex(none)));
        return Tensor.where(zero, ofZero, power);
    }
}
