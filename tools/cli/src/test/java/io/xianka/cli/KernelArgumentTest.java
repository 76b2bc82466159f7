package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.cli.npy.NpyType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelArgumentTest {

    @Test
    void readsEachKindOfNumber() throws UsageException {
        assertEquals(new KernelArgument.Scalar(5), KernelArgument.parse("i32:5"));
        assertEquals(new KernelArgument.Scalar(8), KernelArgument.parse("i32:008"));
        assertEquals(new KernelArgument.Scalar(-1), KernelArgument.parse("u32:4294967295"));
        assertEquals(new KernelArgument.Scalar(-1L), KernelArgument.parse("u64:18446744073709551615"));
        assertEquals(new KernelArgument.Scalar(-1L), KernelArgument.parse("u64:0xffffffffffffffff"));
        assertEquals(new KernelArgument.Scalar((byte) -128), KernelArgument.parse("i8:-128"));
        assertEquals(new KernelArgument.Scalar((short) -1), KernelArgument.parse("u16:65535"));
        assertEquals(new KernelArgument.Scalar(0.5f), KernelArgument.parse("f32:0.5"));
        assertEquals(new KernelArgument.Scalar(Float.NaN), KernelArgument.parse("f32:nan"));
        assertEquals(new KernelArgument.Scalar(Double.NEGATIVE_INFINITY), KernelArgument.parse("f64:-Infinity"));
    }

    @Test
    void readsArraysAndStructs() throws UsageException {
        var float32 = new NpyType('f', 4);
        assertEquals(new KernelArgument.In(Path.of("a.npy")), KernelArgument.parse("in:a.npy"));
        assertEquals(
                new KernelArgument.InOut(Path.of("x.npy"), Path.of("y.npy")),
                KernelArgument.parse("inout:x.npy:y.npy"));
        assertEquals(
                new KernelArgument.Out(Path.of("odd:name.npy"), float32, List.of(64L, 2L)),
                KernelArgument.parse("out:odd:name.npy:float32:64x2"));
        assertEquals(
                new KernelArgument.Scratch(new NpyType('V', 12), List.of(8L)), KernelArgument.parse("scratch:V12:8"));
        assertEquals(
                new KernelArgument.Struct(List.of(new KernelArgument.Scalar(0.5f), new KernelArgument.Scalar(7))),
                KernelArgument.parse("struct:f32:0.5,i32:7"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "7|write its kind in front, such as i32:7",
                "i32:2147483648|'2147483648' is no i32",
                "u8:-1|'-1' is no u8",
                "f32:one|'one' is no f32",
                "f32:1e300|'1e300' is no f32",
                "int:5|kind 'int' is none of",
                "in:|the file name is missing",
                "out:x.npy|write out:RESULT.npy:float32:64x64",
                "out:x.npy:float:8|unknown element type 'float'",
                "out:x.npy:float32:8,8|joined by x",
                "scratch:float32:-1|joined by x",
                "struct:0.5|field '0.5' needs a type",
            })
    void saysWhatToWriteInstead(String text, String advice) {
        String message = assertThrows(UsageException.class, () -> KernelArgument.parse(text))
                .getMessage();
        assertTrue(message.contains(text) && message.contains(advice), message);
    }
}
