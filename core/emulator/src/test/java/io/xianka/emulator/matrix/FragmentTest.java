package io.xianka.emulator.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.xianka.emulator.matrix.Fragment.Role;
import io.xianka.ptx.Modifier.MatrixShape;
import io.xianka.ptx.PtxType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Places of elements against those that CUTLASS 3 writes down for the instructions: strides of the lane's two digits (4, then 8) and
 * of the element's digits (sizes and strides), in a matrix whose m, or n of B, runs fastest.
 */
class FragmentTest {
    @ParameterizedTest
    @CsvSource({
        "A, 16 8 8, F16, 2, 32 1, 2 2, 16 8",
        "B, 16 8 8, F16, 1, 16 1, 2, 8",
        "A, 16 8 16, F16, 4, 32 1, 2 2 2, 16 8 128",
        "B, 16 8 16, BF16, 2, 16 1, 2 2, 8 64",
        "ACCUMULATOR, 16 8 16, F32, 4, 32 1, 2 2, 16 8",
        "ACCUMULATOR, 16 8 16, F16, 2, 32 1, 2 2, 16 8",
        "A, 16 8 4, TF32, 2, 16 1, 2, 8",
        "B, 16 8 4, TF32, 1, 8 1, 1, 0",
        "A, 16 8 8, TF32, 4, 16 1, 2 2, 8 64",
        "B, 16 8 8, TF32, 2, 8 1, 2, 32",
        "A, 8 8 4, F64, 1, 8 1, 1, 0",
        "B, 8 8 4, F64, 1, 8 1, 1, 0",
        "ACCUMULATOR, 8 8 4, F64, 2, 16 1, 2, 8",
        "A, 16 8 16, F64, 8, 16 1, 2 4, 8 64",
        "B, 16 8 16, F64, 4, 8 1, 4, 32",
        "A, 8 8 16, S8, 1, 32 1, 4, 8",
        "ACCUMULATOR, 8 8 16, S32, 2, 16 1, 2, 8",
        "A, 16 8 16, S8, 2, 64 1, 4 2, 16 8",
        "A, 16 8 32, U8, 4, 64 1, 4 2 2, 16 8 256",
        "B, 16 8 32, S8, 2, 32 1, 4 2, 8 128",
        "A, 16 8 32, E4M3, 4, 64 1, 4 2 2, 16 8 256",
        "A, 16 8 256, B1, 4, 512 1, 32 2 2, 16 8 2048",
        "B, 16 8 256, B1, 2, 256 1, 32 2, 8 1024",
        "A, 8 8 128, B1, 1, 256 1, 32, 8",
        "A, 16 8 128, B1, 2, 512 1, 32 2, 16 8"
    })
    void holdsElementsWhereTheInstructionWantsThem(
            Role role, String sizes, PtxType type, int registers, String lanes, String digits, String strides) {
        int[] mnk = numbers(sizes);
        Fragment fragment = Fragment.of(role, new MatrixShape(mnk[0], mnk[1], mnk[2]), type, registers);
        assertNotNull(fragment);
        int fastest = role == Role.B ? mnk[1] : mnk[0];
        for (int lane = 0; lane < Fragment.LANES; lane++) {
            for (int element = 0; element < registers * fragment.elementsPerRegister(); element++) {
                int place = lane % 4 * numbers(lanes)[0] + lane / 4 * numbers(lanes)[1];
                int rest = element;
                for (int i = 0; i < numbers(digits).length; i++) {
                    place += rest % numbers(digits)[i] * numbers(strides)[i];
                    rest /= numbers(digits)[i];
                }
                String which = "lane " + lane + ", element " + element;
                int along = role == Role.B ? fragment.column(lane, element) : fragment.row(lane, element);
                int across = role == Role.B ? fragment.row(lane, element) : fragment.column(lane, element);
                assertEquals(place % fastest, along, which);
                assertEquals(place / fastest, across, which);
            }
        }
    }

    private static int[] numbers(String text) {
        return java.util.Arrays.stream(text.split(" ", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    @Test
    void refusesRegistersThatDoNotHoldTheMatrix() {
        MatrixShape shape = new MatrixShape(16, 8, 16);
        assertNull(Fragment.of(Role.A, shape, PtxType.F16, 3));
        assertNull(Fragment.of(Role.A, shape, PtxType.F16, 0));
        assertNull(Fragment.of(Role.B, new MatrixShape(16, 8, 3), PtxType.F16, 2));
        assertNull(Fragment.of(Role.B, shape, PtxType.U16X2, 2));
    }

    @Test
    void repeatsTheHalvesOfWmmaWhereThereIsRoom() {
        Fragment fragment = Fragment.of(Role.A, new MatrixShape(16, 16, 16), PtxType.F16, 8);
        for (int lane = 0; lane < Fragment.LANES; lane++) {
            for (int element = 0; element < 8; element++) {
                assertEquals(fragment.place(lane, element), fragment.place(lane, element + 8));
            }
        }
    }
}
