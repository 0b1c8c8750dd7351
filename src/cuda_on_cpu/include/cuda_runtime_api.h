// The host side of the API alone, which a plain C++ file may include.
#pragma once
#pragma GCC system_header
#include "cuda_on_cpu/api.h"
