package io.xianka.compiler.semantics;

import io.xianka.compiler.library.DeviceLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Which of the own headers has a name that nobody declared; asked only when a program is wrong. */
final class HeaderOf {
    private static final List<String> HEADERS =
            List.of("math.h", "limits.h", "float.h", "stdint.h", "stddef.h", "assert.h", "math_constants.h");

    private HeaderOf() {}

    /** The header that defines a name, or null. */
    static String name(String name, DeviceLibrary library) {
        String missing = library.missingHeader(name);
        if (missing != null) {
            return missing;
        }
        Pattern definition = Pattern.compile(
                "(?m)^\\s*(#\\s*define\\s+" + Pattern.quote(name) + "\\b|typedef\\b.*\\b" + Pattern.quote(name) + ";)");
        for (String header : HEADERS) {
            if (definition.matcher(text(header)).find()) {
                return header;
            }
        }
        return null;
    }

    private static String text(String header) {
        try (InputStream stream = HeaderOf.class.getResourceAsStream("/io/xianka/compiler/include/" + header)) {
            return stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
