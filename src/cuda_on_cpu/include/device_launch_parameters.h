// Some programs include this header of CUDA directly; its declarations are in cuda_runtime.h.
#pragma once
#pragma GCC system_header
#include "cuda_runtime.h"
