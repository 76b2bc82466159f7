// Thread block clusters: where a block is in its cluster, and the shared memory of its neighbours.

__device__ __forceinline__ dim3 __clusterDim() {
    dim3 r;
    asm("mov.u32 %0, %%cluster_nctaid.x;\n\tmov.u32 %1, %%cluster_nctaid.y;\n\tmov.u32 %2, %%cluster_nctaid.z;" : "=r"(r.x), "=r"(r.y), "=r"(r.z));
    return r;
}

__device__ __forceinline__ dim3 __clusterRelativeBlockIdx() {
    dim3 r;
    asm("mov.u32 %0, %%cluster_ctaid.x;\n\tmov.u32 %1, %%cluster_ctaid.y;\n\tmov.u32 %2, %%cluster_ctaid.z;" : "=r"(r.x), "=r"(r.y), "=r"(r.z));
    return r;
}

__device__ __forceinline__ dim3 __clusterIdx() {
    dim3 r;
    asm("mov.u32 %0, %%clusterid.x;\n\tmov.u32 %1, %%clusterid.y;\n\tmov.u32 %2, %%clusterid.z;" : "=r"(r.x), "=r"(r.y), "=r"(r.z));
    return r;
}

__device__ __forceinline__ dim3 __clusterGridDimInClusters() {
    dim3 r;
    asm("mov.u32 %0, %%nclusterid.x;\n\tmov.u32 %1, %%nclusterid.y;\n\tmov.u32 %2, %%nclusterid.z;" : "=r"(r.x), "=r"(r.y), "=r"(r.z));
    return r;
}

__device__ __forceinline__ unsigned int __clusterRelativeBlockRank() {
    unsigned int r;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
    return r;
}

__device__ __forceinline__ unsigned int __clusterSizeInBlocks() {
    unsigned int r;
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(r));
    return r;
}

__device__ __forceinline__ unsigned int __clusterDimIsSpecified() {
    unsigned int r;
    asm("{\n\t.reg .pred p;\n\tmov.pred p, %%is_explicit_cluster;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(r));
    return r;
}

__device__ __forceinline__ void* __cluster_map_shared_rank(const void* address, unsigned int rank) {
    void* r;
    asm("mapa.u64 %0, %1, %2;" : "=l"(r) : "l"(address), "r"(rank));
    return r;
}

__device__ __forceinline__ unsigned int __cluster_query_shared_rank(const void* address) {
    unsigned int r;
    asm("getctarank.u64 %0, %1;" : "=r"(r) : "l"(address));
    return r;
}
