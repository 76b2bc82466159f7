package io.xianka.emulator;

import io.xianka.driver.api.CudaStatus;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The objects behind handles. Numbers are never given out twice, so a stale handle is known for what it is. */
final class Handles {
    private final Map<Long, Object> objects = new ConcurrentHashMap<>();
    private final AtomicLong next = new AtomicLong(1);

    long reserve() {
        return next.getAndIncrement();
    }

    long put(Object object) {
        long handle = reserve();
        objects.put(handle, object);
        return handle;
    }

    void put(long handle, Object object) {
        objects.put(handle, object);
    }

    <T> T get(Class<T> type, long handle, String call) {
        Object object = objects.get(handle);
        if (!type.isInstance(object)) {
            throw refuse(type, handle, call);
        }
        return type.cast(object);
    }

    <T> T remove(Class<T> type, long handle, String call) {
        T object = get(type, handle, call);
        if (!objects.remove(handle, object)) {
            throw refuse(type, handle, call);
        }
        return object;
    }

    private static RuntimeException refuse(Class<?> type, long handle, String call) {
        return Statuses.with(
                CudaStatus.CUDA_ERROR_INVALID_HANDLE,
                handle + " is no "
                        + type.getSimpleName()
                                .replace("Emulated", "")
                                .replace("Loaded", "")
                                .toLowerCase(java.util.Locale.ROOT)
                        + " now; it was destroyed, or never was one",
                call,
                handle);
    }
}
