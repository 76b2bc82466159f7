package io.xianka.emulator.translator;

/** The kernel uses an instruction that the translator leaves to the interpreter; the message names it. */
public final class Untranslatable extends Exception {
    private static final long serialVersionUID = 1;

    Untranslatable(String what) {
        super(what, null, false, false);
    }
}
