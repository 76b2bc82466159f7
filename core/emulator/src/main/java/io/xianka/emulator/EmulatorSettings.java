package io.xianka.emulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the emulator pretends to have.
 *
 * @param devices how many devices there are
 * @param memoryBytes memory of each device
 * @param workers threads that execute blocks, for each device; 1 executes them in order, deterministically
 * @param executor what executes kernels
 */
public record EmulatorSettings(int devices, long memoryBytes, int workers, Executor executor) {
    /** What executes kernels. */
    public enum Executor {
        /** The interpreter for cold code and what cannot be translated, the translator for the rest. */
        AUTO,
        INTERPRETER,
        /** The translator from the first launch on; the interpreter for what cannot be translated. */
        TRANSLATOR
    }

    private static final String PREFIX = "xianka.emulator.";

    public EmulatorSettings {
        check(devices >= 1 && devices <= 64, "devices", devices, "1 to 64");
        check(memoryBytes >= 1L << 20 && memoryBytes <= 1L << 42, "memoryBytes", memoryBytes, "1 MiB to 4 TiB");
        check(workers >= 1 && workers <= 1024, "workers", workers, "1 to 1024");
    }

    /**
     * From the system properties {@code xianka.emulator.devices} (1), {@code xianka.emulator.memoryBytes} (half of the
     * machine's memory), {@code xianka.emulator.workers} (the processors) and {@code xianka.emulator.executor} (auto).
     *
     * @throws IllegalArgumentException when a property is no number, or out of its range
     */
    public static EmulatorSettings ofSystemProperties() {
        return new EmulatorSettings(
                Math.toIntExact(property("devices", 1)),
                property("memoryBytes", halfOfTheMachine()),
                Math.toIntExact(property("workers", Runtime.getRuntime().availableProcessors())),
                executorProperty());
    }

    EmulatorSettings withDevices(int count) {
        return new EmulatorSettings(count, memoryBytes, workers, executor);
    }

    private static Executor executorProperty() {
        String text = System.getProperty(PREFIX + "executor", "auto").strip();
        for (Executor executor : Executor.values()) {
            if (executor.name().equalsIgnoreCase(text)) {
                return executor;
            }
        }
        throw new IllegalArgumentException(
                "-D" + PREFIX + "executor=" + text + ": must be auto, interpreter or translator");
    }

    private static long property(String name, long otherwise) {
        String text = System.getProperty(PREFIX + name);
        if (text == null) {
            return otherwise;
        }
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("-D" + PREFIX + name + "=" + text + ": not a whole number", notANumber);
        }
    }

    /** Linux says how much memory there is; elsewhere the heap's limit, a quarter of the machine by default, serves. */
    private static long halfOfTheMachine() {
        try (var lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemTotal:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 9)
                    .findFirst()
                    .orElseGet(() -> Runtime.getRuntime().maxMemory() * 2);
        } catch (IOException notLinux) {
            return Runtime.getRuntime().maxMemory() * 2;
        }
    }

    private static void check(boolean holds, String name, long value, String range) {
        if (!holds) {
            throw new IllegalArgumentException(
                    PREFIX + name + " is " + value + ", but must be " + range + "; set it with -D" + PREFIX + name);
        }
    }
}
