package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceArray;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.Surface;
import io.xianka.driver.Texture;
import io.xianka.driver.api.AddressMode;
import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.ChannelFormat;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.Copy3D;
import io.xianka.driver.api.Sampler;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Textures and surfaces on every driver. Expected values follow "Texture Fetching" of the CUDA C++ Programming Guide; places
 * between elements are multiples of 1/256, where its weights of 8 bits are exact.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
abstract class TextureContract {
    private Device device;
    private KernelModule module;

    abstract Device open();

    /** The kernels, by the own compiler. */
    KernelModule load(Device on) throws IOException {
        var options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        return on.compile(SourceText.of(text("textures.cu")), options);
    }

    static String text(String name) throws IOException {
        try (InputStream in = TextureContract.class.getResourceAsStream("textures/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @BeforeAll
    void openDevice() throws IOException {
        device = open();
        module = load(device);
    }

    @AfterAll
    void closeDevice() {
        if (device != null) {
            device.close();
        }
    }

    Device device() {
        return device;
    }

    KernelModule module() {
        return module;
    }

    private float[] at1d(Texture texture, float... xs) {
        float[] result = new float[xs.length];
        module.kernel("at1d").launch(Launch.covering(xs.length, 64), texture, in(xs), out(result), xs.length);
        return result;
    }

    private float[] at2d(Texture texture, float[] xs, float[] ys) {
        float[] result = new float[4 * xs.length];
        module.kernel("floats2d")
                .launch(Launch.covering(xs.length, 64), texture, in(xs), in(ys), out(result), xs.length);
        return result;
    }

    private static byte[] bytes(long count, ChannelFormat format) {
        byte[] bytes = new byte[(int) count];
        new Random(7).nextBytes(bytes);
        if (format.isFloat()) {
            // Numbers all: a NaN's bits may change on the way.
            for (int i = format.bytes() - 1; i < bytes.length; i += format.bytes()) {
                bytes[i] &= (byte) 0xbb;
            }
        }
        return bytes;
    }

    /** A channel as it is stored, as an int or the bits of a float. */
    private static int stored(byte[] bytes, ChannelFormat format, int index) {
        MemorySegment memory = MemorySegment.ofArray(bytes);
        long at = (long) index * format.bytes();
        return switch (format) {
            case U8 -> bytes[index] & 0xff;
            case I8 -> bytes[index];
            case U16 -> memory.get(ValueLayout.JAVA_CHAR_UNALIGNED, at);
            case I16 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case U32, I32, F32 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            case F16 -> Float.floatToRawIntBits(Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at)));
        };
    }

    @ParameterizedTest
    @EnumSource
    void readsElementsOfEveryFormatAsTheyAreStored(ChannelFormat format) {
        for (int channels : new int[] {1, 2, 4}) {
            ArrayShape shape = ArrayShape.of2D(8, 4, format, channels);
            byte[] content = bytes(shape.bytes(), format);
            float[] xs = new float[32];
            float[] ys = new float[32];
            for (int i = 0; i < 32; i++) {
                int row = i / 8;
                xs[i] = i % 8 + 0.25f;
                ys[i] = row + 0.75f;
            }
            int[] got = new int[4 * 32];
            try (DeviceArray array = device.array(shape).copyFrom(content);
                    Texture texture = device.texture(array, Sampler.POINT)) {
                if (format.isFloat()) {
                    float[] floats = at2d(texture, xs, ys);
                    for (int i = 0; i < got.length; i++) {
                        got[i] = Float.floatToRawIntBits(floats[i]);
                    }
                } else {
                    module.kernel(format.isSigned() ? "ints2d" : "uints2d")
                            .launch(Launch.of(1, 32), texture, in(xs), in(ys), out(got), 32);
                }
                byte[] back = new byte[content.length];
                array.copyTo(back);
                assertArrayEquals(content, back);
            }
            for (int i = 0; i < 32; i++) {
                for (int channel = 0; channel < channels; channel++) {
                    assertEquals(
                            stored(content, format, i * channels + channel),
                            got[4 * i + channel],
                            shape + ", element " + i + ", channel " + channel);
                }
            }
        }
    }

    @Test
    void readsIntegersNormalised() {
        float[] xs = {0.5f, 1.5f, 2.5f, 3.5f};
        float[] ys = {0.5f, 0.5f, 0.5f, 0.5f};
        Sampler sampler = Sampler.POINT.withNormalizedRead();
        try (DeviceArray u8 = device.array(ArrayShape.of2D(4, 1, ChannelFormat.U8, 1))
                        .copyFrom(new byte[] {0, 51, (byte) 204, (byte) 255});
                DeviceArray i8 = device.array(ArrayShape.of2D(4, 1, ChannelFormat.I8, 1))
                        .copyFrom(new byte[] {-128, -127, 0, 127});
                DeviceArray u16 = device.array(ArrayShape.of2D(4, 1, ChannelFormat.U16, 1))
                        .copyFrom(new short[] {0, 13107, (short) 52428, (short) 65535});
                DeviceArray i16 = device.array(ArrayShape.of2D(4, 1, ChannelFormat.I16, 1))
                        .copyFrom(new short[] {-32768, -32767, 0, 32767});
                Texture a = device.texture(u8, sampler);
                Texture b = device.texture(i8, sampler);
                Texture c = device.texture(u16, sampler);
                Texture d = device.texture(i16, sampler)) {
            assertArrayEquals(new float[] {0, 0.2f, 0.8f, 1}, first(at2d(a, xs, ys)), 1e-6f);
            assertArrayEquals(new float[] {-1, -1, 0, 1}, first(at2d(b, xs, ys)), 1e-6f);
            assertArrayEquals(new float[] {0, 0.2f, 0.8f, 1}, first(at2d(c, xs, ys)), 1e-6f);
            assertArrayEquals(new float[] {-1, -1, 0, 1}, first(at2d(d, xs, ys)), 1e-6f);
        }
    }

    private static float[] first(float[] four) {
        float[] one = new float[four.length / 4];
        for (int i = 0; i < one.length; i++) {
            one[i] = four[4 * i];
        }
        return one;
    }

    /** The Guide's rule for an index outside: the element, or -1 for the border. */
    private static int addressed(int i, int n, AddressMode mode, boolean normalized) {
        if (!normalized && (mode == AddressMode.WRAP || mode == AddressMode.MIRROR)) {
            return Math.clamp(i, 0, n - 1);
        }
        return switch (mode) {
            case CLAMP -> Math.clamp(i, 0, n - 1);
            case BORDER -> i < 0 || i >= n ? -1 : i;
            case WRAP -> Math.floorMod(i, n);
            case MIRROR -> Math.floorDiv(i, n) % 2 == 0 ? Math.floorMod(i, n) : n - 1 - Math.floorMod(i, n);
        };
    }

    @ParameterizedTest
    @EnumSource
    void goesOnOutsideAsTheAddressModeSays(AddressMode mode) {
        float[] row = {10, 20, 30, 40};
        float border = 5;
        try (DeviceArray array =
                device.array(ArrayShape.of1D(4, ChannelFormat.F32, 1)).copyFrom(row)) {
            for (boolean normalized : new boolean[] {false, true}) {
                Sampler sampler = Sampler.POINT.withAddress(mode).withBorder(border, 0, 0, 0);
                sampler = normalized ? sampler.withNormalizedCoordinates() : sampler;
                float[] xs = new float[80];
                float[] expected = new float[80];
                float[] between = new float[80];
                for (int k = 0; k < 80; k++) {
                    // From -10 to 10 in quarters, never on an element's edge.
                    float place = -10 + k / 4f + 0.125f;
                    xs[k] = normalized ? place / 4 : place;
                    int i = addressed((int) Math.floor(place), 4, mode, normalized);
                    expected[k] = i < 0 ? border : row[i];
                    float fromMiddle = place - 0.5f;
                    int left = (int) Math.floor(fromMiddle);
                    float alpha = fromMiddle - left;
                    int p = addressed(left, 4, mode, normalized);
                    int q = addressed(left + 1, 4, mode, normalized);
                    between[k] = (1 - alpha) * (p < 0 ? border : row[p]) + alpha * (q < 0 ? border : row[q]);
                }
                try (Texture nearest = device.texture(array, sampler);
                        Texture mean = device.texture(array, sampler.withFilter(Sampler.LINEAR.filter()))) {
                    assertArrayEquals(expected, at1d(nearest, xs), mode + ", normalised " + normalized);
                    float[] got = at1d(mean, xs);
                    if (!device.isEmulated() && mode == AddressMode.BORDER) {
                        // An H200 weighs the border and an edge by other numbers than the Guide's formula.
                        for (int k = 0; k < 80; k++) {
                            if (between[k] % 5 != 0) {
                                got[k] = between[k];
                            }
                        }
                    }
                    assertArrayEquals(between, got, 1e-5f, mode + ", normalised " + normalized);
                }
            }
        }
    }

    @Test
    void weighsNeighboursIn256ths() {
        // Of 0 and 256 the mean is the weight itself.
        try (DeviceArray array =
                        device.array(ArrayShape.of1D(2, ChannelFormat.F32, 1)).copyFrom(new float[] {0, 256});
                Texture texture = device.texture(array, Sampler.LINEAR)) {
            float[] xs = new float[257];
            float[] expected = new float[257];
            for (int k = 0; k <= 256; k++) {
                xs[k] = 0.5f + k / 256f;
                expected[k] = k;
            }
            assertArrayEquals(expected, at1d(texture, xs));
        }
    }

    @Test
    void filtersInTwoDirections() {
        float[] plane = new float[4 * 3];
        for (int i = 0; i < plane.length; i++) {
            plane[i] = i * i;
        }
        float[] xs = new float[64];
        float[] ys = new float[64];
        float[] expected = new float[64];
        Random random = new Random(3);
        for (int k = 0; k < 64; k++) {
            xs[k] = random.nextInt(-256, 5 * 256) / 256f;
            ys[k] = random.nextInt(-256, 4 * 256) / 256f;
            double x = xs[k] - 0.5;
            double y = ys[k] - 0.5;
            int i = (int) Math.floor(x);
            int j = (int) Math.floor(y);
            double sum = 0;
            for (int corner = 0; corner < 4; corner++) {
                double weight = (corner % 2 == 0 ? 1 - (x - i) : x - i) * (corner / 2 == 0 ? 1 - (y - j) : y - j);
                sum += weight * plane[Math.clamp(j + corner / 2, 0, 2) * 4 + Math.clamp(i + corner % 2, 0, 3)];
            }
            expected[k] = (float) sum;
        }
        try (DeviceArray array = device.array(ArrayShape.of2D(4, 3, ChannelFormat.F32, 1))
                        .copyFrom(plane);
                Texture texture = device.texture(array, Sampler.LINEAR)) {
            // A GPU rounds the products of two weights, too: to 256ths, of values up to 121.
            assertArrayEquals(expected, first(at2d(texture, xs, ys)), device.isEmulated() ? 1e-3f : 0.5f);
        }
    }

    @Test
    void filtersInThreeDirections() {
        float[] block = new float[27];
        for (int i = 0; i < 27; i++) {
            block[i] = i % 3 + 10 * (i / 3 % 3) + 100 * (i / 9);
        }
        try (DeviceArray array = device.array(ArrayShape.of3D(3, 3, 3, ChannelFormat.F32, 1))
                        .copyFrom(block);
                Texture texture = device.texture(array, Sampler.LINEAR)) {
            float[] places = {0.5f, 0.5f, 0.5f, 1, 1.5f, 2.5f, 1.25f, 2, 1.75f, 9, 9, 9};
            float[] got = new float[4];
            module.kernel("at3d").launch(Launch.of(1, 4), texture, in(places), out(got), 4);
            assertArrayEquals(new float[] {0, 0.5f + 10 + 200, 0.75f + 15 + 125, 222}, got, 1e-3f);
        }
    }

    @Test
    void keepsLayersApart() {
        float[] rows = new float[4 * 3];
        float[] planes = new float[4 * 2 * 4];
        for (int i = 0; i < planes.length; i++) {
            planes[i] = 1000 + i;
        }
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i;
        }
        try (DeviceArray a = device.array(
                                ArrayShape.of1D(4, ChannelFormat.F32, 1).withLayers(3))
                        .copyFrom(rows);
                DeviceArray b = device.array(
                                ArrayShape.of2D(4, 2, ChannelFormat.F32, 1).withLayers(4))
                        .copyFrom(planes);
                Texture ta = device.texture(a, Sampler.POINT);
                Texture tb = device.texture(b, Sampler.POINT)) {
            float[] got = new float[64];
            module.kernel("layers").launch(Launch.of(1, 32), ta, tb, out(got));
            for (int i = 0; i < 32; i++) {
                // The layer has no sign: -1 lies beyond the last one.
                int layer = i < 4 ? 2 : Math.min(i / 4 - 1, 2);
                assertEquals(rows[layer * 4 + i % 4], got[i]);
                assertEquals(planes[i], got[32 + i]);
            }
        }
    }

