// Lists of neighbors that do not fit on a GPU: the host gathers the lists that kernels have to
// read, and sends them in batches. While one batch is sent and read, the next batch is gathered.
#pragma once

#include <algorithm>

#include "extensions/b_matching/gather_lists.hpp"
#include "extensions/b_matching/gpu_part.cuh"

namespace handshake::b_matching {

//   out  starts[v - begin] for each node v of the queue   by one thread per node
static __global__ void __launch_bounds__(kRoundThreads)
    place_lists_gpu(NodeQueue queue, Node begin, const EdgeIndex* from, EdgeIndex* starts) {
  for (unsigned i = blockIdx.x * kRoundThreads + threadIdx.x; i < *queue.count;
       i += gridDim.x * kRoundThreads) {
    starts[queue.nodes[i] - begin] = from[i];
  }
}

class ListStream {
 public:
  // A batch has room for `edges` edges. No list may have more edges.
  ListStream(const Problem& problem, const std::int32_t* weight_bits, std::size_t edges)
      : problem_(problem), bits_(weight_bits), batches_{Batch(edges), Batch(edges)} {}

  static std::int64_t bytes(std::size_t edges) {
    const std::size_t words = 2 * (edges + kWordsAfterLists) + 3 * most_lists(edges) + 1;
    return static_cast<std::int64_t>(2 * words * sizeof(std::int32_t));
  }

  // Calls launch(view, nodes, stream) for the nodes of a queue, one batch after another. First
  // waits for the earlier work in the stream of `part`, and at the end for all batches.
  template <class Launch>
  void read(GpuPart& part, const NodeQueue& queue, const Launch& launch) {
    const Buffer<Node> wanted = nodes_of(part, queue);
    std::size_t at = 0;
    for (int turn = 0; at < wanted.size(); turn = 1 - turn) {
      Batch& batch = batches_[turn];
      const cudaStream_t stream = batch.stream.get();
      batch.stream.wait();
      at += gather(&batch, wanted.data() + at, wanted.size() - at);
      batch.send();
      const NodeQueue nodes{batch.nodes.data(), batch.count.data()};
      const int blocks = static_cast<int>(*batch.on_host.count.data() / kRoundThreads + 1);
      place_lists_gpu<<<blocks, kRoundThreads, 0, stream>>>(
          nodes, part.view.begin, batch.starts.data(), part.list_starts.data());
      CUDA_CHECK(cudaGetLastError());
      BPart view = part.view;
      view.neighbors = batch.neighbors.data();
      view.bits = batch.bits.data();
      launch(view, nodes, stream);
      CUDA_CHECK(cudaGetLastError());
    }
    for (const Batch& batch : batches_) batch.stream.wait();
  }

  std::int64_t edges_sent() const { return edges_sent_; }

 private:
  // How many lists a batch may have. Very short lists need more memory for `nodes` and `starts`
  // than for their edges, so a limit for the edges alone is not enough.
  static std::size_t most_lists(std::size_t edges) { return edges / 8 + 1; }

  template <template <class> class Array>
  struct Arrays {
    Array<Node> neighbors, nodes;
    Array<std::int32_t> bits;
    Array<EdgeIndex> starts;
    Array<unsigned> count;

    explicit Arrays(std::size_t edges)
        : neighbors(edges + kWordsAfterLists),
          nodes(most_lists(edges)),
          bits(edges + kWordsAfterLists),
          starts(most_lists(edges)),
          count(1) {}
  };
  struct Batch : Arrays<DeviceArray> {
    Stream stream;
    Arrays<PinnedArray> on_host;
    std::size_t edges = 0;

    explicit Batch(std::size_t most_edges) : Arrays<DeviceArray>(most_edges), on_host(most_edges) {}

    void send() {
      const std::size_t lists = *on_host.count.data();
      copy(&neighbors, on_host.neighbors, edges + kWordsAfterLists);
      copy(&bits, on_host.bits, edges + kWordsAfterLists);
      copy(&nodes, on_host.nodes, lists);
      copy(&starts, on_host.starts, lists);
      copy(&count, on_host.count, 1);
    }
    template <class T>
    void copy(DeviceArray<T>* to, const PinnedArray<T>& from, std::size_t size) {
      CUDA_CHECK(cudaMemcpyAsync(to->data(), from.data(), size * sizeof(T), cudaMemcpyHostToDevice,
                                 stream.get()));
    }
  };

  static Buffer<Node> nodes_of(const GpuPart& part, const NodeQueue& queue) {
    unsigned count = 0;
    const cudaStream_t stream = part.stream.get();
    CUDA_CHECK(cudaMemcpyAsync(&count, queue.count, sizeof count, cudaMemcpyDeviceToHost, stream));
    part.stream.wait();
    Buffer<Node> nodes(count);
    if (count > 0) {
      CUDA_CHECK(cudaMemcpyAsync(nodes.data(), queue.nodes, count * sizeof(Node),
                                 cudaMemcpyDeviceToHost, stream));
      part.stream.wait();
    }
    return nodes;
  }

  // Copies as many lists as fit, in their order. Returns their number.
  std::size_t gather(Batch* batch, const Node* wanted, std::size_t count) {
    Arrays<PinnedArray>& to = batch->on_host;
    const Gathered found =
        gather_lists(problem_, bits_, wanted, count,
                     {to.neighbors.data(), to.bits.data(), to.nodes.data(), to.starts.data(),
                      to.neighbors.size() - kWordsAfterLists, to.nodes.size()});
    std::fill_n(&to.neighbors[found.edges], kWordsAfterLists, 0);
    std::fill_n(&to.bits[found.edges], kWordsAfterLists, 0);
    to.count[0] = static_cast<unsigned>(found.lists);
    batch->edges = found.edges;
    edges_sent_ += static_cast<std::int64_t>(found.edges);
    return found.lists;
  }

  const Problem& problem_;
  const std::int32_t* bits_;
  Batch batches_[2];
  std::int64_t edges_sent_ = 0;
};

}  // namespace handshake::b_matching
