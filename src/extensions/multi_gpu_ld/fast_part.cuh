// Everything that the fast engine keeps on one GPU.
#pragma once

#include <vector>

#include "extensions/multi_gpu_ld/device_state.cuh"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"

namespace handshake {

struct FastPart {
  // Takes the memory on the device that is current. `begin` must be a multiple of 32.
  FastPart(int device, const CsrGraph& graph, const std::int32_t* weight_bits, Node begin,
           Node end);

  int device;
  int processors;  // multiprocessors of the device
  Stream stream;
  Event done;  // what other GPUs wait for
  DeviceArray<EdgeIndex> offsets;
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

  GraphPart graph;   // what kernels get
  MatchState state;  // likewise; the copies on other GPUs are filled in by the engine

  // Bytes that a part of so many nodes and edges takes.
  static std::int64_t bytes(Node numNodes, std::int64_t own_nodes, EdgeIndex own_edges);
};

}  // namespace handshake
