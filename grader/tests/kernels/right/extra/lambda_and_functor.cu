// what: A kernel template runs a functor; `auto`, a lambda and a range-based loop in device code.
// @@ src/gpu_extra_credit/extra.cu block 1
struct Clear {
  unsigned long long* strongest;
  __device__ void operator()(int x) const { strongest[x] = 0; }
};

struct Find {
  const int *src, *dst, *weight;
  unsigned long long* strongest;
  __device__ void operator()(int x) const {
    const auto pack = [](auto heavier, auto smaller) {
      return static_cast<unsigned long long>(heavier) << 32 | static_cast<unsigned>(smaller);
    };
    for (const auto value : {pack(static_cast<unsigned>(weight[x]) ^ 0x80000000u, ~dst[x])})
      atomicMax(strongest + src[x], value);
  }
};

struct Take {
  const unsigned long long* strongest;
  int* strongNeighbor;
  __device__ void operator()(int x) const {
    const auto value = strongest[x];
    strongNeighbor[x] = value ? static_cast<int>(~static_cast<unsigned>(value)) : UNMATCHED;
  }
};

template <typename Work>
__global__ void for_each_gpu(int count, Work work) {
  for (auto x = blockIdx.x * blockDim.x + threadIdx.x; x < static_cast<unsigned>(count);
       x += blockDim.x * gridDim.x)
    work(x);
}
// @@ src/onewaywrapper.cu block 2
      for_each_gpu<<<num_thread_blocks, threadsPerBlock>>>(numVertices, Clear{strongest_gpu});
      for_each_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          numEdges, Find{src_gpu, dst_gpu, weight_gpu, strongest_gpu});
      for_each_gpu<<<num_thread_blocks, threadsPerBlock>>>(numVertices,
                                                           Take{strongest_gpu, strongNeighbor_gpu});
      CUDA_CHECK(cudaGetLastError());
