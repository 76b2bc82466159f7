// What the driver itself provides to device code; PTX declares these functions as .extern.

extern "C" __device__ void __assertfail(const char* message, const char* file, unsigned int line, const char* function, size_t char_size);

extern "C" __device__ void* malloc(size_t bytes);

extern "C" __device__ void free(void* p);
