package io.xianka.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;

/** How the command prints JSON. */
final class Json {
    private Json() {}

    static void print(PrintWriter out, JsonNode node) {
        out.println(node.toPrettyString());
    }

    /** JSON has no NaN and no infinities: they are null. */
    static void put(ObjectNode node, String key, double value) {
        if (Double.isFinite(value)) {
            node.put(key, value);
        } else {
            node.putNull(key);
        }
    }
}
