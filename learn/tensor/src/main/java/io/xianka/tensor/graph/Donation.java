package io.xianka.tensor.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Memory of leaves that nobody reads once a program has run, so that results may be written into it. */
public final class Donation {
    /** Nothing is given away. */
    public static final Donation NONE = new Donation(List.of());

    private final List<List<Integer>> leaves;
    /** The same in one row, each behind its count: compared at each step of a training. */
    private final int[] row;

    private Donation(List<List<Integer>> leaves) {
        this.leaves = leaves;
        int[] places = new int[2 * leaves.size()];
        int count = 0;
        for (int i = 0; i < leaves.size(); i++) {
            List<Integer> together = leaves.get(i);
            if (count + together.size() + 1 > places.length) {
                places = Arrays.copyOf(places, 2 * (count + together.size() + 1));
            }
            places[count++] = together.size();
            for (int j = 0; j < together.size(); j++) {
                places[count++] = together.get(j);
            }
        }
        row = Arrays.copyOf(places, count);
    }

    /** Leaves that lie in some memory are found by their storages. */
    public static Donation of(List<Storage> donated, List<Storage> leaves) {
        if (donated.isEmpty()) {
            return NONE;
        }
        Map<Storage, List<Integer>> places = new IdentityHashMap<>(leaves.size());
        for (int i = 0; i < leaves.size(); i++) {
            List<Integer> before = places.putIfAbsent(leaves.get(i), List.of(i));
            if (before != null) {
                List<Integer> more = new ArrayList<>(before);
                more.add(i);
                places.put(leaves.get(i), List.copyOf(more));
            }
        }
        List<List<Integer>> found = new ArrayList<>(donated.size());
        for (int i = 0; i < donated.size(); i++) {
            // What others have a handle on stays as it is.
            if (donated.get(i).isSole()) {
                List<Integer> together = places.remove(donated.get(i));
                if (together != null) {
                    found.add(together);
                }
            }
        }
        return found.isEmpty() ? NONE : new Donation(List.copyOf(found));
    }

    /** {@return the leaves by their places among the graph's; those that lie in one memory are together} */
    public List<List<Integer>> leaves() {
        return leaves;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Donation donation && Arrays.equals(row, donation.row);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(row);
    }

    @Override
    public String toString() {
        return "Donation" + leaves;
    }
}
