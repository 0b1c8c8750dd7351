// The vector types alone, which a plain C++ file may include.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/vector_types.h"
