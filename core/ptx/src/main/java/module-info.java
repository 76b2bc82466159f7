/** The PTX language: records, parser, printer, verifier. Requires only the JDK. */
module io.xianka.ptx {
    exports io.xianka.ptx;
}
