package io.xianka.compiler.lowering;

/** The passes over a graph, in order. */
final class Optimisation {
    private Optimisation() {}

    static void run(Graph graph, CodeOptions options) {
        for (int i = 0; i < 3 && Conditionals.run(graph); i++) {
            // Each round may have made larger straight pieces.
        }
        CarriedValues.run(graph);
        Spaces.run(graph);
        SharedAddresses.run(graph);
        Cleanup.removeUnused(graph);
        NearbyAddresses.run(graph);
        Hoisting.run(graph);
        Cleanup.removeUnused(graph);
        Contraction.run(graph, options.contract());
        Vectors.run(graph);
        Cleanup.removeUnused(graph);
    }
}
