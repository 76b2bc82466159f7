package io.xianka.checks;

import io.xianka.driver.DeviceUnavailableException;
import io.xianka.tensor.Device;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a script that runs cases of tensors is told.
 *
 * @param folders at least one
 * @param device where tensors are computed, the processor unless {@code --device} says otherwise
 */
record CaseArguments(List<Path> folders, Device device) {
    /** Ends the program with exit status 2 for wrong usage, 1 for a device that is not here. */
    static CaseArguments parse(String script, String... words) {
        List<Path> folders = new ArrayList<>();
        String place = "cpu";
        for (int i = 0; i < words.length; i++) {
            if (words[i].equals("--device") && i + 1 < words.length) {
                place = words[++i];
            } else if (words[i].startsWith("--")) {
                end(script, words[i].equals("--device") ? "--device needs a value" : "no option " + words[i], 2);
            } else {
                folders.add(Path.of(words[i]));
            }
        }
        if (folders.isEmpty()) {
            end(script, "no folder given", 2);
        }
        try {
            return new CaseArguments(folders, Device.of(place));
        } catch (DeviceUnavailableException missing) {
            return end(script, missing.getMessage(), 1);
        } catch (IllegalArgumentException unknown) {
            return end(script, unknown.getMessage(), 2);
        }
    }

    private static CaseArguments end(String script, String wrong, int status) {
        System.err.println(script + ": " + wrong);
        System.err.println("usage: checks/" + script + " FOLDER... [--device cpu|emulated|cuda:0|plain]");
        System.exit(status);
        return null;
    }
}
