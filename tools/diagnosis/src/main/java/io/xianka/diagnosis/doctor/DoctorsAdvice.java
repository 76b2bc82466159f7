package io.xianka.diagnosis.doctor;

import io.xianka.diagnosis.Machine;
import io.xianka.diagnosis.facts.MachineFacts;
import io.xianka.driver.api.FailureAdviser;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The doctor's one line at the end of the driver room's exceptions. */
public final class DoctorsAdvice implements FailureAdviser {

    private static final long LIMIT_MILLIS = 3_000;

    /** Statuses that the state of the machine explains; others come from the program. */
    private static final Set<Integer> OF_THE_MACHINE =
            Set.of(2, 3, 34, 36, 46, 100, 101, 102, 209, 214, 220, 221, 222, 223, 304, 719, 802, 803, 804, 805, 999);

    /** Findings that explain these statuses only; all other statuses are explained by what keeps CUDA from starting. */
    private static final Map<Integer, Set<String>> EXPLAINED_BY = Map.of(
            2, Set.of("memory-taken"),
            46, Set.of("exclusive-taken", "compute-prohibited"),
            101, Set.of("cuda-visible-devices-invalid", "cuda-visible-devices-empty", "gpus-hidden"),
            209, Set.of("toolkit-drops-card"),
            214, Set.of("ecc-uncorrected", "remapping-failed"),
            220, Set.of("nvlink-fault"),
            221, Set.of("jit-compiler-missing", "capability-compute-missing"),
            222, Set.of("driver-too-old-for-xianka", "toolkit-minor-newer"),
            223, Set.of("ptx-jit-disabled"),
            719, Set.of("fallen-off-bus", "ecc-uncorrected", "xid-hardware"));

    private final Supplier<MachineFacts> look;

    /** Looks at this machine when it is asked. */
    public DoctorsAdvice() {
        this(Machine::look);
    }

    DoctorsAdvice(Supplier<MachineFacts> look) {
        this.look = look;
    }

    @Override
    public Optional<String> cause(int status) {
        return OF_THE_MACHINE.contains(status) ? facts().flatMap(facts -> cause(status, facts)) : Optional.empty();
    }

    private static Optional<String> cause(int status, MachineFacts facts) {
        Set<String> only = EXPLAINED_BY.get(status);
        return Doctor.judge(facts).findings().stream()
                .filter(finding -> only == null ? keepsCudaFromStarting(finding) : only.contains(finding.rule()))
                .findFirst()
                .map(finding ->
                        finding.what() + " (" + finding.evidence().getFirst() + "); xianka doctor says what to do");
    }

    private static boolean keepsCudaFromStarting(Finding finding) {
        return RuleTable.RULES.stream()
                .filter(rule -> rule.id().equals(finding.rule()))
                .anyMatch(rule -> rule.explains().contains("cuda-init-failed")
                        || rule.explains().contains("cuda-no-device"));
    }

    private Optional<MachineFacts> facts() {
        CompletableFuture<MachineFacts> facts = CompletableFuture.supplyAsync(
                look, work -> Thread.ofPlatform().daemon().start(work));
        try {
            return Optional.of(facts.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
        } catch (TimeoutException | ExecutionException late) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
