package io.xianka.driver;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArgumentRulesTest {
    record Params(float scale, int count) {}

    record Wide(double a, byte b) {}

    private final FakeDriver fake = new FakeDriver();
    private final Device device = Device.open(fake.api, 0);

    @AfterEach
    void close() {
        device.close();
    }

    private String refusal(KernelSignature signature, Object... arguments) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> ArgumentRules.check(signature.name(), signature, arguments, device))
                .getMessage();
    }

    @Test
    void namesTheParameterOfAnArrayWithTheWrongElement() {
        assertEquals(
                "multiply_them: parameter 2 'a' is const float *: got int[]; pass in(...), out(...) or inOut(...) of a"
                        + " float[], or a DeviceBuffer",
                refusal(Fixtures.MULTIPLY, Arg.out(new float[4]), Arg.in(new int[4]), Arg.in(new float[4])));
    }

    @Test
    void showsTheParametersWhenTheCountIsWrong() {
        assertEquals(
                "multiply_them: takes 3 parameters (float *dest, const float *a, const float *b): got 2 arguments; give"
                        + " one for each parameter, in order",
                refusal(Fixtures.MULTIPLY, Arg.out(new float[4]), Arg.in(new float[4])));
    }

    @Test
    void refusesABareArrayAndSaysHowToPassIt() {
        assertEquals(
                "multiply_them: parameter 1 'dest' is float *: got float[], a bare array; pass in(...), out(...) or"
                        + " inOut(...) of a float[], or a DeviceBuffer",
                refusal(Fixtures.MULTIPLY, new float[4], Arg.in(new float[4]), Arg.in(new float[4])));
    }

    @Test
    void refusesANumberOfAnotherType() {
        assertEquals(
                "scale: parameter 2 'factor' is float: got 2.0 of type double; pass a float, as in 1f",
                refusal(Fixtures.SCALE, Arg.inOut(new float[4]), 2.0, 4));
        assertEquals(
                "scale: parameter 3 'n' is int: got 4 of type long; pass an int, as in 1",
                refusal(Fixtures.SCALE, Arg.inOut(new float[4]), 2f, 4L));
        assertEquals(
                "scale: parameter 3 'n' is int: got null; pass an int, as in 1",
                refusal(Fixtures.SCALE, Arg.inOut(new float[4]), 2f, null));
    }

    @Test
    void refusesARecordOfAnotherSize() {
        KernelSignature signature = Fixtures.taking(KernelParameter.struct("p", "struct Params", 8, 4));
        assertDoesNotThrow(() -> ArgumentRules.check("k", signature, new Object[] {new Params(1, 2)}, device));
        assertEquals(
                "k: parameter 1 'p' is struct Params of 8 bytes: got record Wide(double a, byte b), laid out as 16"
                        + " bytes; pass a record with the struct's fields in order, which C lays out in 8 bytes, or"
                        + " struct(...) with its bytes",
                refusal(signature, new Wide(1, (byte) 2)));
    }

    @Test
    void refusesMemoryThatHoldsNoWholeElements() {
        KernelSignature signature = Fixtures.taking(KernelParameter.pointer("v", "float4 *", ParameterKind.STRUCT, 16));
        assertDoesNotThrow(() -> ArgumentRules.check("k", signature, new Object[] {Arg.in(new float[8])}, device));
        assertEquals(
                "k: parameter 1 'v' is float4 *: got in(float[5]), 20 bytes, which are not whole elements of 16; pass"
                        + " in(...), out(...) or inOut(...) of an array or MemorySegment, or a DeviceBuffer",
                refusal(signature, Arg.in(new float[5])));
        MemorySegment odd = MemorySegment.ofArray(new byte[3]);
        refusal(Fixtures.MULTIPLY, Arg.out(odd), Arg.in(new float[1]), Arg.in(new float[1]));
    }

    @Test
    void acceptsEachJavaTypeForItsParameter() {
        KernelSignature signature = Fixtures.taking(
                KernelParameter.scalar("a", "char", ParameterKind.I8),
                KernelParameter.scalar("b", "bool", ParameterKind.BOOL),
                KernelParameter.scalar("c", "short", ParameterKind.I16),
                KernelParameter.scalar("d", "unsigned short", ParameterKind.U16),
                KernelParameter.scalar("e", "unsigned", ParameterKind.U32),
                KernelParameter.scalar("f", "long long", ParameterKind.I64),
                KernelParameter.scalar("g", "__half", ParameterKind.F16),
                KernelParameter.scalar("h", "double", ParameterKind.F64),
                KernelParameter.pointer("i", "void *", ParameterKind.OPAQUE, 0),
                KernelParameter.pointer("j", "__half *", ParameterKind.F16, 2));
        Object[] arguments = {
            (byte) 1, true, (short) 2, 'x', 3, 4L, (short) 5, 6.0, Arg.nullPointer(), Arg.in(new short[2])
        };
        assertDoesNotThrow(() -> ArgumentRules.check("k", signature, arguments, device));
    }

    @Test
    void keepsTheKindOpenOfParametersThatOnlyTheDriverKnows() {
        KernelSignature signature = Fixtures.taking(KernelParameter.opaque(8, 8), KernelParameter.opaque(4, 4));
        assertDoesNotThrow(() ->
                ArgumentRules.check("k", signature, new Object[] {Arg.in(new float[2]), 1.5f}, device));
        assertDoesNotThrow(() -> ArgumentRules.check("k", signature, new Object[] {2L, 7}, device));
        assertEquals("k: parameter 2 is 4 bytes: got 7 of type long; pass an int or float", refusal(signature, 2L, 7L));
    }

    @Test
    void refusesABufferOfAnotherDevice() {
        try (Device other = Device.open(fake.api, 1);
                DeviceBuffer buffer = other.allocate(16)) {
            assertEquals(
                    "scale: parameter 1 'x' is float *: buffer of 16 bytes on fake:1 lies on fake:1, the kernel runs on"
                            + " fake:0; copy it there, or enablePeer between the devices",
                    refusal(Fixtures.SCALE, buffer, 1f, 4));
            device.enablePeer(other);
            assertDoesNotThrow(
                    () -> ArgumentRules.check("scale", Fixtures.SCALE, new Object[] {buffer, 1f, 4}, device));
        }
    }

    @Test
    void refusesABufferOfAnotherDriverEvenWithPeers() {
        FakeDriver second = new FakeDriver("second");
        try (Device other = Device.open(second.api, 0);
                DeviceBuffer buffer = other.allocate(16)) {
            refusal(Fixtures.SCALE, buffer, 1f, 4);
            assertThrows(IllegalArgumentException.class, () -> device.enablePeer(other));
        }
    }

    @Test
    void refusesAClosedBufferByName() {
        DeviceBuffer buffer = device.allocate(16);
        buffer.close();
        assertEquals(
                "scale: parameter 1 'x' is float *: buffer of 16 bytes on fake:0 was closed; use it inside of the scope"
                        + " that opened it",
                assertThrows(
                                IllegalStateException.class,
                                () -> ArgumentRules.check(
                                        "scale", Fixtures.SCALE, new Object[] {buffer, 1f, 4}, device))
                        .getMessage());
    }
}
