/* What a C program pays for the launches that GpuBench measures from Java: the same kernel, the same calls, the same
 * counts. Prints "name value" lines. Build: gcc -O2 -o launch_twin launch_twin.c -ldl */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned long long pointer;

/* multiply_them(float *d, const float *a, const float *b, int n): if (i < n) d[i] = a[i] * b[i]; */
static const char PTX[] =
    ".version 8.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry multiply_them(.param .u64 d, .param .u64 a, .param .u64 b, .param .u32 n) {\n"
    ".reg .pred %p<2>; .reg .f32 %f<4>; .reg .b32 %r<6>; .reg .b64 %rd<11>;\n"
    "ld.param.u64 %rd1, [d]; ld.param.u64 %rd2, [a]; ld.param.u64 %rd3, [b]; ld.param.u32 %r2, [n];\n"
    "mov.u32 %r3, %ntid.x; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %tid.x; mad.lo.s32 %r1, %r4, %r3, %r5;\n"
    "setp.ge.s32 %p1, %r1, %r2; @%p1 bra DONE;\n"
    "cvta.to.global.u64 %rd4, %rd2; cvta.to.global.u64 %rd5, %rd3; cvta.to.global.u64 %rd6, %rd1;\n"
    "mul.wide.s32 %rd7, %r1, 4; add.s64 %rd8, %rd4, %rd7; add.s64 %rd9, %rd5, %rd7; add.s64 %rd10, %rd6, %rd7;\n"
    "ld.global.f32 %f1, [%rd8]; ld.global.f32 %f2, [%rd9]; mul.f32 %f3, %f1, %f2; st.global.f32 [%rd10], %f3;\n"
    "DONE: ret; }\n";

static void *library;

static void *symbol(const char *name) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "launch_twin: libcuda lacks %s\n", name);
        exit(1);
    }
    return found;
}

static void check(int status, const char *call) {
    if (status != 0) {
        fprintf(stderr, "launch_twin: %s: status %d\n", call, status);
        exit(1);
    }
}

static double micros(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    qsort(values, count, sizeof *values, ascending);
    return values[count / 2];
}

enum { ELEMENTS = 400, WARM = 1000, LAUNCHES = 50000, ROUND_TRIPS = 3000, ROUNDS = 7 };

int main(void) {
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) {
        fprintf(stderr, "launch_twin: %s\n", dlerror());
        return 1;
    }
    int (*init)(unsigned) = symbol("cuInit");
    int (*deviceGet)(int *, int) = symbol("cuDeviceGet");
    int (*retain)(void **, int) = symbol("cuDevicePrimaryCtxRetain");
    int (*setCurrent)(void *) = symbol("cuCtxSetCurrent");
    int (*load)(void **, const void *, unsigned, int *, void **) = symbol("cuModuleLoadDataEx");
    int (*getFunction)(void **, void *, const char *) = symbol("cuModuleGetFunction");
    int (*allocate)(pointer *, size_t) = symbol("cuMemAlloc_v2");
    int (*toDevice)(pointer, const void *, size_t) = symbol("cuMemcpyHtoD_v2");
    int (*toHost)(void *, pointer, size_t) = symbol("cuMemcpyDtoH_v2");
    int (*synchronize)(void *) = symbol("cuStreamSynchronize");
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                  void **) = symbol("cuLaunchKernel");

    int device;
    void *context, *module, *function;
    check(init(0), "cuInit");
    check(deviceGet(&device, 0), "cuDeviceGet");
    check(retain(&context, device), "cuDevicePrimaryCtxRetain");
    check(setCurrent(context), "cuCtxSetCurrent");
    check(load(&module, PTX, 0, NULL, NULL), "cuModuleLoadDataEx");
    check(getFunction(&function, module, "multiply_them"), "cuModuleGetFunction");
    pointer d, a, b;
    check(allocate(&d, 4 * ELEMENTS), "cuMemAlloc");
    check(allocate(&a, 4 * ELEMENTS), "cuMemAlloc");
    check(allocate(&b, 4 * ELEMENTS), "cuMemAlloc");
    float hostA[ELEMENTS], hostB[ELEMENTS], hostD[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++) {
        hostA[i] = i * 0.5f;
        hostB[i] = i * 0.25f;
    }
    check(toDevice(a, hostA, sizeof hostA), "cuMemcpyHtoD");
    check(toDevice(b, hostB, sizeof hostB), "cuMemcpyHtoD");
    int n = ELEMENTS;
    void *parameters[] = {&d, &a, &b, &n};

    double enqueue[ROUNDS], total[ROUNDS], roundTrip[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < WARM; i++) {
            check(launch(function, 1, 1, 1, ELEMENTS, 1, 1, 0, NULL, parameters, NULL), "cuLaunchKernel");
        }
        check(synchronize(NULL), "cuStreamSynchronize");
        double start = micros();
        for (int i = 0; i < LAUNCHES; i++) {
            check(launch(function, 1, 1, 1, ELEMENTS, 1, 1, 0, NULL, parameters, NULL), "cuLaunchKernel");
        }
        enqueue[round] = (micros() - start) / LAUNCHES;
        check(synchronize(NULL), "cuStreamSynchronize");
        total[round] = (micros() - start) / LAUNCHES;
    }
    for (int round = 0; round < ROUNDS; round++) {
        double start = micros();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            check(toDevice(a, hostA, sizeof hostA), "cuMemcpyHtoD");
            check(toDevice(b, hostB, sizeof hostB), "cuMemcpyHtoD");
            check(launch(function, 1, 1, 1, ELEMENTS, 1, 1, 0, NULL, parameters, NULL), "cuLaunchKernel");
            check(toHost(hostD, d, sizeof hostD), "cuMemcpyDtoH");
        }
        roundTrip[round] = (micros() - start) / ROUND_TRIPS;
    }
    for (int i = 0; i < ELEMENTS; i++) {
        if (hostD[i] != hostA[i] * hostB[i]) {
            fprintf(stderr, "launch_twin: element %d is %g, expected %g\n", i, hostD[i], hostA[i] * hostB[i]);
            return 1;
        }
    }
    printf("c.enqueue.us %.4f\n", median(enqueue, ROUNDS));
    printf("c.launch.us %.4f\n", median(total, ROUNDS));
    printf("c.roundtrip.us %.4f\n", median(roundTrip, ROUNDS));
    return 0;
}
