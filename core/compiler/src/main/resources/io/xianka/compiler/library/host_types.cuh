// Types of the CUDA runtime's host functions, which classes that reach a kernel may hold, and of C's library.

typedef struct CUstream_st* cudaStream_t;

typedef struct CUevent_st* cudaEvent_t;

typedef struct CUstream_st* CUstream;

typedef struct CUevent_st* CUevent;

typedef struct CUgraph_st* cudaGraph_t;

typedef struct CUgraphExec_st* cudaGraphExec_t;

typedef struct cudaArray* cudaArray_t;

typedef struct cudaMipmappedArray* cudaMipmappedArray_t;

typedef unsigned long long CUdeviceptr;

typedef struct _IO_FILE FILE;

typedef long time_t;

typedef int pid_t;

typedef long ssize_t;

typedef long off_t;

typedef int cudaError_t;

typedef int cudaMemcpyKind;
