package io.xianka.tensor.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Memory of leaves that nobody reads once a program has run, so that results may be written into it.
 *
 * @param leaves by their places among the graph's leaves; those that lie in one memory are together
 */
public record Donation(List<List<Integer>> leaves) {
    /** Nothing is given away. */
    public static final Donation NONE = new Donation(List.of());

    /** Leaves that lie in some memory are found by their storages. */
    public static Donation of(List<Storage> donated, List<Storage> leaves) {
        List<List<Integer>> found = new ArrayList<>();
        for (Storage storage : donated) {
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < leaves.size(); i++) {
                if (leaves.get(i) == storage) {
                    places.add(i);
                }
            }
            // What others have a handle on stays as it is.
            if (!places.isEmpty() && storage.isSole() && !found.contains(places)) {
                found.add(places);
            }
        }
        return found.isEmpty() ? NONE : new Donation(List.copyOf(found));
    }
}
