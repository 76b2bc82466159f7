package io.xianka.cli.top;

/** How bars are drawn: in eighths of a column, or in ASCII for terminals without Unicode. */
public enum Glyphs {
    UNICODE(" ▏▎▍▌▋▊▉█", "░", " ▁▂▃▄▅▆▇█", "↑", "↓", "…", "°C"),
    ASCII(" #", ".", " .:-=+*#", "^", "v", "~", "C");

    private final String filling;
    private final String empty;
    private final String heights;
    final String up;
    final String down;
    final String cut;
    final String celsius;

    Glyphs(String filling, String empty, String heights, String up, String down, String cut, String celsius) {
        this.filling = filling;
        this.empty = empty;
        this.heights = heights;
        this.up = up;
        this.down = down;
        this.cut = cut;
        this.celsius = celsius;
    }

    /** A bar of so many columns, filled to a share from 0 to 1. */
    String bar(double share, int columns) {
        int steps = filling.length() - 1;
        int filled = (int) Math.round(Math.clamp(share, 0, 1) * columns * steps);
        StringBuilder bar = new StringBuilder(filling.substring(steps).repeat(filled / steps));
        if (filled % steps != 0) {
            bar.append(filling.charAt(filled % steps));
        }
        return bar.append(empty.repeat(columns - bar.length())).toString();
    }

    /** One column of a history, by a share from 0 to 1. */
    char height(double share) {
        return heights.charAt((int) Math.round(Math.clamp(share, 0, 1) * (heights.length() - 1)));
    }
}
