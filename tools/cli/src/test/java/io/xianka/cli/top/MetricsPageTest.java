package io.xianka.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.watch.Prometheus;
import java.io.IOException;
import java.net.BindException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsPageTest {

    @Test
    void answersUnderTheNamesOfDcgmExporter() throws IOException {
        String text = Prometheus.text(new FakeSampler(2, List.of()).next(), "node\"1");
        try (MetricsPage page = MetricsPage.open(0, () -> text)) {
            HttpURLConnection connection = get(page, "/metrics");
            assertEquals(200, connection.getResponseCode());
            assertTrue(connection.getContentType().startsWith("text/plain; version=0.0.4"));
            String body = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(
                    body.contains("# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n"
                            + "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-00000000-1111-2222-3333-444444444444\","
                            + "pci_bus_id=\"00000000:1B:00.0\",device=\"nvidia0\",modelName=\"NVIDIA H200\","
                            + "Hostname=\"node\\\"1\",DCGM_FI_DRIVER_VERSION=\"580.65.06\"} 97\n"),
                    body);
            assertTrue(body.contains("DCGM_FI_DEV_FB_USED{gpu=\"1\""), body);
            assertTrue(body.contains("} 81920\n"), body);
            assertTrue(body.contains("# TYPE DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION counter\n"), body);
            assertTrue(body.contains("} 1234500\n"), body);
            // Each line is a comment or a sample as Prometheus' text format has it.
            for (String line : body.split("\n")) {
                assertTrue(
                        line.startsWith("# HELP ")
                                || line.startsWith("# TYPE ")
                                || line.matches("[A-Z_0-9]+\\{(?:\\w+=\"(?:[^\"\\\\]|\\\\.)*\",?)+} [0-9.]+"),
                        line);
            }
            assertEquals(404, get(page, "/").getResponseCode());
            HttpURLConnection post = get(page, "/metrics");
            post.setRequestMethod("POST");
            assertEquals(405, post.getResponseCode());
            assertThrows(BindException.class, () -> MetricsPage.open(page.port(), () -> ""));
        }
    }

    @Test
    void listensOnLoopbackAlone() throws IOException {
        try (MetricsPage page = MetricsPage.open(0, () -> "")) {
            assertTrue(answers(InetAddress.getLoopbackAddress(), page.port()));
            for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
                for (InetAddress address : network.inetAddresses().toList()) {
                    assertTrue(address.isLoopbackAddress() || !answers(address, page.port()), address::toString);
                }
            }
        }
    }

    private static boolean answers(InetAddress address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 5000);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private static HttpURLConnection get(MetricsPage page, String path) throws IOException {
        return (HttpURLConnection)
                URI.create("http://127.0.0.1:" + page.port() + path).toURL().openConnection();
    }
}
