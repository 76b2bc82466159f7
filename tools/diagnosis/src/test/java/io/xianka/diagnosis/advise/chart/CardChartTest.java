package io.xianka.diagnosis.advise.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.advise.GpuCard;
import io.xianka.diagnosis.advise.GpuCatalogue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class CardChartTest {

    private static final GpuCatalogue CATALOGUE = GpuCatalogue.builtIn();
    private static final List<GpuCard> TWO =
            List.of(CATALOGUE.require("RTX 4090"), CATALOGUE.require("A100 SXM4 80GB"));

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document svg) {
        var texts = new ArrayList<String>();
        var nodes = svg.getElementsByTagName("text");
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }

    @Test
    void namesCardsFiguresAndUnits() throws Exception {
        var texts = texts(parse(CardChart.of(TWO, "foot").svg()));
        assertTrue(
                texts.containsAll(List.of(
                        "GeForce RTX 4090", "A100 SXM4 80GB", "memory bandwidth, GB/s", "1,008", "2,039", "foot")),
                texts.toString());
    }

    /** Bars are to scale from zero: 24 GB against 80 GB. */
    @Test
    void barsAreToScale() throws Exception {
        var boxes = parse(CardChart.of(TWO, "").svg()).getElementsByTagName("rect");
        var widths = new ArrayList<Double>();
        for (int i = 0; i < boxes.getLength(); i++) {
            var box = (Element) boxes.item(i);
            if (box.getAttribute("height").equals("20.0")
                    && !box.getAttribute("fill").equals("#eef1f4")) {
                widths.add(Double.parseDouble(box.getAttribute("width")));
            }
        }
        assertEquals(24.0 / 80, widths.get(0) / widths.get(1), 0.001);
    }

    @Test
    void unknownIsAQuestionMarkAndNoBar() throws Exception {
        var svg = parse(CardChart.of(List.of(CATALOGUE.require("GH200")), "").svg());
        assertEquals(6, texts(svg).stream().filter("?"::equals).count());
    }

    @Test
    void hostileNamesStayText() throws Exception {
        var name = "<script>&\"\u0001" + "x".repeat(100);
        var card = new GpuCard(
                name, Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Optional.empty(), "s", "");
        var svg = parse(CardChart.of(List.of(card), "<b>").svg());
        assertEquals(0, svg.getElementsByTagName("script").getLength());
        assertTrue(texts(svg).contains("<b>"));
    }

    @Test
    void thePngHasThePictureOfTheSvg() throws IOException {
        var image =
                ImageIO.read(new ByteArrayInputStream(CardChart.of(TWO, "foot").png()));
        assertEquals(2 * CardChart.WIDTH, image.getWidth());
        int blue = 0;
        for (int y = 0; y < image.getHeight(); y += 4) {
            for (int x = 0; x < image.getWidth(); x += 4) {
                blue += (image.getRGB(x, y) & 0xffffff) == 0x0072b2 ? 1 : 0;
            }
        }
        assertTrue(blue > 500, blue + " blue points");
    }

    @Test
    void tooManyCardsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> CardChart.of(List.of(), ""));
        assertThrows(IllegalArgumentException.class, () -> CardChart.of(CATALOGUE.cards(), ""));
    }
}
