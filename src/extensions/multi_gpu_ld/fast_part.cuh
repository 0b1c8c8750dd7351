// All data that the fast engine has on one GPU.
#pragma once

#include <vector>

#include "extensions/multi_gpu_ld/device_state.cuh"
#include "extensions/multi_gpu_ld/residual.hpp"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"

namespace handshake::ld {

// A graph in the memory of one GPU, in arrays that somebody else owns.
struct GraphOnDevice {
  int device = 0;
  Node nodes = 0;
  EdgeIndex edges = 0;
  const EdgeIndex* offsets = nullptr;
  const Node* neighbors = nullptr;
  const std::int32_t* weight_bits = nullptr;
};

struct FastPart {
  // Allocates the memory on the current device. `begin` must be a multiple of 32.
  FastPart(int device, const HostGraph& host, Node begin, Node end);
  // The only part of this graph, which is not copied.
  explicit FastPart(const GraphOnDevice& whole);

  int device;
  int processors;  // multiprocessors of the device
  EdgeIndex edges = 0;
  Stream stream;
  Event done;                      // the event that other GPUs wait for
  DeviceArray<EdgeIndex> offsets;  // this and the next three are empty if somebody else owns them
  DeviceArray<NodeKey> keys;       // empty if the graph has no keys
  DeviceArray<Node> neighbors;
  DeviceArray<std::int32_t> weight_bits;
  DeviceArray<Node> strongNeighbor;
  DeviceArray<std::uint32_t> matched_bits;
  DeviceArray<Node> matches;
  DeviceArray<Candidates> candidates;
  DeviceArray<std::uint32_t> bounds;
  DeviceArray<Offer> best_offer;
  DeviceArray<Node> live[2];
  DeviceArray<Node> exhausted;
  DeviceArray<Node> long_lists;
  DeviceArray<Node> hubs;
  DeviceArray<Counters> counters;

  // The arguments of kernels. The engine adds the addresses of strongNeighbor on all GPUs to
  // `state`.
  GraphPart graph;
  MatchState state;

  // How many bytes a part with the nodes [begin, end) needs.
  static std::int64_t bytes(const HostGraph& host, Node begin, Node end);
  // The same without the arrays of the graph.
  static std::int64_t state_bytes(Node nodes, Node own_nodes, EdgeIndex own_edges);
  // How many bytes this part has allocated.
  std::int64_t own_bytes() const;

 private:
  void allocate_state(Node nodes);
};

}  // namespace handshake::ld
