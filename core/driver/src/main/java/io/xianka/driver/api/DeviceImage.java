package io.xianka.driver.api;

import java.util.Arrays;
import java.util.Objects;

/** Device code that a driver loads: PTX text, or a cubin for one architecture. */
public sealed interface DeviceImage {

    /** PTX text, without a terminating zero. */
    record Ptx(String text) implements DeviceImage {
        public Ptx {
            Objects.requireNonNull(text, "text");
        }
    }

    /** An ELF image that {@code ptxas} or NVRTC wrote, for one architecture. */
    final class Cubin implements DeviceImage {
        private final byte[] bytes;

        /** Of a copy of these bytes. */
        public Cubin(byte[] bytes) {
            this.bytes = bytes.clone();
        }

        /** A copy of the image. */
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cubin cubin && Arrays.equals(bytes, cubin.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "Cubin[" + bytes.length + " bytes]";
        }
    }
}
