// Only the vector types. A plain C++ file may include this header.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/vector_types.h"
