package io.xianka.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Remembers what went wrong with an output whose writers would not tell. */
final class WatchedOutput extends FilterOutputStream {
    private IOException failure;

    WatchedOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int start, int count) throws IOException {
        try {
            out.write(bytes, start, count);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** The last failure, or null. */
    IOException failure() {
        return failure;
    }

    /** Whether the reader went away, as {@code head} does when it has enough; nobody needs to be told. */
    boolean readerLeft() {
        return failure != null && String.valueOf(failure.getMessage()).contains("Broken pipe");
    }
}
