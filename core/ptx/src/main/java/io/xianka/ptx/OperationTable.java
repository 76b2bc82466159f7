package io.xianka.ptx;

import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.MatrixShape;
import io.xianka.ptx.Modifier.Unknown;
import io.xianka.ptx.Modifier.VoteMode;
import java.util.HashMap;
import java.util.Map;

/**
 * The shared {@link Operation}s, found by the characters of a PTX text without making a string, and the modifiers by
 * name. Reading takes no lock: entries are immutable and only ever added; a reader that misses one just built makes an
 * equal one.
 */
final class OperationTable {
    /** Hostile text can name operations without end; beyond this many they are built anew each time. */
    private static final int MOST_SHARED = 1 << 13;

    private static final Map<String, Modifier> MODIFIERS = HashMap.newHashMap(512);
    private static final Map<String, Comparison> COMPARISONS = HashMap.newHashMap(32);
    private static final Map<String, VoteMode> VOTES = HashMap.newHashMap(8);
    private static final int MOST_SHAPE_DIGITS = 4;

    /** A longer chain means names made to collide; those are not shared. */
    private static final int MOST_PROBES = 64;

    private static final Operation[] TABLE = new Operation[MOST_SHARED * 4];
    private static final int MASK = TABLE.length - 1;
    private static int sharedCount;

    static {
        for (Keyword word : Keyword.values()) {
            MODIFIERS.put(word.text(), word);
        }
        addAll(Comparison.values());
        addAll(VoteMode.values());
        addAll(Modifier.Combiner.values());
        addAll(Modifier.Rounding.values());
        addAll(Modifier.ShuffleMode.values());
        addAll(Modifier.CacheOperator.values());
        addAll(Modifier.MemoryOrder.values());
        addAll(Modifier.MemoryScope.values());
        addAll(Modifier.VectorWidth.values());
        addAll(Modifier.Geometry.values());
        addAll(PtxType.values());
        addAll(StateSpace.values());
        MODIFIERS.remove("");
        // Words of two meanings: here the plain one, and the other where the opcode asks for it.
        for (Keyword word : new Keyword[] {Keyword.LO, Keyword.HI, Keyword.UNI, Keyword.ALL, Keyword.ANY}) {
            MODIFIERS.put(word.text(), word);
        }
        for (Comparison comparison : Comparison.values()) {
            COMPARISONS.put(comparison.text(), comparison);
        }
        for (VoteMode mode : VoteMode.values()) {
            VOTES.put(mode.text(), mode);
        }
    }

    private OperationTable() {}

    private static void addAll(Modifier[] family) {
        for (Modifier modifier : family) {
            MODIFIERS.put(modifier.text(), modifier);
        }
    }

    static Modifier modifier(Opcode opcode, String text) {
        Modifier special = switch (opcode) {
            case SET, SETP -> COMPARISONS.get(text);
            case VOTE -> VOTES.get(text);
            case SETMAXNREG -> text.equals("inc") ? Keyword.INC : text.equals("dec") ? Keyword.DEC : null;
            default -> null;
        };
        if (special != null) {
            return special;
        }
        Modifier known = MODIFIERS.get(text);
        if (known != null) {
            return known;
        }
        MatrixShape shape = shape(text);
        return shape != null ? shape : new Unknown(text);
    }

    /** Null unless the text is {@code m16n8k16} or {@code m8n8}. */
    private static MatrixShape shape(String text) {
        int[] sizes = new int[3];
        int position = 0;
        for (int part = 0; part < 3; part++) {
            if (part == 2 && position == text.length()) {
                break;
            }
            if (position >= text.length() || text.charAt(position) != "mnk".charAt(part)) {
                return null;
            }
            int start = ++position;
            while (position < text.length() && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
                sizes[part] = sizes[part] * 10 + (text.charAt(position) - '0');
                position++;
                if (position - start > MOST_SHAPE_DIGITS) {
                    return null;
                }
            }
            // A leading zero would not be printed again.
            if (position == start || text.charAt(start) == '0') {
                return null;
            }
        }
        return position == text.length() ? new MatrixShape(sizes[0], sizes[1], sizes[2]) : null;
    }

    static Operation shared(String text) {
        int hash = text.hashCode();
        int slot = spread(hash);
        for (int probe = 0; probe < MOST_PROBES; probe++) {
            Operation operation = TABLE[(slot + probe) & MASK];
            if (operation == null) {
                break;
            }
            if (operation.text().equals(text)) {
                return operation;
            }
        }
        return add(Operation.parse(text), hash);
    }

    /** The operation that stands in {@code source[start, end)}, with {@link String#hashCode} of its text. */
    static Operation shared(char[] source, int start, int end, int hash) {
        int slot = spread(hash);
        for (int probe = 0; probe < MOST_PROBES; probe++) {
            Operation operation = TABLE[(slot + probe) & MASK];
            if (operation == null) {
                break;
            }
            if (matches(operation.text(), source, start, end)) {
                return operation;
            }
        }
        return add(Operation.parse(new String(source, start, end - start)), hash);
    }

    static boolean matches(String text, char[] source, int start, int end) {
        int length = end - start;
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != source[start + i]) {
                return false;
            }
        }
        return true;
    }

    private static synchronized Operation add(Operation operation, int hash) {
        if (operation.opcode() == Opcode.UNKNOWN) {
            return operation;
        }
        int slot = spread(hash);
        for (int probe = 0; probe < MOST_PROBES; probe++) {
            int index = (slot + probe) & MASK;
            Operation present = TABLE[index];
            if (present == null) {
                if (sharedCount < MOST_SHARED) {
                    sharedCount++;
                    TABLE[index] = operation;
                }
                return operation;
            }
            if (present.equals(operation)) {
                return present;
            }
        }
        return operation;
    }

    private static int spread(int hash) {
        return hash ^ (hash >>> 15);
    }
}
