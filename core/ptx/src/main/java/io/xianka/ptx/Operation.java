package io.xianka.ptx;

import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.MemoryOrder;
import io.xianka.ptx.Modifier.MemoryScope;
import io.xianka.ptx.Modifier.Rounding;
import io.xianka.ptx.Modifier.ShuffleMode;
import io.xianka.ptx.Modifier.VectorWidth;
import io.xianka.ptx.Modifier.VoteMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * An opcode with its modifiers: {@code ld.global.nc.v4.f32}. A program uses few different ones, so they are shared:
 * equal operations are, but for a bounded table, the same object, and what is asked of one is computed once. Immutable;
 * equal by text.
 */
public final class Operation {
    private final String text;
    private final Opcode opcode;
    private final List<Modifier> modifiers;
    private final List<PtxType> types;
    private final StateSpace space;
    private final int vectorWidth;
    private final EnumSet<Keyword> keywords;

    private Operation(String text, Opcode opcode, List<Modifier> modifiers) {
        this.text = text;
        this.opcode = opcode;
        this.modifiers = modifiers;
        List<PtxType> foundTypes = new ArrayList<>(2);
        StateSpace foundSpace = StateSpace.GENERIC;
        int foundWidth = 1;
        EnumSet<Keyword> words = EnumSet.noneOf(Keyword.class);
        for (Modifier modifier : modifiers) {
            switch (modifier) {
                case PtxType type -> foundTypes.add(type);
                case StateSpace named -> {
                    if (foundSpace == StateSpace.GENERIC) {
                        foundSpace = named;
                    }
                }
                case VectorWidth width -> foundWidth = width.count();
                case Keyword keyword -> words.add(keyword);
                case Rounding _, Comparison _, Combiner _, ShuffleMode _, VoteMode _ -> {}
                case Modifier.CacheOperator _, MemoryOrder _, MemoryScope _ -> {}
                case Modifier.Geometry _, Modifier.MatrixShape _, Modifier.Unknown _ -> {}
            }
        }
        this.types = List.copyOf(foundTypes);
        this.space = foundSpace;
        this.vectorWidth = foundWidth;
        this.keywords = words;
    }

    /**
     * The operation of this text, {@code "mad.lo.s32"}. Words that are unknown are kept ({@link Opcode#UNKNOWN},
     * {@link Modifier.Unknown}).
     */
    public static Operation of(String text) {
        return OperationTable.shared(text);
    }

    public static Operation of(Opcode opcode, Modifier... modifiers) {
        if (opcode == Opcode.UNKNOWN) {
            throw new IllegalArgumentException("an unknown opcode has no name here; use Operation.of(text)");
        }
        StringBuilder written = new StringBuilder(opcode.text());
        for (Modifier modifier : modifiers) {
            if (modifier == StateSpace.GENERIC) {
                continue; // so that callers may pass a pointer's space as it is
            }
            written.append('.').append(modifier.text());
        }
        return OperationTable.shared(written.toString());
    }

    static Operation parse(String text) {
        int end = text.indexOf('.');
        Opcode opcode = Opcode.named(end < 0 ? text : text.substring(0, end));
        int opcodeEnd = end < 0 ? text.length() : end;
        // Every part is looked at, for the longest name wins: bar alone is no opcode, bar.warp.sync is.
        for (int parts = 2; parts <= Opcode.MOST_PARTS && end >= 0; parts++) {
            end = text.indexOf('.', end + 1);
            int stop = end < 0 ? text.length() : end;
            Opcode longer = Opcode.named(text.substring(0, stop));
            if (longer != null) {
                opcode = longer;
                opcodeEnd = stop;
            }
        }
        if (opcode == null) {
            opcode = Opcode.UNKNOWN;
        }
        List<Modifier> modifiers = new ArrayList<>(4);
        int start = opcodeEnd + 1;
        while (start <= text.length()) {
            int stop = text.indexOf('.', start);
            if (stop < 0) {
                stop = text.length();
            }
            modifiers.add(OperationTable.modifier(opcode, text.substring(start, stop)));
            start = stop + 1;
        }
        return new Operation(text, opcode, List.copyOf(modifiers));
    }

    public Opcode opcode() {
        return opcode;
    }

    /** In the order of the text. */
    public List<Modifier> modifiers() {
        return modifiers;
    }

    /** As written: {@code ld.global.f32}. */
    public String text() {
        return text;
    }

    /** All types, in order: {@code [F32, S32]} of {@code cvt.rn.f32.s32}. */
    public List<PtxType> types() {
        return types;
    }

    /** The first type: that of the result. Throws {@link NoSuchElementException} where none is written. */
    public PtxType type() {
        if (types.isEmpty()) {
            throw new NoSuchElementException(text + " has no type");
        }
        return types.getFirst();
    }

    public boolean hasType() {
        return !types.isEmpty();
    }

    /** The last type: what is converted or compared. It is {@link #type()} where only one is written. */
    public PtxType sourceType() {
        if (types.isEmpty()) {
            throw new NoSuchElementException(text + " has no type");
        }
        return types.getLast();
    }

    /** The first state space; {@link StateSpace#GENERIC} where none is written. */
    public StateSpace space() {
        return space;
    }

    /** 1, 2, 4 or 8 elements. */
    public int vectorWidth() {
        return vectorWidth;
    }

    public boolean has(Keyword keyword) {
        return keywords.contains(keyword);
    }

    /** The first modifier of a family: {@code find(Rounding.class)}. */
    public <M extends Modifier> Optional<M> find(Class<M> family) {
        for (Modifier modifier : modifiers) {
            if (family.isInstance(modifier)) {
                return Optional.of(family.cast(modifier));
            }
        }
        return Optional.empty();
    }

    /** Null where no rounding is written. */
    public Rounding rounding() {
        return find(Rounding.class).orElse(null);
    }

    /** Of set and setp; throws {@link NoSuchElementException} elsewhere. */
    public Comparison comparison() {
        return find(Comparison.class).orElseThrow(() -> new NoSuchElementException(text + " compares nothing"));
    }

    /** Of atom, red, redux and barrier.red; null where none is written, as in most of setp. */
    public Combiner combiner() {
        return find(Combiner.class).orElse(null);
    }

    /** Null where none is written. */
    public MemoryOrder order() {
        return find(MemoryOrder.class).orElse(null);
    }

    /** Null where none is written. */
    public MemoryScope scope() {
        return find(MemoryScope.class).orElse(null);
    }

    /** Flushes subnormal inputs and results to zero. */
    public boolean ftz() {
        return has(Keyword.FTZ);
    }

    /** Clamps the result: floats to [0, 1], integers to their type. */
    public boolean sat() {
        return has(Keyword.SAT);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Operation operation && text.equals(operation.text));
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
