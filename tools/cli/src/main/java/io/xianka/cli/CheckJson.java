package io.xianka.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.emulator.check.CheckReport;
import io.xianka.emulator.check.Finding;
import io.xianka.emulator.check.Hint;
import io.xianka.emulator.check.Nearest;
import io.xianka.emulator.check.ThreadPlace;
import java.util.List;
import java.util.Locale;

/** A report for programs: {@code {"findings": [...], "hints": [...]}}; a key without a value is null. */
final class CheckJson {
    private CheckJson() {}

    /** {@code differences} is null where nothing was compared. */
    static ObjectNode of(CheckReport report, List<ArrayDifference> differences) {
        var root = JsonNodeFactory.instance.objectNode();
        var findings = root.putArray("findings");
        report.findings().forEach(finding -> put(findings.addObject(), finding));
        if (report.omitted() > 0) {
            root.put("omitted", report.omitted());
        }
        var hints = root.putArray("hints");
        report.hints().forEach(hint -> put(hints.addObject(), hint));
        if (differences != null) {
            var array = root.putArray("differences");
            differences.forEach(difference -> difference.put(array.addObject()));
        }
        return root;
    }

    private static void put(ObjectNode node, Finding finding) {
        node.put("kind", finding.kind().json());
        node.put("space", finding.space() == null ? null : finding.space().text());
        node.put("access", finding.access() == null ? null : finding.access().text());
        node.put("size", finding.size());
        node.put("file", finding.file());
        node.put("line", finding.line());
        node.put("kernel", finding.kernel());
        putThread(node, "", finding.thread());
        var earlier = finding.earlier();
        if (earlier != null) {
            node.put("hazard", earlier.hazard().name());
            node.put("with_access", earlier.access().text());
            node.put("with_file", earlier.place().file());
            node.put("with_line", earlier.place().line());
            putThread(node, "with_", earlier.thread());
        }
        if (finding.address() != 0) {
            node.put("address", "0x" + Long.toHexString(finding.address()));
        }
        if (finding.nearest() != null) {
            put(node.putObject("nearest"), finding.nearest());
        }
        node.put("message", finding.message());
        node.put("count", finding.count());
    }

    private static void putThread(ObjectNode node, String prefix, ThreadPlace place) {
        if (place == null) {
            node.putNull(prefix + "block");
            node.putNull(prefix + "thread");
            return;
        }
        node.putArray(prefix + "block").add(place.blockX()).add(place.blockY()).add(place.blockZ());
        node.putArray(prefix + "thread")
                .add(place.threadX())
                .add(place.threadY())
                .add(place.threadZ());
    }

    private static void put(ObjectNode node, Nearest nearest) {
        node.put("space", nearest.space().text());
        node.put("name", nearest.name());
        node.put("address", "0x" + Long.toHexString(nearest.address()));
        node.put("bytes", nearest.bytes());
        node.put("relation", nearest.relation().name().toLowerCase(Locale.ROOT));
        node.put("distance_bytes", nearest.distanceBytes());
        node.put("allocated_at", nearest.allocatedAt());
        node.put("freed_at", nearest.freedAt());
    }

    private static void put(ObjectNode node, Hint hint) {
        node.put("kind", hint.kind().json());
        node.put("file", hint.file());
        node.put("line", hint.line());
        node.put("kernel", hint.kernel());
        node.put("message", hint.message());
        var figures = node.putObject("figures");
        hint.figures().forEach((name, value) -> Json.put(figures, name, value));
    }
}
