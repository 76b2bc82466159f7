package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.RecordType;

/**
 * Where an object is.
 *
 * @param alignmentBytes alignment of the object around it
 * @param skewBytes how far behind the start of that object it is
 * @param bitField the field, when the object is a bit-field of the unit at the address, or null
 */
record Location(Node address, int alignmentBytes, long skewBytes, boolean isVolatile, RecordType.Field bitField) {
    static Location of(Node address, int alignmentBytes) {
        return new Location(address, alignmentBytes, 0, false, null);
    }

    Location withVolatile(boolean also) {
        return also && !isVolatile ? new Location(address, alignmentBytes, skewBytes, true, bitField) : this;
    }
}
