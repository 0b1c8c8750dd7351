// The kernel of this lab. The student's file, the check and the launcher include this file.
#pragma once

__global__ void saxpy(int n, float a, const float* x, float* y);
