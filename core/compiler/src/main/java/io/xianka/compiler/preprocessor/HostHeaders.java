package io.xianka.compiler.preprocessor;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Headers whose names only host code can use: those of the C and C++ libraries, of systems, and of CUDA's own libraries.
 * Where no folder holds them they read as empty.
 */
final class HostHeaders {
    private static final Set<String> NAMES = words("""
            algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts
            condition_variable coroutine deque exception execution filesystem format forward_list fstream functional
            future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
            memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator
            semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string
            string_view strstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set
            utility valarray variant vector version
            cassert ccomplex cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstdbool
            cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype
            alloca.h arpa/inet.h complex.h conio.h cpuid.h ctype.h direct.h dirent.h dlfcn.h emmintrin.h errno.h
            execinfo.h fcntl.h fenv.h getopt.h immintrin.h io.h libgen.h locale.h malloc.h memory.h mm_malloc.h
            netdb.h netinet/in.h numa.h omp.h poll.h process.h pthread.h pwd.h sched.h semaphore.h setjmp.h signal.h
            stdarg.h stdnoreturn.h string.h strings.h syslog.h termios.h tgmath.h time.h uchar.h unistd.h values.h wchar.h wctype.h
            windows.h Windows.h x86intrin.h xmmintrin.h
            cuda_profiler_api.h cuda_gl_interop.h cuda_egl_interop.h cudaGL.h curand.h driver_functions.h nvml.h
            nvrtc.h mpi.h Python.h jpeglib.h zlib.h gsl/gsl_math.h
            """);

    /** Of CUDA's libraries and samples, and of what many programs use: how their headers' names begin. */
    private static final List<String> BEGINNINGS = List.copyOf(words("""
            cuda/ sys/ linux/ bits/ ext/ cub/ thrust/ cublas cudnn cufft curand_ cusolver cusparse cutensor cudaProfiler
            cuda_d3d nccl npp nvjpeg nvToolsExt nvtx3/ helper_ boost/ glog/ gflags/ gtest/ google/ GL/ GLFW/ EGL/ SDL
            opencv2/ opencv/ png tiff catch2/ fmt/ spdlog/ pybind11/ hdf5 openssl/
            """));

    private HostHeaders() {}

    private static Set<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+")).collect(Collectors.toUnmodifiableSet());
    }

    static boolean has(String name) {
        return NAMES.contains(name) || BEGINNINGS.stream().anyMatch(name::startsWith);
    }
}
