package io.xianka.cli;

import io.xianka.driver.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code xianka tour}: the main job on whatever device is here, stop by stop. */
@Command(name = "tour")
final class TourCommand implements Callable<Integer> {

    /** One thing that the tour shows. */
    interface Stop {
        /** What it shows, in one line. */
        String title();

        /** Shows it; an exception ends the tour with status 1. */
        void show(Device device, PrintWriter out) throws IOException, FailureException;
    }

    private static final List<Stop> STOPS = List.of(new KernelStop(), new TrainingStop());

    @Spec
    private CommandSpec spec;

    @Mixin
    private DeviceOption deviceOption;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    @Override
    public Integer call() throws UsageException, IOException, FailureException {
        var out = spec.commandLine().getOut();
        try (var device = deviceOption.open()) {
            out.println(Messages.of("tour.device", device));
            out.println(Messages.of("tour.why", device.why()));
            for (int i = 0; i < STOPS.size(); i++) {
                var stop = STOPS.get(i);
                out.println();
                out.println(Messages.of("tour.stop", i + 1, STOPS.size(), stop.title()));
                stop.show(device, out);
            }
        }
        return 0;
    }
}
