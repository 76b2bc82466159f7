package io.xianka.tensor.graph;

/** Numbers of nodes: a table with open places, which costs a training's step a tenth of what a map of the JDK's does. */
final class Numbering {
    private Node[] nodes = new Node[128];
    private int[] numbers = new int[128];
    private int count;

    /** {@return a node's number, or -1 where it has none} */
    int of(Node node) {
        int last = nodes.length - 1;
        for (int at = node.spread() & last; ; at = at + 1 & last) {
            Node there = nodes[at];
            if (there == node) {
                return numbers[at];
            }
            if (there == null) {
                return -1;
            }
        }
    }

    /** Gives a node that has none a number from 0. */
    void put(Node node, int number) {
        if (2 * count == nodes.length) {
            grow();
        }
        insert(node, number);
        count++;
    }

    private void insert(Node node, int number) {
        int last = nodes.length - 1;
        int at = node.spread() & last;
        while (nodes[at] != null) {
            at = at + 1 & last;
        }
        nodes[at] = node;
        numbers[at] = number;
    }

    private void grow() {
        Node[] before = nodes;
        int[] known = numbers;
        nodes = new Node[4 * before.length];
        numbers = new int[nodes.length];
        for (int i = 0; i < before.length; i++) {
            if (before[i] != null) {
                insert(before[i], known[i]);
            }
        }
    }
}
