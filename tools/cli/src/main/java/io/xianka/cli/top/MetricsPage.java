package io.xianka.cli.top;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Answers {@code GET /metrics} on this machine's loopback address alone. */
public final class MetricsPage implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(
            2, work -> Thread.ofPlatform().daemon().name("xianka-metrics").unstarted(work));

    private MetricsPage(HttpServer server) {
        this.server = server;
    }

    /**
     * Opens the page.
     *
     * @param port to listen on; 0 takes a free one
     * @param text what the page holds, asked for at each request
     * @throws IOException when the port is taken
     */
    public static MetricsPage open(int port, Supplier<String> text) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        MetricsPage page = new MetricsPage(server);
        server.setExecutor(page.threads);
        server.createContext("/", exchange -> answer(exchange, text));
        server.start();
        return page;
    }

    /** The port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Supplier<String> text) throws IOException {
        try (exchange) {
            boolean reads = exchange.getRequestMethod().equals("GET");
            boolean metrics = exchange.getRequestURI().getPath().equals("/metrics");
            byte[] body = (reads && metrics ? text.get() : "GET /metrics\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(reads && metrics ? 200 : reads ? 404 : 405, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
