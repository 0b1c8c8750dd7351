// attack: exhaust
// root: resources
// what: has constant expressions that take the compiler hours
// list: 10
#include "gpuHeaders.cuh"

template <int N>
constexpr long slow() {
  long sum = N;
  for (long n = 0; n < 200000; n++) sum += n % 7;
  return sum;
}
template <int... N>
struct All {};
template <int N, int... M>
constexpr long all(All<N, M...>) {
  if constexpr (sizeof...(M) == 0) return slow<N>();
  else return slow<N>() + all(All<M...>{});
}
template <int N, int... M>
struct Count : Count<N - 1, N, M...> {};
template <int... M>
struct Count<0, M...> { using All_ = All<M...>; };
constexpr long first = all(Count<800>::All_{});

#include "gpuHeaders.cuh"

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  newSum[0] = first;
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int x = tid; x < numElements; x += blockDim.x * gridDim.x)
    newSum[x] = distance == 0 ? (x == 0 ? 0 : oldSum[x - 1]) : oldSum[x] + (x < distance ? 0 : oldSum[x - distance]);
}
