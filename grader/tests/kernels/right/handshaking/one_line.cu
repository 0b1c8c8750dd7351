// what: The whole kernel is one line, without blanks that are not needed.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"
__global__ void check_handshaking_gpu(int*a,int*b,int n){for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n;i+=blockDim.x*gridDim.x)if(b[i]==-1&&a[i]!=-1&&a[a[i]]==i)b[i]=a[i];}