    @Test
    void looksAtTheFacesOfACube() {
        float[] faces = new float[6 * 4];
        for (int i = 0; i < faces.length; i++) {
            faces[i] = i;
        }
        // +x, -x, +y, -y, +z, -z; of each the element that the Guide's table of m, s and t finds.
        float[] directions = {
            2, 1, 1, -2, 1, 1, 1, 2, 1, 1, -2, 1, 1, 1, 2, 1, 1, -2,
            2, -1, -1, -2, -1, -1, -1, 2, -1, -1, -2, -1, -1, -1, 2, -1, -1, -2
        };
        float[] expected = new float[12];
        for (int k = 0; k < 12; k++) {
            float x = directions[3 * k];
            float y = directions[3 * k + 1];
            float z = directions[3 * k + 2];
            int face = k % 6;
            float s = new float[] {-z, z, x, x, x, -x}[face];
            float t = new float[] {-y, -y, z, -z, -y, -y}[face];
            expected[k] = face * 4 + (t < 0 ? 0 : 2) + (s < 0 ? 0 : 1);
        }
        try (DeviceArray cube =
                        device.array(ArrayShape.ofCube(2, ChannelFormat.F32, 1)).copyFrom(faces);
                Texture texture = device.texture(cube, Sampler.POINT.withNormalizedCoordinates())) {
            float[] got = new float[12];
            module.kernel("directions").launch(Launch.of(1, 12), texture, in(directions), out(got), 12);
            assertArrayEquals(expected, got);
        }
    }

