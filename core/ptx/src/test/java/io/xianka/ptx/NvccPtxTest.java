package io.xianka.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What NVIDIA's compiler writes is read, and printed back to the same. */
class NvccPtxTest {
    static List<GoldenPtx> all() {
        return GoldenPtx.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void isReadAndPrintedBackToTheSame(GoldenPtx golden) {
        PtxModule module = PtxParser.parse(golden.text(), golden.name());
        String printed = PtxPrinter.print(module);
        assertEquals(module, PtxParser.parse(printed, "printed " + golden));
        assertEquals(printed, PtxPrinter.print(PtxParser.parse(printed)));
        assertFalse(module.entries().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("all")
    void holdsNothingUnknown(GoldenPtx golden) {
        PtxModule module = PtxParser.parse(golden.text(), golden.name());
        module.functions().filter(Function::isDefinition).forEach(function -> {
            for (Instruction instruction : FlatBody.of(function).instructions()) {
                Operation operation = instruction.operation();
                assertNotEquals(Opcode.UNKNOWN, operation.opcode(), operation.text());
                assertTrue(operation.find(Modifier.Unknown.class).isEmpty(), operation.text());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("all")
    void instructionsKnowTheirLineOfText(GoldenPtx golden) {
        List<String> lines = golden.text().lines().toList();
        PtxModule module = PtxParser.parse(golden.text(), golden.name());
        module.functions().filter(Function::isDefinition).forEach(function -> {
            for (Instruction instruction : FlatBody.of(function).instructions()) {
                String line = lines.get(instruction.line().number() - 1);
                assertTrue(line.contains(instruction.operation().text()), line);
            }
        });
    }

    @Test
    void locationsFollowTheSource() {
        PtxModule module =
                PtxParser.parse(GoldenPtx.named("01-multiply-them.ptx").text());
        FlatBody body = FlatBody.of(module.function("multiply_them").orElseThrow());
        int multiply = -1;
        for (int i = 0; i < body.size(); i++) {
            if (body.instruction(i).operation().equals(Operation.of("mul.f32"))) {
                multiply = i;
            }
        }
        assertEquals(new Statement.Loc(1, 18, 5), body.location(multiply));
        assertEquals(
                "/cases/kernels/01-multiply-them/kernel.cu",
                module.sourcePath(1).orElseThrow());
        assertEquals(body.size() - 1, body.labels().get("$L__BB0_2"));
    }

    @Test
    void signaturesTellSizesAndOffsets() {
        PtxModule module = PtxParser.parse(GoldenPtx.named("features.ptx").text());
        EntrySignature calls = EntrySignature.of(module.function("calls").orElseThrow());
        assertEquals(3, calls.parameters().size());
        EntrySignature.Parameter pair = calls.parameters().get(2);
        assertTrue(pair.isArray());
        assertEquals(16, pair.sizeBytes());
        assertEquals(8, pair.alignmentBytes());
        assertEquals(16, pair.offsetBytes());
        assertEquals(32, calls.sizeBytes());
        assertEquals(PtxType.U32, calls.parameters().get(1).type());
    }

    @Test
    void callScopesGiveDistinctNames() {
        PtxModule module = PtxParser.parse(GoldenPtx.named("features.ptx").text());
        FlatBody body = FlatBody.of(module.function("calls").orElseThrow());
        List<String> names = body.variables().stream().map(Variable::name).toList();
        assertEquals(names.size(), names.stream().distinct().count());
        assertTrue(names.contains("param0"), names.toString());
        List<Instruction> calls = body.instructions().stream()
                .filter(i -> i.opcode() == Opcode.CALL)
                .toList();
        assertEquals(5, calls.size());
        for (Instruction call : calls) {
            var arguments = (Operand.Arguments) call.operand(2);
            for (Operand argument : arguments.values()) {
                assertTrue(names.contains(((Operand.Symbol) argument).name()), call.toString());
            }
        }
        assertEquals(2, body.prototypes().size());
    }
}
