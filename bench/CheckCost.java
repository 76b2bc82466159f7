// What checking costs: ./xianka exec bench/CheckCost.java
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
        """;

/** Median milliseconds of the later half of the launches of two and a half seconds. */
double time(Device device, String name, Launch launch, int elements, int n) {
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
        for (long until = System.nanoTime() + 2_500_000_000L; System.nanoTime() < until; ) {
            long start = System.nanoTime();
            kernel.launch(launch, out, in, 0.5f, n);
            device.synchronize();
            all.add(System.nanoTime() - start);
        }
        var last = all.subList(all.size() / 2, all.size());
        Collections.sort(last);
        return last.get(last.size() / 2) / 1e6;
    }
}

double checked(CheckSettings settings, String name, Launch launch, int elements, int n) {
    try (var checked = CheckedDevice.open(settings)) {
        double millis = time(checked.device(), name, launch, elements, n);
        if (!checked.report().isClean()) {
            throw new IllegalStateException(checked.report().text());
        }
        return millis;
    }
}

void row(String name, Launch launch, int elements, int n) {
    double plain;
    try (var device = Device.emulated()) {
        plain = time(device, name, launch, elements, n);
    }
    IO.print(String.format("%-8s plain %6.2f ms", name, plain));
    for (var tool : List.of(CheckTool.MEMCHECK, CheckTool.INITCHECK, CheckTool.RACECHECK)) {
        double millis = checked(CheckSettings.of(tool), name, launch, elements, n);
        IO.print(String.format("  %s %5.2fx", tool.text(), millis / plain));
    }
    IO.println(String.format(
            "  all+hints %5.2fx", checked(CheckSettings.all(), name, launch, elements, n) / plain));
}

void main() {
    row("saxpy", Launch.of(64, 256), 1 << 22, 1 << 22);
    row("sum", Launch.of(64, 256), 1 << 22, 1 << 22);
    row("mm", Launch.of(new Dim3(16, 16, 1), new Dim3(16, 16, 1)), 256 * 256, 256);
    row("softmax", Launch.of(2048, 32), 2048 * 512, 512);
}
