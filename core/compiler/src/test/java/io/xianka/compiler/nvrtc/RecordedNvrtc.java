package io.xianka.compiler.nvrtc;

import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.Nvrtc;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An NVRTC that records what it is asked and answers what it was told to. */
public final class RecordedNvrtc implements Nvrtc {
    public String origin = "/opt/nowhere/lib/libnvrtc.so.13";
    public Result result = new Result(Optional.of(new DeviceImage.Ptx("ptx")), "", Map.of());
    public int calls;
    List<String> options = List.of();
    List<String> expressions = List.of();
    Map<String, String> headers = Map.of();

    @Override
    public String origin() {
        return origin;
    }

    @Override
    public String version() {
        return "13.0";
    }

    @Override
    public List<Integer> supportedArchitectures() {
        return List.of(75, 80, 90, 100);
    }

    @Override
    public Result compile(
            String source,
            String name,
            Map<String, String> givenHeaders,
            List<String> givenOptions,
            List<String> nameExpressions) {
        calls++;
        headers = givenHeaders;
        options = givenOptions;
        expressions = nameExpressions;
        return result;
    }
}
