package io.xianka.emulator.interpreter;

import io.xianka.driver.api.ArrayShape;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.emulator.texture.Texels;
import io.xianka.emulator.texture.TextureObject;
import io.xianka.ptx.Modifier.Geometry;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Function;

/** Reads of textures, accesses of surfaces, and questions about both. Levels of detail there is one. */
final class TextureInstructions {
    private TextureInstructions() {}

    private static Geometry geometry(Operation operation, Function<String, UnsupportedInstruction> refuse) {
        return operation.find(Geometry.class).orElseThrow(() -> refuse.apply("it names no geometry"));
    }

    private static TextureObject texture(LaneState warp, int lane, int handle) {
        long number = warp.get(lane, handle);
        TextureObject found = warp.block().launch.memory().objects().texture(number);
        if (found == null) {
            throw DeviceFault.of(
                    FaultKind.OUT_OF_BOUNDS,
                    "%d is no texture object of this device now; it was closed, or never was one".formatted(number));
        }
        return found;
    }

    private static Texels surface(LaneState warp, int lane, int handle) {
        long number = warp.get(lane, handle);
        Texels found = warp.block().launch.memory().objects().surface(number);
        if (found == null) {
            throw DeviceFault.of(
                    FaultKind.OUT_OF_BOUNDS,
                    "%d is no surface object of this device now; it was closed, or never was one".formatted(number));
        }
        return found;
    }

    private interface Read {
        void of(TextureObject texture, LaneState warp, int lane, int[] result);
    }

    private static float number(LaneState warp, int lane, int operand) {
        return Float.intBitsToFloat((int) warp.get(lane, operand));
    }

    private static int integer(LaneState warp, int lane, int operand) {
        return (int) warp.get(lane, operand);
    }

    /** {@code tex} and {@code tld4}. */
    static Step.LaneAction sample(
            Operation operation, int[] targets, int handle, int[] at, Function<String, UnsupportedInstruction> refuse) {
        if (operation.type().bits() != 32) {
            throw refuse.apply("results are floats and integers of 32 bits");
        }
        Geometry geometry = geometry(operation, refuse);
        boolean atIntegers = operation.sourceType() != PtxType.F32;
        Read read;
        if (operation.opcode() == Opcode.TLD4) {
            int channel =
                    operation.has(Keyword.R) ? 0 : operation.has(Keyword.G) ? 1 : operation.has(Keyword.B) ? 2 : 3;
            if (geometry != Geometry.D2) {
                throw refuse.apply("elements are gathered from two dimensions only");
            }
            read = (t, w, l, r) -> t.gather(channel, number(w, l, at[0]), number(w, l, at[1]), r);
        } else if (atIntegers) {
            read = switch (geometry) {
                case D1 -> (t, w, l, r) -> t.fetch(integer(w, l, at[0]), 0, 0, r);
                case D2 -> (t, w, l, r) -> t.fetch(integer(w, l, at[0]), integer(w, l, at[1]), 0, r);
                case D3 -> (t, w, l, r) -> t.fetch(integer(w, l, at[0]), integer(w, l, at[1]), integer(w, l, at[2]), r);
                case A1D -> (t, w, l, r) -> t.fetch(integer(w, l, at[1]), 0, integer(w, l, at[0]), r);
                case A2D ->
                    (t, w, l, r) -> t.fetch(integer(w, l, at[1]), integer(w, l, at[2]), integer(w, l, at[0]), r);
                case D4, D5, CUBE, ACUBE, D2_MS, A2D_MS -> throw refuse.apply("this geometry has no integer places");
            };
        } else {
            read = switch (geometry) {
                case D1 -> (t, w, l, r) -> t.read(1, number(w, l, at[0]), 0, 0, r);
                case D2 -> (t, w, l, r) -> t.read(2, number(w, l, at[0]), number(w, l, at[1]), 0, r);
                case D3 -> (t, w, l, r) -> t.read(number(w, l, at[0]), number(w, l, at[1]), number(w, l, at[2]), r);
                case A1D -> (t, w, l, r) -> t.read(1, number(w, l, at[1]), 0, integer(w, l, at[0]), r);
                case A2D ->
                    (t, w, l, r) -> t.read(2, number(w, l, at[1]), number(w, l, at[2]), integer(w, l, at[0]), r);
                case CUBE ->
                    (t, w, l, r) -> t.readCube(number(w, l, at[0]), number(w, l, at[1]), number(w, l, at[2]), 0, r);
                case ACUBE ->
                    (t, w, l, r) -> t.readCube(
                            number(w, l, at[1]), number(w, l, at[2]), number(w, l, at[3]), integer(w, l, at[0]), r);
                case D4, D5, D2_MS, A2D_MS -> throw refuse.apply("there are no textures of this geometry");
            };
        }
        return (warp, lane) -> {
            int[] result = new int[4];
            read.of(texture(warp, lane, handle), warp, lane, result);
            for (int i = 0; i < targets.length; i++) {
                warp.set(lane, targets[i], result[i] & 0xffff_ffffL);
            }
        };
    }

    // ---- surfaces

    /** Where an access goes: x counts bytes. */
    private record Place(Geometry geometry, int[] at) {
        int x(LaneState warp, int lane) {
            return integer(warp, lane, at[isArray() ? 1 : 0]);
        }

        int y(LaneState warp, int lane) {
            return switch (geometry) {
                case D1, A1D -> 0;
                case A2D -> integer(warp, lane, at[2]);
                default -> integer(warp, lane, at[1]);
            };
        }

