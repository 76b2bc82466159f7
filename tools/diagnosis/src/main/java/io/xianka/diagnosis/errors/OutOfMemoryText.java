package io.xianka.diagnosis.errors;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * PyTorch's message of exhausted memory, whose figures tell which of four causes it is: a request larger than the card,
 * other processes, fragmentation, or simply too much.
 */
final class OutOfMemoryText {

    private static final String SIZE = "(\\d{1,7}(?:\\.\\d{1,4})?) ([KMGT]iB)";
    private static final Pattern WANTED = Pattern.compile("Tried to allocate " + SIZE);
    private static final Pattern TOTAL =
            Pattern.compile("(?:total capacity of " + SIZE + "|" + SIZE + " total capacity)");
    private static final Pattern FREE = Pattern.compile("(?:of which " + SIZE + " is free|" + SIZE + " free)");
    private static final Pattern IDLE = Pattern.compile(SIZE + " is reserved by PyTorch but unallocated");
    private static final Pattern ALLOCATED =
            Pattern.compile("(?:" + SIZE + " is allocated by PyTorch|" + SIZE + " already allocated)");
    private static final Pattern RESERVED = Pattern.compile(SIZE + " reserved in total by PyTorch");
    private static final Pattern OTHER = Pattern.compile("Process (\\d{1,10}) has " + SIZE + " memory in use");

    /** What the figures show, and what to do. */
    record Reading(String cause, String fix) {}

    private OutOfMemoryText() {}

    static Optional<Reading> read(String line) {
        OptionalDouble wanted = size(WANTED, line);
        OptionalDouble total = size(TOTAL, line);
        OptionalDouble free = size(FREE, line);
        if (wanted.isEmpty() || total.isEmpty()) {
            return Optional.empty();
        }
        String request = gib(wanted.getAsDouble());
        if (wanted.getAsDouble() > total.getAsDouble()) {
            return Optional.of(new Reading(
                    "the one request of " + request + " is larger than the whole card (" + gib(total.getAsDouble())
                            + "): it can never succeed",
                    "smaller batch or sequence; split the tensor; a card with more memory"));
        }
        OptionalDouble allocated = size(ALLOCATED, line);
        OptionalDouble idle = size(IDLE, line);
        OptionalDouble reserved = size(RESERVED, line);
        if (idle.isEmpty() && reserved.isPresent() && allocated.isPresent()) {
            idle = OptionalDouble.of(reserved.getAsDouble() - allocated.getAsDouble());
        }
        if (idle.isPresent() && idle.getAsDouble() >= wanted.getAsDouble()) {
            return Optional.of(new Reading(
                    "fragmentation: " + gib(idle.getAsDouble()) + " are reserved and unused, but in no piece of "
                            + request,
                    "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True; allocate the largest tensors first; restart the"
                            + " program, which empties the cache"));
        }
        double own = (allocated.isPresent() ? allocated.getAsDouble() : 0)
                + (idle.isPresent() ? Math.max(0, idle.getAsDouble()) : 0);
        if (free.isPresent() && allocated.isPresent()) {
            double others = total.getAsDouble() - free.getAsDouble() - own;
            if (others > total.getAsDouble() / 4) {
                var process = OTHER.matcher(line);
                return Optional.of(new Reading(
                        "other processes hold about " + gib(others) + " of " + gib(total.getAsDouble())
                                + (process.find() ? ", process " + process.group(1) + " among them" : ""),
                        "nvidia-smi shows them; end what is not needed, or use another GPU"));
            }
        }
        return Optional.of(new Reading(
                "the program needs more than the card has: "
                        + (allocated.isPresent() ? gib(allocated.getAsDouble()) + " are in use and " : "") + request
                        + " more are asked for, of " + gib(total.getAsDouble()),
                "smaller batch; checkpoint activations; mixed precision; xianka advise tells what the work needs"));
    }

    /** The first size of a pattern, in bytes. */
    private static OptionalDouble size(Pattern pattern, String line) {
        var found = pattern.matcher(line);
        if (!found.find()) {
            return OptionalDouble.empty();
        }
        for (int group = 1; group < found.groupCount(); group += 2) {
            if (found.group(group) != null) {
                return OptionalDouble.of(Double.parseDouble(found.group(group)) * unit(found.group(group + 1)));
            }
        }
        return OptionalDouble.empty();
    }

    private static double unit(String name) {
        return switch (name) {
            case "KiB" -> 0x1p10;
            case "MiB" -> 0x1p20;
            case "TiB" -> 0x1p40;
            default -> 0x1p30;
        };
    }

    private static String gib(double bytes) {
        return bytes < 0x1p30
                ? String.format(Locale.ROOT, "%.0f MiB", bytes / 0x1p20)
                : String.format(Locale.ROOT, "%.1f GiB", bytes / 0x1p30);
    }
}
