// Usage: matching NODES EDGES THREADS atomic|shared|shuffle cpu|clock. Computes a whole matching by
// handshakes on a random graph, as the handout's program does. There are three ways to find the
// strongest neighbors: atomic, shared and shuffle. Prints the milliseconds from the first kernel to
// the last copy, and a sum over the partners. The sum must be the same in every correct run.
#include <cuda_runtime.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "check.cuh"

using Key = unsigned long long;
constexpr int kBlock = 256;

// The key of an edge. A heavier edge has a larger key. Of two edges with equal weights, the edge to
// the neighbor with the smaller index has the larger key.
__device__ Key preference(int weight, int neighbor) {
  return (static_cast<Key>(static_cast<unsigned>(weight)) << 32) |
         (0xffffffffu - static_cast<unsigned>(neighbor));
}

__global__ void strongest_by_atomics(const int* src, const int* dst, const int* weight, Key* best,
                                     int edges) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += blockDim.x * gridDim.x) {
    atomicMax(&best[src[e]], preference(weight[e], dst[e]));
  }
}

// The edges of one node are next to each other in the list. Those in the block's part of the list
// form a segment. So a block first finds the maximum of each segment.
__global__ void strongest_by_shared_memory(const int* src, const int* dst, const int* weight,
                                           Key* best, int edges) {
  __shared__ Key value[kBlock];
  __shared__ int segment[kBlock];
  const int t = threadIdx.x;
  for (int first = blockIdx.x * blockDim.x; first < edges; first += blockDim.x * gridDim.x) {
    const int e = first + t;
    segment[t] = e < edges ? src[e] : -1;
    value[t] = e < edges ? preference(weight[e], dst[e]) : 0;
    __syncthreads();
    for (int distance = 1; distance < kBlock; distance *= 2) {
      Key other = 0;
      if (t >= distance && segment[t - distance] == segment[t]) other = value[t - distance];
      __syncthreads();
      if (other > value[t]) value[t] = other;
      __syncthreads();
    }
    if (e < edges && (t == kBlock - 1 || segment[t + 1] != segment[t])) {
      atomicMax(&best[segment[t]], value[t]);
    }
    __syncthreads();
  }
}

__global__ void strongest_by_shuffles(const int* src, const int* dst, const int* weight, Key* best,
                                      int edges) {
  const int lane = threadIdx.x % 32;
  const int total = blockDim.x * gridDim.x;
  for (int first = blockIdx.x * blockDim.x + threadIdx.x - lane; first < edges; first += total) {
    const int e = first + lane;
    const int node = e < edges ? src[e] : -1;
    Key value = e < edges ? preference(weight[e], dst[e]) : 0;
    for (int distance = 1; distance < 32; distance *= 2) {
      const Key other = __shfl_up_sync(0xffffffffu, value, distance);
      const int other_node = __shfl_up_sync(0xffffffffu, node, distance);
      if (lane >= distance && other_node == node && other > value) value = other;
    }
    const int next = __shfl_down_sync(0xffffffffu, node, 1);
    if (node >= 0 && (lane == 31 || next != node)) atomicMax(&best[node], value);
  }
}

__global__ void name_strongest(const Key* best, int* strongest, int nodes) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += blockDim.x * gridDim.x) {
    strongest[v] =
        best[v] != 0 ? static_cast<int>(0xffffffffu - static_cast<unsigned>(best[v])) : -1;
  }
}

__global__ void shake_hands(const int* strongest, int* matches, int nodes) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += blockDim.x * gridDim.x) {
    const int other = strongest[v];
    if (matches[v] == -1 && other >= 0 && strongest[other] == v) matches[v] = other;
  }
}

__global__ void mark_kept(const int* src, const int* dst, const int* matches, int* keep,
                          int edges) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += blockDim.x * gridDim.x) {
    keep[e] = matches[src[e]] == -1 && matches[dst[e]] == -1;
  }
}

__global__ void scan_step(const int* from, int* to, int distance, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    if (distance == 0) {
      to[i] = i > 0 ? from[i - 1] : 0;
    } else {
      to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
    }
  }
}

__global__ void pack(const int* from, int* to, const int* place, int edges) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += blockDim.x * gridDim.x) {
    if (place[e + 1] != place[e]) to[place[e]] = from[e];
  }
}

struct Edge {
  int src, dst, weight;
};