        int z(LaneState warp, int lane) {
            return isArray() ? integer(warp, lane, at[0]) : geometry == Geometry.D3 ? integer(warp, lane, at[2]) : 0;
        }

        private boolean isArray() {
            return geometry == Geometry.A1D || geometry == Geometry.A2D;
        }
    }

    private static Place place(Operation operation, int[] at, Function<String, UnsupportedInstruction> refuse) {
        Geometry geometry = geometry(operation, refuse);
        if (operation.has(Keyword.P)) {
            throw refuse.apply("formatted stores are not known; surf2Dwrite writes bytes, as .b does");
        }
        return switch (geometry) {
            case D1, D2, D3, A1D, A2D -> new Place(geometry, at);
            case D4, D5, CUBE, ACUBE, D2_MS, A2D_MS -> throw refuse.apply("there are no surfaces of this geometry");
        };
    }

    /** The offset of an access, or -1 where {@code .zero} lets it read nothing. */
    private static long locate(Operation operation, Texels surface, Place place, int bytes, LaneState warp, int lane) {
        int x = place.x(warp, lane);
        int y = place.y(warp, lane);
        int z = place.z(warp, lane);
        ArrayShape shape = surface.shape();
        long most = shape.rowBytes() - bytes;
        boolean isInside = x >= 0 && x <= most && y >= 0 && y < shape.rows() && z >= 0 && z < shape.slices();
        if (!isInside) {
            if (operation.has(Keyword.ZERO)) {
                return -1;
            }
            if (!operation.has(Keyword.CLAMP)) {
                throw DeviceFault.of(
                        FaultKind.OUT_OF_BOUNDS,
                        "access of %d bytes at byte %d of row %d of slice %d of a surface of %s"
                                .formatted(bytes, x, y, z, shape));
            }
            x = (int) Math.clamp(x, 0, Math.max(0, most));
            y = Math.clamp(y, 0, shape.rows() - 1);
            z = Math.clamp(z, 0, shape.slices() - 1);
        }
        if (x % bytes != 0) {
            throw DeviceFault.of(
                    FaultKind.MISALIGNED,
                    "access of %d bytes at byte %d of a row of a surface; x counts bytes, as in x * sizeof(float)"
                            .formatted(bytes, x));
        }
        return surface.offsetBytes(0, y, z) + x;
    }

    /** {@code suld.b}. */
    static Step.LaneAction load(
            Operation operation, int[] targets, int handle, int[] at, Function<String, UnsupportedInstruction> refuse) {
        Place place = place(operation, at, refuse);
        int size = operation.type().bytes();
        int bytes = size * targets.length;
        return (warp, lane) -> {
            Texels surface = surface(warp, lane, handle);
            long offset = locate(operation, surface, place, bytes, warp, lane);
            MemorySegment memory = surface.memory().get();
            for (int i = 0; i < targets.length; i++) {
                warp.set(lane, targets[i], offset < 0 ? 0 : read(memory, offset + (long) i * size, size));
            }
        };
    }

    /** {@code sust.b}. */
    static Step.LaneAction store(
            Operation operation, int[] sources, int handle, int[] at, Function<String, UnsupportedInstruction> refuse) {
        Place place = place(operation, at, refuse);
        int size = operation.type().bytes();
        int bytes = size * sources.length;
        return (warp, lane) -> {
            Texels surface = surface(warp, lane, handle);
            long offset = locate(operation, surface, place, bytes, warp, lane);
            if (offset < 0) {
                return;
            }
            MemorySegment memory = surface.memory().get();
            for (int i = 0; i < sources.length; i++) {
                write(memory, offset + (long) i * size, size, warp.get(lane, sources[i]));
            }
        };
    }

    private static long read(MemorySegment memory, long at, int size) {
        return switch (size) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, at) & 0xff;
            case 2 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffff;
            case 4 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at) & 0xffff_ffffL;
            default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }

    private static void write(MemorySegment memory, long at, int size, long value) {
        switch (size) {
            case 1 -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
            case 2 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
            case 4 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
            default -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        }
    }

    /** {@code txq} and {@code suq}. */
    static Step.LaneAction query(
            Operation operation, int target, int handle, Function<String, UnsupportedInstruction> refuse) {
        boolean isTexture = operation.opcode() == Opcode.TXQ;
        Function<TextureObject, Integer> ask = question(operation, refuse);
        return (warp, lane) -> {
            TextureObject asked = isTexture
                    ? texture(warp, lane, handle)
                    : new TextureObject(surface(warp, lane, handle), io.xianka.driver.api.Sampler.POINT, false);
            warp.set(lane, target, ask.apply(asked) & 0xffff_ffffL);
        };
    }

    private static Function<TextureObject, Integer> question(
            Operation operation, Function<String, UnsupportedInstruction> refuse) {
        if (operation.has(Keyword.WIDTH)) {
            return t -> t.texels().shape().width();
        }
        if (operation.has(Keyword.HEIGHT)) {
            return t -> t.texels().shape().height();
        }
        if (operation.has(Keyword.DEPTH)) {
            return t -> t.texels().shape().layered() ? 0 : t.texels().shape().depth();
        }
        if (operation.has(Keyword.ARRAY_SIZE)) {
            return t -> t.texels().shape().layered() ? t.texels().shape().depth() : 0;
        }
        if (operation.has(Keyword.NORMALIZED_COORDS)) {
            return t -> t.sampler().normalizedCoordinates() ? 1 : 0;
        }
        if (operation.has(Keyword.NUM_MIPMAP_LEVELS) || operation.has(Keyword.NUM_SAMPLES)) {
            return t -> 1;
        }
        throw refuse.apply("what it asks for depends on the device");
    }
}
