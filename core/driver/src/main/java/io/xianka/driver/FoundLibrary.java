package io.xianka.driver;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One of NVIDIA's libraries, and whether this machine has it.
 *
 * @param name as NVIDIA calls it: {@code NVRTC}
 * @param what what Xianka uses it for
 * @param path the file, with links resolved; empty when none was found
 * @param version as far as the file's name tells; empty when it does not
 * @param others further files of the same library, which are not used
 */
public record FoundLibrary(String name, String what, Optional<Path> path, Optional<String> version, List<Path> others) {

    public FoundLibrary {
        others = List.copyOf(others);
    }
}