    @Test
    void gathersTheFourNeighbours() {
        float[] plane = new float[4 * 4 * 2];
        for (int i = 0; i < 16; i++) {
            plane[2 * i] = i;
            plane[2 * i + 1] = 100 + i;
        }
        try (DeviceArray array = device.array(
                                ArrayShape.of2D(4, 4, ChannelFormat.F32, 2).withGather())
                        .copyFrom(plane);
                Texture texture = device.texture(array, Sampler.POINT)) {
            float[] got = new float[8];
            module.kernel("gathered").launch(Launch.of(1, 1), texture, 2f, 2f, out(got));
            assertArrayEquals(new float[] {9, 10, 6, 5, 109, 110, 106, 105}, got);
        }
    }

    @Test
    void hasOneLevelOfDetail() {
        try (DeviceArray array = device.array(ArrayShape.of2D(2, 2, ChannelFormat.F32, 1))
                        .copyFrom(new float[] {1, 2, 3, 4});
                Texture texture = device.texture(array, Sampler.LINEAR)) {
            float[] got = new float[2];
            module.kernel("levels").launch(Launch.of(1, 1), texture, 1f, 1f, out(got));
            assertArrayEquals(new float[] {2.5f, 2.5f}, got);
        }
    }

    @Test
    void readsDeviceMemoryAsARow() {
        float[] row = {3, 1, 4, 1, 5, 9, 2, 6};
        int[] places = {0, 7, 3, -1, 8, 1 << 20};
        try (DeviceBuffer memory = device.copyOf(row);
                Texture texture = device.texture(memory, ChannelFormat.F32, 1)) {
            float[] got = new float[places.length];
            module.kernel("fetch").launch(Launch.of(1, 32), texture, in(places), out(got), places.length);
            assertArrayEquals(new float[] {3, 6, 1, 0, 0, 0}, got);
        }
    }

