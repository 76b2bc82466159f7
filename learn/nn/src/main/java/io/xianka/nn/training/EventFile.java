package io.xianka.nn.training;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * What TensorBoard shows: numbers by name and step, in a file {@code events.out.tfevents.*} of a folder. {@code tensorboard --logdir
 * FOLDER} reads it while it is written.
 *
 * <p>The file is a row of records (length, its checksum, data, its checksum), the data protocol buffers of type {@code
 * tensorflow.Event}; both are written by hand from their public definitions ({@code tensorflow/core/lib/io/record_writer.h}, {@code
 * event.proto}, {@code summary.proto}). For one thread.
 */
public final class EventFile implements Progress.Listener, Closeable {
    /** {@code Event}'s fields. */
    private static final int WALL_TIME = 1;

    private static final int STEP = 2;
    private static final int FILE_VERSION = 3;
    private static final int SUMMARY = 5;

    /** {@code Summary}'s field, and those of its {@code Value}. */
    private static final int VALUE = 1;

    private static final int TAG = 1;
    private static final int SIMPLE_VALUE = 2;

    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED_32 = 5;

    private static final int MASK_DELTA = 0xa282ead8;

    private final Path file;
    private final OutputStream out;

    /**
     * Starts a new file; others in the folder stay, and TensorBoard shows all.
     *
     * @throws UncheckedIOException when it cannot be written
     */
    public EventFile(Path folder) {
        long millis = System.currentTimeMillis();
        file = folder.resolve("events.out.tfevents." + millis / 1000 + ".xianka."
                + ProcessHandle.current().pid() + "." + millis % 1000);
        try {
            Files.createDirectories(folder);
            out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var event = new Message();
        event.fixed64(WALL_TIME, seconds());
        event.bytes(FILE_VERSION, "brain.Event:2".getBytes(StandardCharsets.UTF_8));
        write(event);
    }

    /** {@return the file} */
    public Path file() {
        return file;
    }

    /** Writes a number at a step. */
    public void scalar(String tag, long step, double value) {
        var number = new Message();
        number.bytes(TAG, tag.getBytes(StandardCharsets.UTF_8));
        number.fixed32(SIMPLE_VALUE, (float) value);
        var summary = new Message();
        summary.bytes(VALUE, number.toByteArray());
        var event = new Message();
        event.fixed64(WALL_TIME, seconds());
        event.varint(STEP, step);
        event.bytes(SUMMARY, summary.toByteArray());
        write(event);
    }

    /** Writes what is known of a step. */
    @Override
    public void stepped(Progress progress) {
        scalar("loss/train", progress.step(), progress.loss());
        progress.validationLoss().ifPresent(loss -> scalar("loss/validation", progress.step(), loss));
        scalar("learning_rate", progress.step(), progress.learningRate());
        scalar("grad_norm", progress.step(), progress.gradientNorm());
        scalar("tokens_per_second", progress.step(), progress.tokensPerSecond());
        scalar("memory_bytes", progress.step(), (double) progress.memoryBytes());
        progress.utilisation().ifPresent(share -> scalar("mfu", progress.step(), share));
    }

    private static double seconds() {
        return System.currentTimeMillis() / 1e3;
    }

    private void write(Message event) {
        byte[] data = event.toByteArray();
        ByteBuffer record = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + data.length + Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(data.length);
        record.putInt(maskedChecksum(record.array(), 0, Long.BYTES));
        record.put(data);
        record.putInt(maskedChecksum(data, 0, data.length));
        try {
            out.write(record.array());
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage() + "; make room for TensorBoard's events", e);
        }
    }

    /** A checksum of data that holds checksums is weak, so what is stored is turned and shifted. */
    private static int maskedChecksum(byte[] bytes, int from, int count) {
        var crc = new CRC32C();
        crc.update(bytes, from, count);
        int value = (int) crc.getValue();
        return (value >>> 15 | value << 17) + MASK_DELTA;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** A protocol buffer: fields, each a number and a kind, then its value. */
    private static final class Message {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        byte[] toByteArray() {
            return bytes.toByteArray();
        }

        private void field(int number, int kind) {
            varint((long) number << 3 | kind);
        }

        private void varint(long value) {
            long left = value;
            while ((left & ~0x7FL) != 0) {
                bytes.write((int) (left & 0x7F | 0x80));
                left >>>= 7;
            }
            bytes.write((int) left);
        }

        void varint(int number, long value) {
            field(number, VARINT);
            varint(value);
        }

        void fixed64(int number, double value) {
            field(number, FIXED_64);
            bytes.writeBytes(ByteBuffer.allocate(Double.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putDouble(value)
                    .array());
        }

        void fixed32(int number, float value) {
            field(number, FIXED_32);
            bytes.writeBytes(ByteBuffer.allocate(Float.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putFloat(value)
                    .array());
        }

        void bytes(int number, byte[] value) {
            field(number, LENGTH_DELIMITED);
            varint(value.length);
            bytes.writeBytes(value);
        }
    }
}
