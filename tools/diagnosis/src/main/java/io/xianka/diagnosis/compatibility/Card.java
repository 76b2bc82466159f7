package io.xianka.diagnosis.compatibility;

import io.xianka.driver.ComputeCapability;
import java.util.Optional;

/**
 * A card, as far as compatibility goes.
 *
 * @param name {@code GeForce RTX 5090}
 * @param capability empty where unknown
 */
public record Card(String name, Optional<ComputeCapability> capability, CardClass cardClass) {

    /** A card whose class its name tells. */
    public static Card of(String name, Optional<ComputeCapability> capability) {
        return new Card(name, capability, CardClass.of(name));
    }
}
