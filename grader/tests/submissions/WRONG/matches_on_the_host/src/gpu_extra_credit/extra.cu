#include "utils.hpp"
__global__ void nothing_gpu() {}
