#!/bin/sh
# Writes the PTX beside this script anew: generate.sh FOLDER-OF-CASES, with nvcc of CUDA 13.0 on the PATH.
# The cases folder holds kernels/NN-name/kernel.cu and defects/NN-name/kernel.cu.
set -eu
cases=$1
here=$(cd "$(dirname "$0")" && pwd)
ptx() { # out architecture source flag...
    out=$1 arch=$2 source=$3
    shift 3
    nvcc -ptx -arch="$arch" -std=c++17 "$@" "$source" -o "$here/$out" 2>/dev/null
    sed -i -e "s|$cases|/cases|; s|$here|/ptx|" "$here/$out"
}
for folder in "$cases"/kernels/* "$cases"/defects/*; do
    ptx "$(basename "$folder").ptx" sm_90 "$folder/kernel.cu" -lineinfo
done
# A template gives code only where something asks for an instance.
instance=$(mktemp --suffix .cu)
{ cat "$cases/kernels/13-cpp-features/kernel.cu"; echo 'template __global__ void apply_curve<float, 4>(const Rgb<float> *, Rgb<float> *, int, int);'; } >"$instance"
ptx 13-cpp-features.ptx sm_90 "$instance"
rm "$instance"
for name in 03-block-sum 05-histogram 15-hash-insert; do
    for arch in sm_75 sm_100; do
        ptx "$name.$arch.ptx" $arch "$cases/kernels/$name/kernel.cu" -lineinfo
    done
done
ptx features.ptx sm_90 "$here/features.cu" -lineinfo
ptx features.sm_100.ptx sm_100 "$here/features.cu"
ptx hopper.ptx sm_90a "$here/hopper.cu"
ptx debug.ptx sm_90 "$here/debug.cu" -G
