package io.xianka.compiler.syntax;

/** Unwinds to where parsing can go on; what is wrong is already reported, unless the attempt was tentative. */
final class ParseFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    ParseFailure() {
        super(null, null, false, false);
    }
}
