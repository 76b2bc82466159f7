package io.xianka.nn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TensorBoard 2.21's own reader read such files, and gave the same tags, steps and values. */
class EventFileTest {
    @TempDir
    Path folder;

    /** The bytes of a record behind the time that stands first in it. */
    private static byte[] withoutTime(byte[] record) {
        assertEquals(0x09, record[0]);
        return Arrays.copyOfRange(record, 9, record.length);
    }

    @Test
    void recordsAreThoseOfTensorFlow() throws IOException {
        Path file;
        try (var events = new EventFile(folder)) {
            events.scalar("loss", 300, 1.5);
            file = events.file();
        }
        assertTrue(file.getFileName().toString().startsWith("events.out.tfevents."));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(24, bytes.getLong());
        assertEquals(0x224b7fa3, bytes.getInt(), "computed by a table in Python");
        byte[] version = new byte[24];
        bytes.get(version);
        assertArrayEquals("\032\rbrain.Event:2".getBytes(StandardCharsets.US_ASCII), withoutTime(version));
        bytes.getInt();
        byte[] event = new byte[(int) bytes.getLong()];
        bytes.getInt();
        bytes.get(event);
        // step 300; summary { value { tag "loss", simple_value 1.5 } }
        assertEquals(
                "10ac02" + "2a0d" + "0a0b" + "0a046c6f7373" + "150000c03f",
                HexFormat.of().formatHex(withoutTime(event)));
        bytes.getInt();
        assertEquals(0, bytes.remaining());
    }
}
