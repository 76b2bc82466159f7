package io.xianka.emulator.check;

/**
 * Where in a program something is.
 *
 * @param file the source file's name, without folders; null where the PTX does not say
 * @param line of that file, from 1; 0 where the PTX does not say
 * @param ptxLine line of the PTX, from 1; 0 where it has no text
 * @param instruction as PTX; null where it is none
 */
public record SourcePlace(String file, int line, int ptxLine, String instruction) {
    /** Nowhere: what the host did. */
    public static final SourcePlace UNKNOWN = new SourcePlace(null, 0, 0, null);

    /** {@code saxpy.cu:12}, {@code PTX line 40} where there is no source, or {@code unknown}. */
    @Override
    public String toString() {
        if (line > 0) {
            return (file == null ? "" : file) + ":" + line;
        }
        return ptxLine > 0 ? "PTX line " + ptxLine : "unknown";
    }
}
