package io.xianka.emulator.machine;

/** What a kernel did wrong. */
public enum FaultKind {
    OUT_OF_BOUNDS("out of bounds"),
    MISALIGNED("misaligned"),
    NULL_POINTER("null pointer"),
    USE_AFTER_FREE("use after free"),
    READ_ONLY("write to constant memory"),
    FOREIGN_LOCAL("local memory of another thread"),
    ILLEGAL_INSTRUCTION("illegal instruction"),
    TRAP("trap"),
    ASSERTION("assertion"),
    BARRIER("barrier");

    private final String text;

    FaultKind(String text) {
        this.text = text;
    }

    /** As in messages. */
    public String text() {
        return text;
    }
}
