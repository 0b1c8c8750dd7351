// All data that the fast engine has on one GPU.
#pragma once

#include <vector>

#include "extensions/multi_gpu_ld/device_state.cuh"
#include "extensions/multi_gpu_ld/residual.hpp"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"

namespace handshake::ld {

struct FastPart {
  // Allocates the memory on the current device. `begin` must be a multiple of 32.
  FastPart(int device, const HostGraph& host, Node begin, Node end);

  int device;
  int processors;  // multiprocessors of the device
  Stream stream;
  Event done;  // the event that other GPUs wait for
  DeviceArray<EdgeIndex> offsets;
  DeviceArray<NodeKey> keys;  // empty if the graph has no keys
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
};

}  // namespace handshake::ld
