// The kernel of this lab. The student's file, the check and the launcher include this file.
#pragma once

__global__ void matmul(const float* A, const float* B, float* C, int m, int n, int k);
