package io.xianka.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.nn.Schedule;
import io.xianka.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The learning rates of a schedule from a base of 0.01, step by step. The recording names no options. */
record ScheduleCase(String name, Schedule schedule, JsonNode rates) implements RecordedCase {
    private static final double BASE = 0.01;

    static List<ScheduleCase> readAll(Path folder) throws IOException {
        JsonNode all = new ObjectMapper().readTree(folder.resolve("ops.json").toFile());
        List<ScheduleCase> cases = new ArrayList<>();
        all.path("schedules_base_lr_0_01")
                .properties()
                .forEach(one -> cases.add(new ScheduleCase(one.getKey(), named(one.getKey()), one.getValue())));
        return cases;
    }

    private static Schedule named(String name) {
        return switch (name) {
            case "step" -> Schedule.step(3, 0.5);
            case "cosine" -> Schedule.cosine(10, 1e-4);
            case "exponential" -> Schedule.exponential(0.9);
            case "onecycle" -> Schedule.oneCycle(0.1, 12);
            case "linear_warmup" -> Schedule.linear(0.1, 1, 4);
            default -> throw new IllegalArgumentException("there is no schedule " + name);
        };
    }

    @Override
    public List<String> run(Device device) {
        List<String> wrong = new ArrayList<>();
        for (int step = 0; step < rates.size(); step++) {
            double recorded = rates.get(step).asDouble();
            double rate = schedule.learningRate(BASE, step);
            if (Math.abs(rate - recorded) > 1e-12 * recorded) {
                wrong.add("step " + step + ": " + rate + ", recorded " + recorded);
            }
        }
        return wrong;
    }

    @Override
    public String toString() {
        return "schedule " + name;
    }
}