static uint64_t next_random(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

// The edges of a random graph, each in both directions, sorted by node. The weight of an edge
// depends only on its two ends.
static std::vector<Edge> random_graph(int nodes, int edges) {
  uint64_t state = 7;
  std::vector<Edge> list;
  for (int i = 0; i < edges; i++) {
    const int a = static_cast<int>(next_random(&state) % static_cast<unsigned>(nodes));
    const int b = static_cast<int>(next_random(&state) % static_cast<unsigned>(nodes));
    if (a == b) continue;
    const auto low = static_cast<unsigned>(std::min(a, b)),
               high = static_cast<unsigned>(std::max(a, b));
    const int weight = static_cast<int>(1 + (low * 7919u + high * 104729u) % 1000u);
    list.push_back({a, b, weight});
    list.push_back({b, a, weight});
  }
  const auto key = [](const Edge& e) { return std::make_pair(e.src, e.dst); };
  std::sort(list.begin(), list.end(),
            [&](const Edge& x, const Edge& y) { return key(x) < key(y); });
  list.erase(std::unique(list.begin(), list.end(),
                         [&](const Edge& x, const Edge& y) { return key(x) == key(y); }),
             list.end());
  return list;
}

static int* on_device(const std::vector<int>& values) {
  int* copy;
  CHECK(cudaMalloc(&copy, values.size() * sizeof(int)));
  CHECK(cudaMemcpy(copy, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice));
  return copy;
}

static double milliseconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "matching NODES EDGES THREADS atomic|shared|shuffle cpu|clock\n");
    return 2;
  }
  const int nodes = std::atoi(argv[1]), threads = std::atoi(argv[3]);
  const char* way = argv[4];
  const clockid_t clock =
      std::strcmp(argv[5], "cpu") == 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  const std::vector<Edge> graph = random_graph(nodes, std::atoi(argv[2]));
  const int edges = static_cast<int>(graph.size()), grid = (threads + kBlock - 1) / kBlock;
  std::vector<int> columns[3];
  for (const Edge& e : graph) {
    columns[0].push_back(e.src);
    columns[1].push_back(e.dst);
    columns[2].push_back(e.weight);
  }
  int *edge[3], *packed[3];
  for (int k = 0; k < 3; k++) {
    edge[k] = on_device(columns[k]);
    packed[k] = on_device(columns[k]);
  }
  std::vector<int> matches(static_cast<size_t>(nodes), -1);
  const std::vector<int> zeros(static_cast<size_t>(edges) + 1, 0);
  int* matches_gpu = on_device(matches);
  int* strongest_gpu = on_device(matches);
  int *keep_gpu = on_device(zeros), *sum_gpu = on_device(zeros), *next_gpu = on_device(zeros);
  Key* best_gpu;
  CHECK(cudaMalloc(&best_gpu, static_cast<size_t>(nodes) * sizeof(Key)));

  const double begin = milliseconds(clock);
  int left = edges, passes = 0;
  for (; left > 0; passes++) {
    CHECK(cudaMemset(best_gpu, 0, static_cast<size_t>(nodes) * sizeof(Key)));
    if (std::strcmp(way, "atomic") == 0) {
      strongest_by_atomics<<<grid, kBlock>>>(edge[0], edge[1], edge[2], best_gpu, left);
    } else if (std::strcmp(way, "shared") == 0) {
      strongest_by_shared_memory<<<grid, kBlock>>>(edge[0], edge[1], edge[2], best_gpu, left);
    } else {
      strongest_by_shuffles<<<grid, kBlock>>>(edge[0], edge[1], edge[2], best_gpu, left);
    }
    name_strongest<<<grid, kBlock>>>(best_gpu, strongest_gpu, nodes);
    shake_hands<<<grid, kBlock>>>(strongest_gpu, matches_gpu, nodes);
    mark_kept<<<grid, kBlock>>>(edge[0], edge[1], matches_gpu, keep_gpu, left);
    scan_step<<<grid, kBlock>>>(keep_gpu, sum_gpu, 0, left + 1);
    for (int distance = 1; distance <= left; distance *= 2) {
      scan_step<<<grid, kBlock>>>(sum_gpu, next_gpu, distance, left + 1);
      std::swap(sum_gpu, next_gpu);
    }
    int kept;
    CHECK(cudaMemcpy(&kept, sum_gpu + left, sizeof(int), cudaMemcpyDeviceToHost));
    for (int k = 0; k < 3; k++) {
      pack<<<grid, kBlock>>>(edge[k], packed[k], sum_gpu, left);
      std::swap(edge[k], packed[k]);
    }
    if (kept == left) break;
    left = kept;
  }
  CHECK(cudaMemcpy(matches.data(), matches_gpu, matches.size() * sizeof(int),
                   cudaMemcpyDeviceToHost));
  const double took = milliseconds(clock) - begin;
  CHECK(cudaDeviceSynchronize());

  long long sum = 0;
  for (int v = 0; v < nodes; v++)
    sum += static_cast<long long>(matches[static_cast<size_t>(v)]) * (v + 1);
  std::printf("%.3f sum %lld passes %d edges %d\n", took, sum, passes, edges);
  for (int k = 0; k < 3; k++) {
    CHECK(cudaFree(edge[k]));
    CHECK(cudaFree(packed[k]));
  }
  for (int* array : {matches_gpu, strongest_gpu, keep_gpu, sum_gpu, next_gpu})
    CHECK(cudaFree(array));
  CHECK(cudaFree(best_gpu));
  return 0;
}
