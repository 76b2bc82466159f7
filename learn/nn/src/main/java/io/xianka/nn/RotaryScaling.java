package io.xianka.nn;

/**
 * How rotary frequencies are lowered for rows longer than those a model was first trained with.
 *
 * @param factor that the longest wavelengths grow by
 * @param lowFactor wavelengths over {@code original / lowFactor} grow by all of it
 * @param highFactor wavelengths under {@code original / highFactor} do not grow; between the two, smoothly
 * @param original the length of row that the model was first trained with
 */
public record RotaryScaling(double factor, double lowFactor, double highFactor, double original) {
    /** Frequencies as they are. */
    public static final RotaryScaling NONE = new RotaryScaling(1, 1, 1, 1);

    /** Checks the factors. */
    public RotaryScaling {
        if (!(factor >= 1 && lowFactor > 0 && highFactor >= lowFactor && original > 0)) {
            throw new IllegalArgumentException("rotary scaling: factor " + factor + ", low " + lowFactor + ", high "
                    + highFactor + ", original length " + original
                    + "; the factor is at least 1, low is above 0 and at most high");
        }
    }

    /** {@return every wavelength this much longer: "linear" in Hugging Face's configurations} */
    public static RotaryScaling linear(double factor) {
        return new RotaryScaling(factor, Double.MAX_VALUE, Double.MAX_VALUE, 1);
    }

    float of(float frequency) {
        if (factor == 1) {
            return frequency;
        }
        double wavelength = 2 * Math.PI / frequency;
        if (wavelength < original / highFactor) {
            return frequency;
        }
        if (wavelength > original / lowFactor) {
            return (float) (frequency / factor);
        }
        double smooth = (original / wavelength - lowFactor) / (highFactor - lowFactor);
        return (float) ((1 - smooth) * frequency / factor + smooth * frequency);
    }
}
