package io.xianka.emulator.machine;

/**
 * Where in a kernel something happened.
 *
 * @param ptxLine 0 where the PTX has no text
 * @param source file and line of the source, {@code saxpy.cu:12}; null where the PTX does not say
 * @param instruction as PTX
 */
public record FaultPlace(String kernel, int ptxLine, String source, String instruction) {
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("kernel ").append(kernel);
        if (source != null) {
            text.append(", ").append(source);
        }
        if (ptxLine > 0) {
            text.append(", PTX line ").append(ptxLine);
        }
        if (instruction != null) {
            text.append(" (").append(instruction).append(')');
        }
        return text.toString();
    }
}
