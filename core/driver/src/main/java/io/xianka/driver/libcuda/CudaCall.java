package io.xianka.driver.libcuda;

/**
 * The functions of libcuda that are called: symbol, first CUDA version of that form, and C parameters, from cuda.h.
 * Where a call has several forms this is the one for 64-bit sizes, or the oldest whose parameters suffice.
 */
enum CudaCall {
    INIT("cuInit", 2000, "unsigned int flags"),
    DRIVER_GET_VERSION("cuDriverGetVersion", 2020, "int *driverVersion"),
    DEVICE_GET_COUNT("cuDeviceGetCount", 2000, "int *count"),
    DEVICE_GET("cuDeviceGet", 2000, "CUdevice *device, int ordinal"),
    DEVICE_GET_NAME("cuDeviceGetName", 2000, "char *name, int len, CUdevice dev"),
    DEVICE_GET_ATTRIBUTE("cuDeviceGetAttribute", 2000, "int *pi, CUdevice_attribute attrib, CUdevice dev"),
    DEVICE_TOTAL_MEM("cuDeviceTotalMem_v2", 3020, "size_t *bytes, CUdevice dev"),
    DEVICE_GET_UUID("cuDeviceGetUuid", 9020, "CUuuid *uuid, CUdevice dev"),
    DEVICE_GET_PCI_BUS_ID("cuDeviceGetPCIBusId", 4010, "char *pciBusId, int len, CUdevice dev"),
    DEVICE_CAN_ACCESS_PEER("cuDeviceCanAccessPeer", 4000, "int *canAccessPeer, CUdevice dev, CUdevice peerDev"),
    DEVICE_PRIMARY_CTX_RETAIN("cuDevicePrimaryCtxRetain", 7000, "CUcontext *pctx, CUdevice dev"),
    DEVICE_PRIMARY_CTX_RELEASE("cuDevicePrimaryCtxRelease_v2", 11000, "CUdevice dev"),
    CTX_SET_CURRENT("cuCtxSetCurrent", 4000, "CUcontext ctx"),
    CTX_SYNCHRONIZE("cuCtxSynchronize", 2000, "void"),
    CTX_GET_STREAM_PRIORITY_RANGE("cuCtxGetStreamPriorityRange", 5050, "int *leastPriority, int *greatestPriority"),
    CTX_ENABLE_PEER_ACCESS("cuCtxEnablePeerAccess", 4000, "CUcontext peerContext, unsigned int flags"),
    CTX_DISABLE_PEER_ACCESS("cuCtxDisablePeerAccess", 4000, "CUcontext peerContext"),
    MEM_GET_INFO("cuMemGetInfo_v2", 3020, "size_t *free, size_t *total"),
    MEM_ALLOC("cuMemAlloc_v2", 3020, "CUdeviceptr *dptr, size_t bytesize"),
    MEM_FREE("cuMemFree_v2", 3020, "CUdeviceptr dptr"),
    MEM_ALLOC_ASYNC("cuMemAllocAsync", 11020, "CUdeviceptr *dptr, size_t bytesize, CUstream hStream"),
    MEM_FREE_ASYNC("cuMemFreeAsync", 11020, "CUdeviceptr dptr, CUstream hStream"),
    DEVICE_GET_DEFAULT_MEM_POOL("cuDeviceGetDefaultMemPool", 11020, "CUmemoryPool *pool_out, CUdevice dev"),
    MEM_POOL_GET_ATTRIBUTE("cuMemPoolGetAttribute", 11020, "CUmemoryPool pool, CUmemPool_attribute attr, void *value"),
    MEM_POOL_SET_ATTRIBUTE("cuMemPoolSetAttribute", 11020, "CUmemoryPool pool, CUmemPool_attribute attr, void *value"),
    MEM_POOL_TRIM_TO("cuMemPoolTrimTo", 11020, "CUmemoryPool pool, size_t minBytesToKeep"),
    MEM_HOST_ALLOC("cuMemHostAlloc", 2020, "void **pp, size_t bytesize, unsigned int flags"),
    MEM_FREE_HOST("cuMemFreeHost", 2000, "void *p"),
    MEM_HOST_GET_DEVICE_POINTER(
            "cuMemHostGetDevicePointer_v2", 3020, "CUdeviceptr *pdptr, void *p, unsigned int flags"),
    MEM_HOST_REGISTER("cuMemHostRegister_v2", 6050, "void *p, size_t bytesize, unsigned int flags"),
    MEM_HOST_UNREGISTER("cuMemHostUnregister", 4000, "void *p"),
    MEM_ALLOC_MANAGED("cuMemAllocManaged", 6000, "CUdeviceptr *dptr, size_t bytesize, unsigned int flags"),
    MEM_PREFETCH_ASYNC(
            "cuMemPrefetchAsync", 8000, "CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream"),
    MEM_ADVISE("cuMemAdvise", 8000, "CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device"),
    MEMCPY_HTOD("cuMemcpyHtoD_v2", 3020, "CUdeviceptr dstDevice, const void *srcHost, size_t byteCount"),
    MEMCPY_DTOH("cuMemcpyDtoH_v2", 3020, "void *dstHost, CUdeviceptr srcDevice, size_t byteCount"),
    MEMCPY_HTOD_ASYNC(
            "cuMemcpyHtoDAsync_v2",
            3020,
            "CUdeviceptr dstDevice, const void *srcHost, size_t byteCount, CUstream hStream"),
    MEMCPY_DTOH_ASYNC(
            "cuMemcpyDtoHAsync_v2", 3020, "void *dstHost, CUdeviceptr srcDevice, size_t byteCount, CUstream hStream"),
    MEMCPY_DTOD_ASYNC(
            "cuMemcpyDtoDAsync_v2",
            3020,
            "CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t byteCount, CUstream hStream"),
    MEMCPY_PEER_ASYNC(
            "cuMemcpyPeerAsync",
            4000,
            "CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t byteCount, CUstream hStream"),
    MEMSET_D8_ASYNC("cuMemsetD8Async", 3020, "CUdeviceptr dstDevice, unsigned char uc, size_t n, CUstream hStream"),
    MEMSET_D16_ASYNC("cuMemsetD16Async", 3020, "CUdeviceptr dstDevice, unsigned short us, size_t n, CUstream hStream"),
    MEMSET_D32_ASYNC("cuMemsetD32Async", 3020, "CUdeviceptr dstDevice, unsigned int ui, size_t n, CUstream hStream"),
    ARRAY_3D_CREATE("cuArray3DCreate_v2", 3020, "CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray"),
    ARRAY_DESTROY("cuArrayDestroy", 2000, "CUarray hArray"),
    MEMCPY_3D_ASYNC("cuMemcpy3DAsync_v2", 3020, "const CUDA_MEMCPY3D *pCopy, CUstream hStream"),
    TEX_OBJECT_CREATE(
            "cuTexObjectCreate",
            5000,
            "CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc, const CUDA_TEXTURE_DESC *pTexDesc, const CUDA_RESOURCE_VIEW_DESC *pResViewDesc"),
    TEX_OBJECT_DESTROY("cuTexObjectDestroy", 5000, "CUtexObject texObject"),
    SURF_OBJECT_CREATE("cuSurfObjectCreate", 5000, "CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc"),
    SURF_OBJECT_DESTROY("cuSurfObjectDestroy", 5000, "CUsurfObject surfObject"),
    STREAM_CREATE_WITH_PRIORITY(
            "cuStreamCreateWithPriority", 5050, "CUstream *phStream, unsigned int flags, int priority"),
    STREAM_DESTROY("cuStreamDestroy_v2", 4000, "CUstream hStream"),
    STREAM_SYNCHRONIZE("cuStreamSynchronize", 2000, "CUstream hStream"),
    STREAM_QUERY("cuStreamQuery", 2000, "CUstream hStream"),
    STREAM_WAIT_EVENT("cuStreamWaitEvent", 3020, "CUstream hStream, CUevent hEvent, unsigned int flags"),
    LAUNCH_HOST_FUNC("cuLaunchHostFunc", 10000, "CUstream hStream, CUhostFn fn, void *userData"),
    EVENT_CREATE("cuEventCreate", 2000, "CUevent *phEvent, unsigned int flags"),
    EVENT_RECORD("cuEventRecord", 2000, "CUevent hEvent, CUstream hStream"),
    EVENT_SYNCHRONIZE("cuEventSynchronize", 2000, "CUevent hEvent"),
    EVENT_QUERY("cuEventQuery", 2000, "CUevent hEvent"),
    EVENT_ELAPSED_TIME("cuEventElapsedTime", 2000, "float *pMilliseconds, CUevent hStart, CUevent hEnd"),
    EVENT_DESTROY("cuEventDestroy_v2", 4000, "CUevent hEvent"),
    STREAM_BEGIN_CAPTURE("cuStreamBeginCapture_v2", 10010, "CUstream hStream, CUstreamCaptureMode mode"),
    STREAM_END_CAPTURE("cuStreamEndCapture", 10000, "CUstream hStream, CUgraph *phGraph"),
    STREAM_IS_CAPTURING("cuStreamIsCapturing", 10000, "CUstream hStream, CUstreamCaptureStatus *captureStatus"),
    GRAPH_GET_NODES("cuGraphGetNodes", 10000, "CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes"),
    GRAPH_NODE_GET_TYPE("cuGraphNodeGetType", 10000, "CUgraphNode hNode, CUgraphNodeType *type"),
    GRAPH_KERNEL_NODE_GET_PARAMS(
            "cuGraphKernelNodeGetParams", 10000, "CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams"),
    GRAPH_INSTANTIATE_WITH_FLAGS(
            "cuGraphInstantiateWithFlags", 11040, "CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags"),
    GRAPH_EXEC_UPDATE(
            "cuGraphExecUpdate",
            10020,
            "CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode *hErrorNode_out, CUgraphExecUpdateResult *updateResult_out"),
    GRAPH_EXEC_KERNEL_NODE_SET_PARAMS(
            "cuGraphExecKernelNodeSetParams",
            10010,
            "CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams"),
    GRAPH_LAUNCH("cuGraphLaunch", 10000, "CUgraphExec hGraphExec, CUstream hStream"),
    GRAPH_DESTROY("cuGraphDestroy", 10000, "CUgraph hGraph"),
    GRAPH_EXEC_DESTROY("cuGraphExecDestroy", 10000, "CUgraphExec hGraphExec"),
    MODULE_LOAD_DATA_EX(
            "cuModuleLoadDataEx",
            2010,
            "CUmodule *module, const void *image, unsigned int numOptions, CUjit_option *options, void **optionValues"),
    MODULE_UNLOAD("cuModuleUnload", 2000, "CUmodule hmod"),
    MODULE_GET_FUNCTION("cuModuleGetFunction", 2000, "CUfunction *hfunc, CUmodule hmod, const char *name"),
    MODULE_GET_FUNCTION_COUNT("cuModuleGetFunctionCount", 12040, "unsigned int *count, CUmodule mod"),
    MODULE_ENUMERATE_FUNCTIONS(
            "cuModuleEnumerateFunctions", 12040, "CUfunction *functions, unsigned int numFunctions, CUmodule mod"),
    FUNC_GET_NAME("cuFuncGetName", 12030, "const char **name, CUfunction hfunc"),
    MODULE_GET_GLOBAL(
            "cuModuleGetGlobal_v2", 3020, "CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name"),
    FUNC_GET_ATTRIBUTE("cuFuncGetAttribute", 2020, "int *pi, CUfunction_attribute attrib, CUfunction hfunc"),
    FUNC_SET_ATTRIBUTE("cuFuncSetAttribute", 9000, "CUfunction hfunc, CUfunction_attribute attrib, int value"),
    FUNC_GET_PARAM_INFO(
            "cuFuncGetParamInfo", 12040, "CUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize"),
    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            6050,
            "int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize"),
    OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE(
            "cuOccupancyMaxPotentialBlockSize",
            6050,
            "int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit"),
    LAUNCH_KERNEL(
            "cuLaunchKernel",
            4000,
            "CUfunction f, unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, CUstream hStream, void **kernelParams, void **extra"),
    LAUNCH_COOPERATIVE_KERNEL(
            "cuLaunchCooperativeKernel",
            9000,
            "CUfunction f, unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, CUstream hStream, void **kernelParams"),
    LAUNCH_KERNEL_EX(
            "cuLaunchKernelEx", 11080, "const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra");

    private final String symbol;
    private final int sinceVersion;
    private final String parameters;

    CudaCall(String symbol, int sinceVersion, String parameters) {
        this.symbol = symbol;
        this.sinceVersion = sinceVersion;
        this.parameters = parameters;
    }

    /** What the library exports. */
    String symbol() {
        return symbol;
    }

    /** What users know it as: without a version. */
    String callName() {
        int version = symbol.lastIndexOf("_v");
        return version < 0 ? symbol : symbol.substring(0, version);
    }

    /** 1000 * major + 10 * minor of the first CUDA with this form. */
    int sinceVersion() {
        return sinceVersion;
    }

    /** The C declaration. */
    String declaration() {
        return "CUresult " + symbol + "(" + parameters + ")";
    }
}
