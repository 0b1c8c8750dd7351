// Only the host side of the API. A plain C++ file may include this header.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/api.h"
