package io.xianka.compiler.library;

import java.util.Collection;
import java.util.List;

/**
 * Which programs see a file of the library, as {@code files.txt} says behind its name.
 *
 * @param headers those that include one of these, where there are any
 * @param fastMath those under {@code -use_fast_math}, for which the file's names replace those of other files
 * @param from those for this architecture, such as 90, or a later one
 * @param before those for architectures before this one
 */
record Visibility(List<String> headers, boolean fastMath, int from, int before) {
    private static final String FROM = ">=sm_";
    private static final String BEFORE = "<sm_";

    /** {@code cuda_bf16.h >=sm_90} or {@code cuda/atomic}, for example; no words for everyone. */
    static Visibility of(List<String> words) {
        return new Visibility(
                words.stream()
                        .filter(word -> word.endsWith(".h") || word.contains("/"))
                        .toList(),
                words.contains("-use_fast_math"),
                number(words, FROM, 0),
                number(words, BEFORE, Integer.MAX_VALUE));
    }

    private static int number(List<String> words, String prefix, int otherwise) {
        return words.stream()
                .filter(word -> word.startsWith(prefix))
                .mapToInt(word -> Integer.parseInt(word, prefix.length(), word.length(), 10))
                .findFirst()
                .orElse(otherwise);
    }

    boolean fits(boolean underFastMath, int architecture) {
        return (underFastMath || !fastMath) && architecture >= from && architecture < before;
    }

    boolean isIncluded(Collection<String> included) {
        return headers.isEmpty() || headers.stream().anyMatch(header -> included.contains("<" + header + ">"));
    }
}
