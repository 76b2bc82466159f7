package io.xianka.compiler.cache;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;

/** Gathers everything that a result depends on into a SHA-256 hash. Parts keep their bounds: "ab","c" is not "a","bc". */
public final class CacheKey {
    private final MessageDigest digest;

    /** Starts a key of one kind of result. */
    public CacheKey(String kind) {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        add(kind);
    }

    public CacheKey add(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        add(bytes.length);
        digest.update(bytes);
        return this;
    }

    public CacheKey add(int number) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            digest.update((byte) (number >>> shift));
        }
        return this;
    }

    public CacheKey addAll(Collection<String> parts) {
        add(parts.size());
        parts.forEach(this::add);
        return this;
    }

    /** The hash in hexadecimal; the key takes no more parts. */
    public String hash() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
