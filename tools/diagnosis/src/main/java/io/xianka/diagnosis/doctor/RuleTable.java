package io.xianka.diagnosis.doctor;

import java.util.List;
import java.util.stream.Stream;

/** Every cause that the doctor knows, in the order in which equally bad ones are shown. */
final class RuleTable {

    static final List<Rule> RULES = Stream.of(
                    KernelDriverRules.RULES,
                    EnclosureRules.RULES,
                    LibcudaRules.RULES,
                    GpuRules.RULES,
                    SoftwareRules.RULES,
                    HostRules.RULES)
            .flatMap(List::stream)
            .toList();

    private RuleTable() {}
}
