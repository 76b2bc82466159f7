package io.xianka.bench;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Kernel;
import io.xianka.driver.PreparedLaunch;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A workload's arrays on a device, for the kernels that take turns on them. */
final class PlacedWorkload implements AutoCloseable {
    /** As {@link Workload.Particles}, on the device. */
    record Particles(
            DeviceBuffer x, DeviceBuffer y, DeviceBuffer z, DeviceBuffer vx, DeviceBuffer vy, DeviceBuffer vz) {}

    private final Device device;
    private final Workload workload;
    private final Map<Object, DeviceBuffer> buffers = new IdentityHashMap<>();

    PlacedWorkload(Device device, Workload workload) {
        this.device = device;
        this.workload = workload;
        for (Object argument : workload.arguments()) {
            for (Object array : arrays(argument)) {
                buffers.put(array, copy(array));
            }
        }
    }

    private static List<Object> arrays(Object argument) {
        return switch (argument) {
            case Workload.Particles p -> List.of(p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz());
            case Number _ -> List.of();
            default -> List.of(argument);
        };
    }

    private DeviceBuffer copy(Object array) {
        return switch (array) {
            case float[] values -> device.copyOf(values);
            case double[] values -> device.copyOf(values);
            case int[] values -> device.copyOf(values);
            default -> throw new IllegalArgumentException("no array of a workload: " + array.getClass());
        };
    }

    /** Puts back what the kernel writes. */
    void reset() {
        for (Object array : workload.outputs()) {
            DeviceBuffer buffer = buffers.get(array);
            switch (array) {
                case float[] values -> buffer.copyFrom(values);
                case double[] values -> buffer.copyFrom(values);
                case int[] values -> buffer.copyFrom(values);
                default -> throw new IllegalArgumentException("no array of a workload: " + array.getClass());
            }
        }
    }

    PreparedLaunch prepare(Kernel kernel) {
        List<Object> placed = new ArrayList<>();
        for (Object argument : workload.arguments()) {
            placed.add(
                    switch (argument) {
                        case Workload.Particles p ->
                            new Particles(at(p.x()), at(p.y()), at(p.z()), at(p.vx()), at(p.vy()), at(p.vz()));
                        case Number number -> number;
                        default -> at(argument);
                    });
        }
        return kernel.prepare(workload.launch(), placed.toArray());
    }

    private DeviceBuffer at(Object array) {
        return buffers.get(array);
    }

    /** Copies of the arrays that the kernel writes, in the workload's order. */
    List<Object> results() {
        List<Object> results = new ArrayList<>();
        for (Object array : workload.outputs()) {
            DeviceBuffer buffer = buffers.get(array);
            results.add(
                    switch (array) {
                        case float[] _ -> buffer.toFloats();
                        case double[] _ -> buffer.toDoubles();
                        case int[] _ -> buffer.toInts();
                        default -> throw new IllegalArgumentException("no array of a workload: " + array.getClass());
                    });
        }
        return results;
    }

    /**
     * By how much two results differ most, relative to the larger one or to 1, outliers left aside.
     *
     * @throws IllegalStateException when that is more than the workload allows, with the first such element
     */
    double compare(String name, List<Object> left, List<Object> right) {
        double most = 0;
        for (int i = 0; i < left.size(); i++) {
            int count = java.lang.reflect.Array.getLength(left.get(i));
            long outliers = (long) (workload.outliers() * count);
            for (int j = 0; j < count; j++) {
                double a = element(left.get(i), j);
                double b = element(right.get(i), j);
                double difference = a == b ? 0 : Math.abs(a - b) / Math.max(1, Math.max(Math.abs(a), Math.abs(b)));
                if (difference <= workload.tolerance()) {
                    most = Math.max(most, difference);
                } else if (--outliers < 0) {
                    throw new IllegalStateException(name + ": element " + j + " of output " + i + " is " + a
                            + " by the own compiler and " + b + " by NVIDIA's");
                }
            }
        }
        return most;
    }

    private static double element(Object array, int index) {
        return switch (array) {
            case float[] values -> values[index];
            case double[] values -> values[index];
            case int[] values -> values[index];
            default -> throw new IllegalArgumentException("no array of a workload: " + array.getClass());
        };
    }

    @Override
    public void close() {
        buffers.values().forEach(DeviceBuffer::close);
    }
}
