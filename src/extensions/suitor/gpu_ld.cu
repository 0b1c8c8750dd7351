// GPU-LD: the algorithm OMP-LD on a GPU, with one thread per node. The host starts every round.
// Numbers on the right are line numbers of Algorithms 1 and 2 in the paper that omp_ld.cpp names.
#include <utility>

#include "extensions/suitor/gpu_engine.hpp"
#include "extensions/suitor/gpu_graph.cuh"
#include "extensions/suitor/with_ties.hpp"

namespace handshake::suitor {
namespace {

constexpr int kLdBlockSize = 256;

// Nodes that have found a partner.
struct LdQueue {
  Node* nodes;
  int* count;
};

struct LdState {
  Node* mate;
  Node* candidate;
};

// One thread searches for a partner of s, and finds t. At the same time, another thread may search
// for a partner of t, and write candidate[t]. Both threads execute a fence between their write and
// their read, so at least one thread sees that the candidates are mutual. If both threads see this,
// the first atomicCAS decides which of them adds s and t to the queue.
template <class Ties>
__device__ inline void process_vertex(const GraphPart& graph, const Ties& ties,
                                      const LdState& state, Node s, const LdQueue& queue) {
  Offer best = kNoOffer;                                                 // 2, 3
  for (EdgeIndex e = graph.offsets[s]; e < graph.offsets[s + 1]; ++e) {  // 4
    const Node t = graph.neighbors[e];
    const Offer here = make_offer_word(weight_order(graph.weight_bits[e]), t);
    if (better_offer(ties, s, here, best) && read_shared_word(&state.mate[t]) < 0)
      best = here;  // 5
  }
  if (best == kNoOffer) return;
  const Node t = giver_of(best);
  write_shared_word(&state.candidate[s], t);  // 8
  __threadfence();
  if (read_shared_word(&state.candidate[t]) != s) return;              // 9
  if (atomicCAS(&state.mate[min(s, t)], -1, max(s, t)) != -1) return;  // 10
  write_shared_word(&state.mate[max(s, t)], min(s, t));                // 11
  const int at = atomicAdd(queue.count, 2);                            // 12
  queue.nodes[at] = s;
  queue.nodes[at + 1] = t;
}

// One thread per node.
template <class Ties>
__global__ void process_all_gpu(GraphPart graph, Ties ties, LdState state, LdQueue queue) {
  const Node v = static_cast<Node>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v < graph.end) process_vertex(graph, ties, state, v, queue);  // 7
}

// One thread per node that found a partner in the previous round. The thread searches for a new
// partner for each free node that pointed at this node.
template <class Ties>
__global__ void process_queue_gpu(GraphPart graph, Ties ties, LdState state, LdQueue now, int count,
                                  LdQueue next) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const Node u = now.nodes[i];                                           // 9
  for (EdgeIndex e = graph.offsets[u]; e < graph.offsets[u + 1]; ++e) {  // 10
    const Node v = graph.neighbors[e];
    const bool looks = read_shared_word(&state.mate[v]) < 0;
    if (looks && read_shared_word(&state.candidate[v]) == u) {  // 11
      process_vertex(graph, ties, state, v, next);              // 12
    }
  }
}

class GpuLd : public GpuEngine {
 public:
  GpuLd(const CsrGraph& graph, const Options& options)
      : GpuEngine(graph, options), candidate_(graph.numNodes), counts_(2) {
    for (DeviceArray<Node>& queue : queues_) queue = DeviceArray<Node>(graph.numNodes);
  }

  Measures run() override {
    Measures measures;
    if (graph_.end == 0) return measures;
    measures.milliseconds = time_of([&] {
      with_ties(options_.ties, offsets_.data(), [&](const auto& ties) { match(ties, &measures); });
    });
    return measures;
  }

 private:
  template <class Ties>
  void match(const Ties& ties, Measures* measures) {
    const LdState state{matches_.data(), candidate_.data()};
    const std::size_t bytes = matches_.size() * sizeof(Node);
    CUDA_CHECK(cudaMemsetAsync(state.mate, 0xff, bytes));       // 3
    CUDA_CHECK(cudaMemsetAsync(state.candidate, 0xff, bytes));  // 4
    LdQueue now{queues_[0].data(), counts_.data()}, next{queues_[1].data(), counts_.data() + 1};
    clear(now);  // 5
    process_all_gpu<<<blocks_for(graph_.end, kLdBlockSize), kLdBlockSize>>>(graph_, ties, state,
                                                                            now);  // 6
    CUDA_CHECK(cudaGetLastError());
    for (int count = count_of(now); count > 0; count = count_of(now)) {  // 8
      clear(next);
      process_queue_gpu<<<blocks_for(count, kLdBlockSize), kLdBlockSize>>>(graph_, ties, state, now,
                                                                           count, next);
      CUDA_CHECK(cudaGetLastError());
      std::swap(now, next);  // 13
      ++measures->rounds;
    }
  }

  static void clear(const LdQueue& queue) {
    CUDA_CHECK(cudaMemsetAsync(queue.count, 0, sizeof(int)));
  }
  static int count_of(const LdQueue& queue) {
    int count = 0;
    CUDA_CHECK(cudaMemcpy(&count, queue.count, sizeof count, cudaMemcpyDeviceToHost));
    return count;
  }

  DeviceArray<Node> candidate_;
  DeviceArray<Node> queues_[2];
  DeviceArray<int> counts_;
};

}  // namespace

std::unique_ptr<Engine> make_gpu_ld(const CsrGraph& graph, const Options& options) {
  require_gpu();
  return std::make_unique<GpuLd>(graph, options);
}

}  // namespace handshake::suitor
