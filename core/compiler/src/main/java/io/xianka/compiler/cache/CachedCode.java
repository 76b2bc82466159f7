package io.xianka.compiler.cache;

import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;
import io.xianka.driver.api.SourceDiagnostic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An entry's bytes: a mark, a checksum, a length, and the compiled source. */
final class CachedCode {
    private static final int MARK = 0x584B_4302;
    private static final int HEADER_BYTES = 16;
    private static final int MOST_ITEMS = 1 << 20;

    private CachedCode() {}

    static byte[] write(CompiledSource code) {
        ByteArrayOutputStream body = new ByteArrayOutputStream(4096);
        try (DataOutputStream out = new DataOutputStream(body)) {
            switch (code.image()) {
                case DeviceImage.Ptx ptx -> {
                    out.writeByte(0);
                    bytes(out, ptx.text().getBytes(StandardCharsets.UTF_8));
                }
                case DeviceImage.Cubin cubin -> {
                    out.writeByte(1);
                    bytes(out, cubin.bytes());
                }
            }
            out.writeInt(code.kernels().size());
            for (KernelSignature kernel : code.kernels()) {
                text(out, kernel.name());
                out.writeInt(kernel.parameters().size());
                for (KernelParameter parameter : kernel.parameters()) {
                    text(out, parameter.name());
                    text(out, parameter.type());
                    text(out, parameter.kind().name());
                    out.writeInt(parameter.sizeBytes());
                    out.writeInt(parameter.alignmentBytes());
                    text(out, parameter.pointee().name());
                    out.writeInt(parameter.pointeeBytes());
                }
            }
            out.writeInt(code.loweredNames().size());
            for (Map.Entry<String, String> name : code.loweredNames().entrySet()) {
                text(out, name.getKey());
                text(out, name.getValue());
            }
            out.writeInt(code.warnings().size());
            for (SourceDiagnostic warning : code.warnings()) {
                text(out, warning.severity().name());
                text(out, warning.file());
                out.writeInt(warning.line());
                out.writeInt(warning.column());
                text(out, warning.message());
                text(out, warning.sourceLine());
            }
            text(out, code.origin().name());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        byte[] bytes = body.toByteArray();
        return ByteBuffer.allocate(HEADER_BYTES + bytes.length)
                .putInt(MARK)
                .putLong(checksum(bytes, 0, bytes.length))
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    /** The entry, or null when the bytes are not what {@link #write} made. */
    static CompiledSource read(byte[] entry) {
        if (entry.length < HEADER_BYTES) {
            return null;
        }
        ByteBuffer header = ByteBuffer.wrap(entry);
        int mark = header.getInt();
        long checksum = header.getLong();
        int length = header.getInt();
        if (mark != MARK
                || length != entry.length - HEADER_BYTES
                || checksum != checksum(entry, HEADER_BYTES, length)) {
            return null;
        }
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(entry, HEADER_BYTES, entry.length - HEADER_BYTES))) {
            boolean cubin = in.readByte() == 1;
            byte[] image = bytes(in);
            List<KernelSignature> kernels = new ArrayList<>();
            for (int i = count(in); i > 0; i--) {
                String name = text(in);
                List<KernelParameter> parameters = new ArrayList<>();
                for (int j = count(in); j > 0; j--) {
                    parameters.add(new KernelParameter(
                            text(in),
                            text(in),
                            ParameterKind.valueOf(text(in)),
                            in.readInt(),
                            in.readInt(),
                            ParameterKind.valueOf(text(in)),
                            in.readInt()));
                }
                kernels.add(new KernelSignature(name, parameters));
            }
            Map<String, String> names = new LinkedHashMap<>();
            for (int i = count(in); i > 0; i--) {
                names.put(text(in), text(in));
            }
            List<SourceDiagnostic> warnings = new ArrayList<>();
            for (int i = count(in); i > 0; i--) {
                warnings.add(new SourceDiagnostic(
                        SourceDiagnostic.Severity.valueOf(text(in)),
                        text(in),
                        in.readInt(),
                        in.readInt(),
                        text(in),
                        text(in)));
            }
            CompiledSource.Origin origin = CompiledSource.Origin.valueOf(text(in));
            DeviceImage code = cubin
                    ? new DeviceImage.Cubin(image)
                    : new DeviceImage.Ptx(new String(image, StandardCharsets.UTF_8));
            return new CompiledSource(code, kernels, names, warnings, origin, true, 0);
        } catch (IOException | IllegalArgumentException e) {
            // The checksum fits and the content does not: another version wrote it.
            return null;
        }
    }

    private static long checksum(byte[] bytes, int from, int length) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, from, length);
            return ByteBuffer.wrap(digest.digest()).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > MOST_ITEMS) {
            throw new IOException("count " + count);
        }
        return count;
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        bytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("length " + length);
        }
        return in.readNBytes(length);
    }
}
