package io.xianka.bench;

import io.xianka.tensor.Device;
import io.xianka.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.function.Supplier;

/**
 * Times tensors on the processor, turn and turn about with another process that says {@code NAME MILLISECONDS} lines on standard input
 * when asked by a line on standard output: {@code bench/tensors_cpu.sh} connects it with NumPy. The table goes to standard error.
 *
 * <p>Arguments: the number of rounds.
 */
public final class ProcessorTensorsBench {
    private static final int LONG = 1 << 24;

    private ProcessorTensorsBench() {}

    /** Plays the rounds and prints the table. */
    public static void main(String[] arguments) {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 12;
        Device.cpu().use();
        Tensor x = Tensor.rand(LONG).realise();
        Tensor y = Tensor.rand(LONG).realise();
        Tensor rows = Tensor.rand(2048, 8192).realise();
        Tensor a = Tensor.rand(2048, 2048).realise();
        Tensor b = Tensor.rand(2048, 2048).realise();
        Map<String, Supplier<Tensor>> cases = new LinkedHashMap<>();
        cases.put("chain", () -> x.mul(y).add(x).tanh().mul(0.5).add(y));
        cases.put("sum", x::sum);
        cases.put("softmax", () -> rows.softmax(-1));
        cases.put("product", () -> a.matmul(b));
        cases.forEach((name, work) -> warm(work));
        var input = new Scanner(System.in, StandardCharsets.UTF_8);
        Map<String, List<Double>> ours = new LinkedHashMap<>();
        Map<String, List<Double>> peers = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String name : cases.keySet()) {
                ours.computeIfAbsent(name, _ -> new ArrayList<>()).add(millis(cases.get(name)));
                System.out.println(name);
                System.out.flush();
                peers.computeIfAbsent(name, _ -> new ArrayList<>()).add(Double.valueOf(input.next()));
            }
        }
        System.err.printf("%-10s %12s %12s %8s%n", "", "tensors ms", "NumPy ms", "ratio");
        for (String name : cases.keySet()) {
            double own = least(ours.get(name));
            double other = least(peers.get(name));
            System.err.printf(Locale.ROOT, "%-10s %12.2f %12.2f %8.2f%n", name, own, other, other / own);
        }
    }

    private static double least(List<Double> times) {
        return times.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    /** Until the last runs are all fast. */
    private static void warm(Supplier<Tensor> work) {
        double[] last = new double[8];
        Arrays.fill(last, Double.MAX_VALUE);
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 400; i++) {
            last[i % last.length] = millis(work);
            best = Math.min(best, last[i % last.length]);
            if (i > 30 && Arrays.stream(last).max().orElseThrow() < 1.5 * best) {
                return;
            }
        }
    }

    private static double millis(Supplier<Tensor> work) {
        long begin = System.nanoTime();
        work.get().realise().close();
        return (System.nanoTime() - begin) / 1e6;
    }
}
