package io.xianka.emulator.check;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of variables as their programmers wrote them, as far as mangled ones tell. */
final class Names {
    private static final Pattern IN_FUNCTION = Pattern.compile("_ZZ.*E(\\d+)(\\w+?)(?:_\\d+)?");
    private static final Pattern AT_TOP = Pattern.compile("_Z(?:L|N.*?)?(\\d+)(\\w+?)E?");

    private Names() {}

    static String readable(String mangled) {
        int suffix = mangled.indexOf('$');
        if (suffix > 0) {
            return mangled.substring(0, suffix);
        }
        for (Pattern pattern : new Pattern[] {IN_FUNCTION, AT_TOP}) {
            Matcher matcher = pattern.matcher(mangled);
            if (matcher.matches() && matcher.group(1).length() < 6) {
                int length = Integer.parseInt(matcher.group(1));
                String rest = matcher.group(2);
                if (length <= rest.length() && pattern == IN_FUNCTION || length == rest.length()) {
                    return rest.substring(0, length);
                }
            }
        }
        return mangled;
    }
}
