package io.xianka.emulator.texture;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The texture and surface objects of a device by handle. */
public final class ObjectTable {
    private final Map<Long, TextureObject> textures = new ConcurrentHashMap<>();
    private final Map<Long, Texels> surfaces = new ConcurrentHashMap<>();

    public void put(long handle, TextureObject texture) {
        textures.put(handle, texture);
    }

    public void putSurface(long handle, Texels surface) {
        surfaces.put(handle, surface);
    }

    /** Null for a handle that means no texture now. */
    public TextureObject texture(long handle) {
        return textures.get(handle);
    }

    /** Null for a handle that means no surface now. */
    public Texels surface(long handle) {
        return surfaces.get(handle);
    }

    /** @return false when the handle meant no texture */
    public boolean removeTexture(long handle) {
        return textures.remove(handle) != null;
    }

    /** @return false when the handle meant no surface */
    public boolean removeSurface(long handle) {
        return surfaces.remove(handle) != null;
    }
}
