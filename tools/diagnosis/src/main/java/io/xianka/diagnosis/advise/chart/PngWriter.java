package io.xianka.diagnosis.advise.chart;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.ImageIO;

/** Marks as a PNG image, drawn in memory. */
final class PngWriter {

    private PngWriter() {}

    static byte[] write(int width, int height, int scale, List<Mark> marks) {
        var image = new BufferedImage(width * scale, height * scale, BufferedImage.TYPE_INT_RGB);
        var graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
            graphics.scale(scale, scale);
            marks.forEach(mark -> draw(graphics, mark));
        } finally {
            graphics.dispose();
        }
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.setUseCache(false);
            if (!ImageIO.write(image, "png", bytes)) {
                throw new IllegalStateException("this JDK writes no PNG; name an .svg file");
            }
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes.toByteArray();
    }

    private static void draw(Graphics2D graphics, Mark mark) {
        switch (mark) {
            case Mark.Box box -> {
                graphics.setColor(new Color(box.colour()));
                graphics.fill(new Rectangle2D.Double(box.x(), box.y(), box.width(), box.height()));
            }
            case Mark.Label label -> {
                graphics.setColor(new Color(label.colour()));
                graphics.setFont(new Font(Font.SANS_SERIF, style(label.style()), label.size()));
                graphics.drawString(label.text(), (float) label.x(), (float) label.y());
            }
        }
    }

    private static int style(Mark.Style style) {
        return switch (style) {
            case PLAIN -> Font.PLAIN;
            case BOLD -> Font.BOLD;
            case SLANTED -> Font.ITALIC;
        };
    }
}