    @Test
    void readsDeviceMemoryAsRowsApart() {
        int pitchFloats = 64;
        float[] memory = new float[3 * pitchFloats];
        for (int i = 0; i < memory.length; i++) {
            memory[i] = i;
        }
        try (DeviceBuffer buffer = device.copyOf(memory);
                Texture texture =
                        device.texture(buffer, ChannelFormat.F32, 1, 5, 3, pitchFloats * 4L, Sampler.LINEAR)) {
            float[] got = at2d(texture, new float[] {0.5f, 4.5f, 2, 9}, new float[] {0.5f, 2.5f, 1, 9});
            assertArrayEquals(new float[] {0, 2 * 64 + 4, 1.5f + 32, 2 * 64 + 4}, first(got), 1e-3f);
        }
    }

    @Test
    void kernelsWriteSurfaces() {
        ArrayShape shape = ArrayShape.of2D(40, 3, ChannelFormat.F32, 2).withSurfaces();
        float[] content = new float[40 * 3 * 2];
        for (int i = 0; i < content.length; i++) {
            content[i] = i;
        }
        try (DeviceArray from = device.array(shape).copyFrom(content);
                DeviceArray to = device.array(shape);
                Surface reads = device.surface(from);
                Surface writes = device.surface(to)) {
            module.kernel("flip")
                    .launch(
                            Launch.of(new io.xianka.driver.Dim3(2, 3, 1), new io.xianka.driver.Dim3(32, 1, 1)),
                            reads,
                            writes,
                            40,
                            3);
            float[] got = new float[content.length];
            to.copyTo(got);
            for (int i = 0; i < 120; i++) {
                assertEquals(content[2 * (119 - i)], got[2 * i]);
                assertEquals(content[2 * (119 - i) + 1], got[2 * i + 1]);
            }
        }
    }

