// Some programs include this header of CUDA by name; everything is in cuda_runtime.h.
#pragma once
#pragma GCC system_header
#include "cuda_runtime.h"
