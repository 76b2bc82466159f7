package io.xianka.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The processor time of all Java threads, so without HotSpot's own: what can be compared on a machine that has other work. As a profiler
 * of JMH it adds to each iteration {@link #LABEL}, the milliseconds that an operation took.
 */
public final class ProcessorTime implements InternalProfiler {
    static final String LABEL = "processor";
    private static final ThreadMXBean MANAGED = ManagementFactory.getThreadMXBean();

    private long begin;

    /** Nanoseconds of all threads that live, since each began. */
    static long nanos() {
        long sum = 0;
        for (long thread : MANAGED.getAllThreadIds()) {
            sum += Math.max(0, MANAGED.getThreadCpuTime(thread));
        }
        return sum;
    }

    @Override
    public String getDescription() {
        return "processor time of all Java threads";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        begin = nanos();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double millis = (nanos() - begin) / 1e6 / result.getMetadata().getAllOps();
        return List.of(new ScalarResult(LABEL, millis, "ms/op", AggregationPolicy.AVG));
    }
}
