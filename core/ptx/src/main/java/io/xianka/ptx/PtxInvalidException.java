package io.xianka.ptx;

import java.util.List;
import java.util.stream.Collectors;

/** PTX that reads well and still cannot be executed; the message has a line for each of the first problems. */
public final class PtxInvalidException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int MOST_SHOWN = 10;

    private final transient List<PtxProblem> problems;

    PtxInvalidException(List<PtxProblem> problems) {
        super(message(problems));
        this.problems = List.copyOf(problems);
    }

    private static String message(List<PtxProblem> problems) {
        String shown =
                problems.stream().limit(MOST_SHOWN).map(PtxProblem::toString).collect(Collectors.joining("\n"));
        int more = problems.size() - MOST_SHOWN;
        return "this PTX cannot be executed\n" + shown + (more > 0 ? "\nand " + more + " more problems" : "");
    }

    public List<PtxProblem> problems() {
        return problems;
    }
}