    @Test
    void surfacesEndAsTheBoundaryModeSays() {
        try (DeviceArray array = device.array(
                                ArrayShape.of1D(8, ChannelFormat.I32, 1).withSurfaces())
                        .copyFrom(new int[] {1, 2, 3, 4, 5, 6, 7, 8});
                Surface surface = device.surface(array)) {
            int[] got = new int[7];
            module.kernel("outside").launch(Launch.of(1, 1), surface, out(got));
            assertArrayEquals(new int[] {0, 8, 1, 88, (short) 0xff02, 255, (short) 0xff02}, got);
            int[] left = new int[8];
            array.copyTo(left);
            assertArrayEquals(new int[] {88, 0xff02, 3, 4, 5, 6, 7, 8}, left);
        }
    }

    @Test
    void surfacesHaveDepthAndLayers() {
        try (DeviceArray block = device.array(
                        ArrayShape.of3D(4, 3, 2, ChannelFormat.I32, 1).withSurfaces());
                DeviceArray layers = device.array(ArrayShape.of2D(2, 3, ChannelFormat.F32, 4)
                        .withLayers(4)
                        .withSurfaces());
                Surface a = device.surface(block);
                Surface b = device.surface(layers)) {
            module.kernel("deep").launch(Launch.of(1, 24), a, b);
            int[] ints = new int[24];
            block.copyTo(ints);
            float[] floats = new float[96];
            layers.copyTo(floats);
            for (int i = 0; i < 24; i++) {
                assertEquals(i, ints[i]);
                assertEquals(i + 3, floats[4 * i + 3]);
            }
        }
    }

