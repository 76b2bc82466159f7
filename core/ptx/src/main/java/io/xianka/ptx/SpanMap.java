package io.xianka.ptx;

import java.util.Arrays;

/**
 * Names of a text and what they mean, found by their characters without making a string. The last entry of a name hides
 * earlier ones, and entries leave in the reverse order of their coming, as scopes do.
 */
final class SpanMap<V> {
    private int[] buckets;
    private String[] names;
    private int[] hashes;
    private int[] nexts;
    private Object[] values;
    private int[] depths;
    private int size;

    SpanMap(int expected) {
        int capacity = Integer.highestOneBit(Math.max(8, expected) - 1) << 1;
        buckets = new int[capacity];
        Arrays.fill(buckets, -1);
        names = new String[capacity];
        hashes = new int[capacity];
        nexts = new int[capacity];
        values = new Object[capacity];
        depths = new int[capacity];
    }

    private static int spread(int hash) {
        return hash ^ (hash >>> 15) ^ (hash >>> 7);
    }

    /** The entry of the name in {@code source[start, end)}, whose {@link String#hashCode} is given; -1 if absent. */
    int find(char[] source, int start, int end, int hash) {
        return find(source, start, end, hash, buckets[spread(hash) & (buckets.length - 1)]);
    }

    /** The entry that the given one of the same name hides; -1 if there is none. */
    int hidden(char[] source, int start, int end, int hash, int entry) {
        return find(source, start, end, hash, nexts[entry]);
    }

    private int find(char[] source, int start, int end, int hash, int first) {
        int entry = first;
        while (entry >= 0) {
            if (hashes[entry] == hash && OperationTable.matches(names[entry], source, start, end)) {
                return entry;
            }
            entry = nexts[entry];
        }
        return -1;
    }

    @SuppressWarnings("unchecked") // only put(V) writes values
    V value(int entry) {
        return (V) values[entry];
    }

    /** The depth of the scope that declared the entry. */
    int depth(int entry) {
        return depths[entry];
    }

    /** Null if absent. */
    V get(char[] source, int start, int end, int hash) {
        int entry = find(source, start, end, hash);
        return entry < 0 ? null : value(entry);
    }

    void put(String name, V value, int depth) {
        if (size == names.length) {
            grow();
        }
        int hash = name.hashCode();
        int bucket = spread(hash) & (buckets.length - 1);
        names[size] = name;
        hashes[size] = hash;
        values[size] = value;
        depths[size] = depth;
        nexts[size] = buckets[bucket];
        buckets[bucket] = size;
        size++;
    }

    private void grow() {
        int capacity = names.length * 2;
        names = Arrays.copyOf(names, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        nexts = Arrays.copyOf(nexts, capacity);
        values = Arrays.copyOf(values, capacity);
        depths = Arrays.copyOf(depths, capacity);
        buckets = new int[capacity];
        Arrays.fill(buckets, -1);
        for (int entry = 0; entry < size; entry++) {
            int bucket = spread(hashes[entry]) & (capacity - 1);
            nexts[entry] = buckets[bucket];
            buckets[bucket] = entry;
        }
    }

    int size() {
        return size;
    }

    /** Forgets the entries that came after the map had this size. */
    void truncate(int newSize) {
        while (size > newSize) {
            size--;
            buckets[spread(hashes[size]) & (buckets.length - 1)] = nexts[size];
            names[size] = null;
            values[size] = null;
        }
    }
}
