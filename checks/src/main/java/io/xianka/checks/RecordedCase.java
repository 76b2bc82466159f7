package io.xianka.checks;

import io.xianka.tensor.Device;
import java.util.List;

/** Something that PyTorch computed, recorded, to be computed again; its text is its name. */
interface RecordedCase {
    /** {@return what disagrees on this device, nothing when all agrees} */
    List<String> run(Device device);
}
