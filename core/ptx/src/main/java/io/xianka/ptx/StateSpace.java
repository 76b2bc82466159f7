package io.xianka.ptx;

/** Where a variable lives or a memory instruction reaches. */
public enum StateSpace implements Modifier {
    /** No space is written: a generic address, resolved at run time by its window. */
    GENERIC(""),
    REG("reg"),
    CONST("const"),
    GLOBAL("global"),
    LOCAL("local"),
    PARAM("param"),
    PARAM_ENTRY("param::entry"),
    PARAM_FUNC("param::func"),
    SHARED("shared"),
    SHARED_CTA("shared::cta"),
    SHARED_CLUSTER("shared::cluster"),
    /** Legacy texture memory. */
    TEX("tex");

    private final String text;

    StateSpace(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /** {@code .param} in any of its spellings. */
    public boolean isParam() {
        return this == PARAM || this == PARAM_ENTRY || this == PARAM_FUNC;
    }

    /** {@code .shared} in any of its spellings. */
    public boolean isShared() {
        return this == SHARED || this == SHARED_CTA || this == SHARED_CLUSTER;
    }
}
