package io.xianka.compiler;

import io.xianka.ptx.PtxModule;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What code is compiled for.
 *
 * @param name such as {@code sm_90} or {@code sm_90a}
 * @param number such as 90
 * @param suffix {@code a}, {@code f} or nothing
 */
record Architecture(String name, int number, String suffix) {
    /** What the emulator is, and what is taken where nothing is said. */
    static final String DEFAULT = "sm_90";

    private static final Pattern FORM = Pattern.compile("(?:sm|compute)_(\\d{2,3})([af]?)");

    static Architecture of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "architecture '" + text + "' is unknown: write sm_ and a compute capability, such as sm_90");
        }
        return new Architecture(
                "sm_" + matcher.group(1) + matcher.group(2), Integer.parseInt(matcher.group(1)), matcher.group(2));
    }

    /** The oldest version of PTX that this compiler writes and that knows the architecture. */
    PtxModule.Version ptxVersion() {
        if (suffix.equals("f") || number == 103 || number == 121) {
            return new PtxModule.Version(8, 8);
        }
        if (number >= 100) {
            return new PtxModule.Version(8, 7);
        }
        // Atomic operations on 128 bits, which began with sm_90, know the scope .sys since 8.4.
        return new PtxModule.Version(8, number >= 90 ? 4 : 3);
    }
}
