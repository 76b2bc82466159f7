// What checking costs: ./xianka exec bench/CheckCost.java [saxpy sum mm softmax reduce histogram stencil]
// On a machine that does other work: -Dcpu=true, which takes the processor time of a launch, shared by those that work on it.
import module java.base;

import io.xianka.driver.*;
import io.xianka.emulator.check.*;

static final String SOURCE = """
        extern "C" __global__ void saxpy(float *y, const float *x, float a, int n)
        {
            for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
                y[i] = a * x[i] + y[i];
        }
        extern "C" __global__ void sum(float *y, const float *x, float a, int n)
        {
            __shared__ float s[256];
            float v = 0;
            for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
                v += x[i];
            s[threadIdx.x] = v;
            __syncthreads();
            for (int half = 128; half > 0; half /= 2) {
                if (threadIdx.x < half)
                    s[threadIdx.x] += s[threadIdx.x + half];
                __syncthreads();
            }
            if (threadIdx.x == 0)
                y[blockIdx.x] = s[0] * a;
        }
        extern "C" __global__ void mm(float *c, const float *ab, float a, int n)
        {
            __shared__ float A[16][16], B[16][16];
            int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
            float s = 0;
            for (int k = 0; k < n; k += 16) {
                A[threadIdx.y][threadIdx.x] = ab[row * n + k + threadIdx.x];
                B[threadIdx.y][threadIdx.x] = ab[(k + threadIdx.y) * n + column];
                __syncthreads();
                for (int i = 0; i < 16; i++)
                    s += A[threadIdx.y][i] * B[i][threadIdx.x];
                __syncthreads();
            }
            c[row * n + column] = s * a;
        }
        extern "C" __global__ void softmax(float *y, const float *x, float a, int n)
        {
            const float *row = x + blockIdx.x * n;
            float most = -1e30f, s = 0;
            for (int i = threadIdx.x; i < n; i += 32)
                most = fmaxf(most, row[i]);
            for (int o = 16; o > 0; o /= 2)
                most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
            for (int i = threadIdx.x; i < n; i += 32)
                s += __expf(row[i] - most);
            for (int o = 16; o > 0; o /= 2)
                s += __shfl_xor_sync(~0u, s, o);
            for (int i = threadIdx.x; i < n; i += 32)
                y[blockIdx.x * n + i] = __expf(row[i] - most) / s * a;
        }
        extern "C" __global__ void reduce(float *y, const float *x, float a, int n)
        {
            __shared__ float part[32];
            float v = 0;
            for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
                v += x[i];
            for (int o = 16; o > 0; o /= 2)
                v += __shfl_down_sync(~0u, v, o);
            if (threadIdx.x % 32 == 0)
                part[threadIdx.x / 32] = v;
            __syncthreads();
            if (threadIdx.x < 32) {
                v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
                for (int o = 16; o > 0; o /= 2)
                    v += __shfl_down_sync(~0u, v, o);
                if (threadIdx.x == 0)
                    atomicAdd(y, v * a);
            }
        }
        extern "C" __global__ void histogram(int *y, const float *x, float a, int n)
        {
            __shared__ int bins[64];
            if (threadIdx.x < 64)
                bins[threadIdx.x] = 0;
            __syncthreads();
            for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
                atomicAdd(&bins[(int)(x[i] * 4) & 63], 1);
            __syncthreads();
            if (threadIdx.x < 64)
                atomicAdd(&y[threadIdx.x], bins[threadIdx.x]);
        }
        extern "C" __global__ void stencil(float *y, const float *x, float a, int n)
        {
            int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
            if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1)
                return;
            const float *p = x + j * n + i;
            y[j * n + i] = a * (p[-1] + p[1] + p[-n] + p[n]) + (1 - 4 * a) * p[0];
        }
        """;

static final boolean IS_CPU = Boolean.getBoolean("cpu");
static final int WORKERS = Runtime.getRuntime().availableProcessors();

/** Processor time of all threads, in nanoseconds. */
static long cpuNanos() {
    var system = java.lang.management.ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime();
}

/** Milliseconds of a launch: the median of those after five seconds of work. */
double time(Device device, String name, Launch launch, int elements, int n, int workers) {
    var x = new float[elements];
    for (int i = 0; i < elements; i++) {
        x[i] = i % 17 * 0.25f;
    }
    try (var in = device.allocate(4L * elements);
            var out = device.allocate(4L * elements)) {
        in.copyFrom(x);
        out.copyFrom(x);
        var kernel = device.compile(SOURCE).kernel(name);
        var all = new ArrayList<Long>();
        long warm = cpuNanos() + 5_000_000_000L;
        long cpuBegin = 0;
        while (cpuBegin == 0 || all.size() < 5 || cpuNanos() < cpuBegin + 1_000_000_000L) {
            if (cpuBegin == 0 && cpuNanos() > warm) {
                cpuBegin = cpuNanos();
                all.clear();
            }
            long start = System.nanoTime();
            kernel.launch(launch, out, in, 0.5f, n);
            device.synchronize();
            all.add(System.nanoTime() - start);
        }
        if (IS_CPU) {
            return (cpuNanos() - cpuBegin) / 1e6 / all.size() / workers;
        }
        Collections.sort(all);
        return all.get(all.size() / 2) / 1e6;
    }
}

double checked(CheckSettings settings, String name, Launch launch, int elements, int n) {
    try (var checked = CheckedDevice.open(settings)) {
        double millis = time(checked.device(), name, launch, elements, n, WORKERS);
        if (!checked.report().isClean()) {
            throw new IllegalStateException(checked.report().text());
        }
        return millis;
    }
}

void row(String name, Launch launch, int elements, int n) {
    double plain;
    try (var device = Device.emulated()) {
        plain = time(device, name, launch, elements, n, WORKERS);
    }
    IO.print(String.format("%-9s plain %6.2f ms", name, plain));
    for (var tool : List.of(CheckTool.MEMCHECK, CheckTool.INITCHECK, CheckTool.RACECHECK)) {
        double millis = checked(CheckSettings.of(tool), name, launch, elements, n);
        IO.print(String.format("  %s %5.2fx", tool.text(), millis / plain));
    }
    IO.println(String.format(
            "  all+hints %5.2fx", checked(CheckSettings.all(), name, launch, elements, n) / plain));
}

void main(String[] names) {
    var line = Launch.of(64, 256);
    var tiles = Launch.of(new Dim3(16, 16, 1), new Dim3(16, 16, 1));
    var plane = Launch.of(new Dim3(32, 128, 1), new Dim3(32, 8, 1));
    var chosen = names.length > 0
            ? List.of(names)
            : List.of("saxpy", "sum", "mm", "softmax", "reduce", "histogram", "stencil");
    for (String name : chosen) {
        switch (name) {
            case "saxpy", "sum", "reduce" -> row(name, line, 1 << 22, 1 << 22);
            case "mm" -> row(name, tiles, 256 * 256, 256);
            case "softmax" -> row(name, Launch.of(2048, 32), 2048 * 512, 512);
            case "histogram" -> row(name, line, 1 << 20, 1 << 20);
            case "stencil" -> row(name, plane, 1 << 20, 1024);
            default -> throw new IllegalArgumentException("no program of this name: " + name);
        }
    }
}