    @Test
    void copiesBoxes() {
        ArrayShape shape = ArrayShape.of3D(4, 3, 2, ChannelFormat.I32, 1);
        int[] content = new int[24];
        for (int i = 0; i < 24; i++) {
            content[i] = i;
        }
        try (DeviceArray from = device.array(shape).copyFrom(content);
                DeviceArray to = device.array(shape).copyFrom(new int[24]);
                Arena arena = Arena.ofConfined()) {
            // 2 x 2 x 1 elements from (1, 1, 1) to (2, 0, 0), then by way of the host to (0, 1, 1).
            DeviceArray.copyAsync(new Copy3D(from.at(1, 1, 1), to.at(2, 0, 0), 8, 2, 1), device.defaultStream());
            MemorySegment host = arena.allocate(16, 4);
            Copy3D.End there = new Copy3D.End.Host(host, 8, 2);
            DeviceArray.copyAsync(new Copy3D(to.at(2, 0, 0), there, 8, 2, 1), device.defaultStream());
            DeviceArray.copyAsync(new Copy3D(there, to.at(0, 1, 1), 8, 2, 1), device.defaultStream());
            device.synchronize();
            int[] got = new int[24];
            to.copyTo(got);
            int[] expected = new int[24];
            System.arraycopy(new int[] {17, 18}, 0, expected, 2, 2);
            System.arraycopy(new int[] {21, 22}, 0, expected, 6, 2);
            System.arraycopy(new int[] {17, 18}, 0, expected, 16, 2);
            System.arraycopy(new int[] {21, 22}, 0, expected, 20, 2);
            assertArrayEquals(expected, got);
        }
    }

    @Test
    void copiesFromAndToNativeMemoryInStreams() {
        ArrayShape shape = ArrayShape.of2D(16, 2, ChannelFormat.F32, 1);
        try (DeviceArray array = device.array(shape);
                DeviceBuffer buffer = device.copyOf(new float[32]).fill(0x40400000);
                var stream = device.stream();
                var pinned = device.pinned(shape.bytes())) {
            for (int i = 0; i < 32; i++) {
                pinned.segment().setAtIndex(ValueLayout.JAVA_FLOAT, i, i);
            }
            array.copyFromAsync(pinned.segment(), stream);
            stream.synchronize();
            pinned.segment().fill((byte) 0);
            array.copyToAsync(pinned.segment(), stream);
            stream.synchronize();
            assertEquals(31, pinned.segment().getAtIndex(ValueLayout.JAVA_FLOAT, 31));
            array.copyFrom(buffer);
            float[] got = new float[32];
            array.copyTo(got);
            assertEquals(3, got[17]);
        }
    }

    @Test
    void refusesWhatCannotBeRead() {
        try (DeviceArray ints = device.array(ArrayShape.of1D(8, ChannelFormat.I32, 1))) {
            String means = assertThrows(IllegalArgumentException.class, () -> device.texture(ints, Sampler.LINEAR))
                    .getMessage();
            assertTrue(means.contains("withNormalizedRead"), means);
            String written = assertThrows(IllegalArgumentException.class, () -> device.surface(ints))
                    .getMessage();
            assertTrue(written.contains("withSurfaces()"), written);
            String size = assertThrows(IllegalArgumentException.class, () -> ints.copyFrom(new int[9]))
                    .getMessage();
            assertTrue(size.contains("32 bytes"), size);
        }
        assertThrows(IllegalArgumentException.class, () -> ArrayShape.of1D(8, ChannelFormat.F32, 3));
    }

    @Test
    void aTextureEndsWithWhatItReads() {
        DeviceArray array =
                device.array(ArrayShape.of1D(8, ChannelFormat.F32, 1)).copyFrom(new float[8]);
        Texture texture = device.texture(array, Sampler.POINT);
        array.close();
        String closed = assertThrows(IllegalStateException.class, () -> at1d(texture, 0.5f))
                .getMessage();
        assertTrue(closed.contains("texture of array of 8 of F32") && closed.contains("closed"), closed);
    }
}
