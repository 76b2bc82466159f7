#pragma once
// The declarations behind this header are found on demand in the device library; here are only its macros.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
