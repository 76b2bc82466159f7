package io.xianka.diagnosis.compatibility;

import java.util.List;
import java.util.Optional;

/**
 * What a compatibility question is answered.
 *
 * @param answer the worst of the reasons; empty where only one part was given, so that nothing is to be compared
 * @param steps what to install, in order
 */
public record Verdict(Optional<Answer> answer, List<Reason> reasons, List<String> steps) {

    /** From good to bad. */
    public enum Answer {
        WORKS("works"),
        WORKS_WITH_LIMITS("works with limits"),
        CANNOT_TELL("cannot tell"),
        CANNOT("cannot work");

        private final String words;

        Answer(String words) {
            this.words = words;
        }

        /** {@code works with limits}. */
        public String words() {
            return words;
        }
    }

    /** One comparison and its outcome; one that is only for information has {@link Answer#WORKS}. */
    public record Reason(Answer answer, String text, String source) {}

    public Verdict {
        reasons = List.copyOf(reasons);
        steps = List.copyOf(steps);
    }
}
