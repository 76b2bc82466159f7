package io.xianka.emulator.interpreter;

import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.ShuffleMode;
import io.xianka.ptx.Modifier.VoteMode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;

/** Reads, for a {@link FunctionReader}, the instructions that lanes execute together. */
final class WarpReader {
    private final FunctionReader reader;

    WarpReader(FunctionReader reader) {
        this.reader = reader;
    }

    /** False for an instruction that is not of this family. */
    boolean read(Instruction instruction) {
        Operation operation = instruction.operation();
        switch (operation.opcode()) {
            case SHFL -> shuffle(instruction);
            case VOTE -> vote(instruction);
            case MATCH -> match(instruction);
            case REDUX -> {
                Step.Together.WarpFunction function = WarpInstructions.reduce(
                        operation,
                        reader.targetOrTemporary(instruction.operand(0)),
                        reader.source(instruction.operand(1), operation.type()));
                together(function, instruction.operand(2));
            }
            case ELECT -> {
                Operand.Pair pair = (Operand.Pair) instruction.operand(0);
                together(
                        WarpInstructions.elect(reader.target(pair.first()), reader.targetOrTemporary(pair.second())),
                        instruction.operand(1));
            }
            case MMA, WMMA_MMA -> {
                PtxType bits = operation.type().untyped();
                wholeWarp(MatrixInstructions.product(
                        operation,
                        reader.targets(instruction.operand(0)),
                        reader.sources(instruction.operand(1), bits),
                        reader.sources(instruction.operand(2), bits),
                        reader.sources(instruction.operand(3), bits)));
            }
            case WMMA_LOAD ->
                wholeWarp(MatrixInstructions.load(
                        operation,
                        reader.targets(instruction.operand(0)),
                        reader.place(instruction.operand(1), operation.space()),
                        instruction.operands().size() > 2
                                ? reader.source(instruction.operand(2), PtxType.U32)
                                : Step.NONE));
            case WMMA_STORE ->
                wholeWarp(MatrixInstructions.store(
                        operation,
                        reader.sources(instruction.operand(1), operation.type().untyped()),
                        reader.place(instruction.operand(0), operation.space()),
                        instruction.operands().size() > 2
                                ? reader.source(instruction.operand(2), PtxType.U32)
                                : Step.NONE));
            case LDMATRIX ->
                wholeWarp(MatrixInstructions.loadRows(
                        operation,
                        reader.targets(instruction.operand(0)),
                        reader.place(instruction.operand(1), operation.space())));
            case STMATRIX ->
                wholeWarp(MatrixInstructions.storeRows(
                        operation,
                        reader.sources(instruction.operand(1), PtxType.B32),
                        reader.place(instruction.operand(0), operation.space())));
            case MOVMATRIX ->
                wholeWarp(MatrixInstructions.transpose(
                        operation,
                        reader.targetOrTemporary(instruction.operand(0)),
                        reader.source(instruction.operand(1), PtxType.B32)));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void together(Step.Together.WarpFunction function, Operand mask) {
        if (function == null) {
            throw reader.refuse("");
        }
        reader.addGuarded(new Step.Together(function, reader.source(mask, PtxType.B32), false));
    }

    /** An instruction that all lanes of a warp must execute. */
    private void wholeWarp(Step.Together.WarpFunction function) {
        if (function == null) {
            throw reader.refuse("the shape does not go with the types");
        }
        reader.addGuarded(new Step.Together(function, reader.constant(-1), false));
    }

    private void shuffle(Instruction current) {
        Operation operation = current.operation();
        if (!operation.has(Keyword.SYNC)) {
            throw reader.refuse("sm_90 has it with .sync only");
        }
        Operand results = current.operand(0);
        int target = reader.target(results instanceof Operand.Pair pair ? pair.first() : results);
        int predicate = results instanceof Operand.Pair pair ? reader.target(pair.second()) : Step.NONE;
        Step.Together.WarpFunction function = WarpInstructions.shuffle(
                operation.find(ShuffleMode.class).orElseThrow(),
                target,
                predicate,
                reader.source(current.operand(1), PtxType.B32),
                reader.source(current.operand(2), PtxType.B32),
                reader.source(current.operand(3), PtxType.B32),
                reader.point());
        together(function, current.operand(4));
    }

    private void vote(Instruction current) {
        Operation operation = current.operation();
        if (!operation.has(Keyword.SYNC)) {
            throw reader.refuse("sm_90 has it with .sync only");
        }
        together(
                WarpInstructions.vote(
                        operation.find(VoteMode.class).orElseThrow(),
                        reader.targetOrTemporary(current.operand(0)),
                        reader.source(current.operand(1), PtxType.PRED)),
                current.operand(2));
    }

    private void match(Instruction current) {
        Operation operation = current.operation();
        boolean wide = operation.type().bits() == 64;
        int value = reader.source(current.operand(1), operation.type());
        Operand results = current.operand(0);
        if (operation.has(Keyword.ANY)) {
            together(WarpInstructions.matchAny(reader.targetOrTemporary(results), value, wide), current.operand(2));
            return;
        }
        Operand first = results instanceof Operand.Pair pair ? pair.first() : results;
        int predicate = results instanceof Operand.Pair pair ? reader.target(pair.second()) : Step.NONE;
        together(
                WarpInstructions.matchAll(reader.targetOrTemporary(first), predicate, value, wide), current.operand(2));
    }
}
