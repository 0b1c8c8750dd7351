// what: Old style: all variables at the top, braces on their own lines, K&R names, and a do loop
//   that counts down.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__
void
check_handshaking_gpu(int *strongNeighbor, int *matches, int numNodes)
{
  /** YOUR CODE GOES BELOW **/
	int i, j, stride, last;

	i = threadIdx.x + blockIdx.x * blockDim.x;
	stride = blockDim.x * gridDim.x;
	if (i >= numNodes)
		return;
	last = i;
	while (last + stride < numNodes)
		last += stride;
	i = last;
	do
	{
		j = strongNeighbor[i];
		if (matches[i] == UNMATCHED && j != UNMATCHED)
		{
			if (strongNeighbor[j] == i)
				matches[i] = j;
		}
		i -= stride;
	}
	while (i >= 0);
  /** YOUR CODE GOES ABOVE **/
}
