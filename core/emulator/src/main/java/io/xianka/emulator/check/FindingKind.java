package io.xianka.emulator.check;

/** What is wrong. */
public enum FindingKind {
    /** Outside of every allocation or variable, a null pointer, or a write to constant memory. */
    OUT_OF_BOUNDS("out-of-bounds", CheckTool.MEMCHECK),
    /** The address is no multiple of the access's size. */
    MISALIGNED("misaligned", CheckTool.MEMCHECK),
    /** In an allocation that was freed. */
    USE_AFTER_FREE("use-after-free", CheckTool.MEMCHECK),
    /** An allocation was freed twice. */
    DOUBLE_FREE("double-free", CheckTool.MEMCHECK),
    /** What was freed is no allocation, or not the kernel's to free. */
    INVALID_FREE("invalid-free", CheckTool.MEMCHECK),
    /** An allocation was still there when its device was closed. */
    LEAK("leak", CheckTool.MEMCHECK),
    /** A read of bytes that nobody wrote. */
    UNINITIALISED("uninitialised", CheckTool.INITCHECK),
    /** Two accesses that nothing orders, of which one writes. */
    RACE("race", CheckTool.RACECHECK),
    /** A barrier that not all threads reach. */
    BARRIER("barrier", CheckTool.SYNCCHECK),
    /** The mask of a {@code _sync} operation does not fit the lanes. */
    MASK("mask", CheckTool.SYNCCHECK),
    /** A pointer to another thread's local memory was followed. */
    FOREIGN_LOCAL("foreign-local", CheckTool.MEMCHECK),
    /** A division by zero, or a NaN or infinity that arose here. */
    ARITHMETIC("arithmetic", null);

    private final String json;
    private final CheckTool tool;

    FindingKind(String json, CheckTool tool) {
        this.json = json;
        this.tool = tool;
    }

    /** {@code out-of-bounds}: as in reports for programs. */
    public String json() {
        return json;
    }

    /** The tool that looks for it; null for {@link #ARITHMETIC}, which has a switch of its own. */
    public CheckTool tool() {
        return tool;
    }
}
