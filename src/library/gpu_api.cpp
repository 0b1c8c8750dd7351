// The functions of handshake_gpu.h.
#include <memory>

#include "extensions/multi_gpu_ld/gpu_graph.hpp"
#include "library/c_arguments.hpp"
#include "library/check_graph.hpp"
#include "library/handshake_gpu.h"

struct hs_gpu_graph {
  std::unique_ptr<handshake::ld::GpuGraph> graph;
  handshake::Node nodes = 0;
};

namespace handshake {
namespace {

// As guarded(), also for the exceptions of GPUs.
template <class Run>
hs_status guarded_on_gpu(const Run& run) noexcept {
  hs_status status = HS_OK;
  const hs_status of_others = guarded([&] {
    try {
      run();
    } catch (const ld::DeviceMemoryError& error) {
      status = fail(HS_NO_MEMORY, error.what());
    } catch (const DeviceError& error) {
      status = fail(static_cast<hs_status>(HS_NO_DEVICE), error.what());
    }
  });
  return status == HS_OK ? of_others : status;
}

// Makes a handle; open(view, kind of check) makes its graph.
template <class Open>
hs_status make_graph(const hs_csr* csr, hs_check check, hs_gpu_graph** graph, const Open& open) {
  return guarded_on_gpu([&] {
    need(graph != nullptr, "hs_gpu_graph: the pointer for the graph is null");
    *graph = nullptr;
    need(check == HS_CHECK || check == HS_TRUST,
         "hs_gpu_graph: check must be HS_CHECK or HS_TRUST");
    const graph::View view = view_of(known_members(csr, "hs_csr"));
    auto made = std::make_unique<hs_gpu_graph>();
    made->graph = open(view, check == HS_CHECK ? GraphCheck::kAll : GraphCheck::kLists);
    made->nodes = view.numNodes;
    *graph = made.release();
  });
}

}  // namespace
}  // namespace handshake

using namespace handshake;  // NOLINT: the functions of C are outside of every namespace

int32_t hs_gpu_count(void) {
  return ld::count_gpus();
}

int32_t hs_gpu_of(const void* memory) {
  return ld::gpu_of(memory);
}

hs_status hs_gpu_graph_view(const hs_csr* csr, int32_t device, hs_check check,
                            hs_gpu_graph** graph) {
  return make_graph(csr, check, graph, [&](const graph::View& view, GraphCheck kind) {
    return ld::GpuGraph::of_device(
        view, device, kind,
        [](const graph::View& copy, GraphCheck of_copy) { check_graph(copy, of_copy); });
  });
}

hs_status hs_gpu_graph_copy(const hs_csr* csr, int32_t device, hs_check check,
                            hs_gpu_graph** graph) {
  return make_graph(csr, check, graph, [&](const graph::View& view, GraphCheck kind) {
    check_graph(view, kind);
    return ld::GpuGraph::of_host(view, device);
  });
}

void hs_gpu_graph_free(hs_gpu_graph* graph) {
  delete graph;
}

hs_status hs_gpu_match(hs_gpu_graph* graph, const hs_match_options* options, int32_t* partners) {
  return guarded_on_gpu([&] {
    need(graph != nullptr, "hs_gpu_match: the graph is null");
    need(partners != nullptr || graph->nodes == 0, "hs_gpu_match: partners is null");
    const hs_match_options known = known_or_default(options, "hs_match_options");
    need(known.threads == 0, "threads: hs_gpu_match has none; set it to 0");
    graph->graph->match(rule_of(known.ties), quality_of(known.quality), partners);
  });
}

const char* hs_gpu_message(void) {
  return last_fault().message.c_str();
}

void hs_gpu_fault(int64_t* row, int64_t* column) {
  if (row != nullptr) *row = last_fault().row;
  if (column != nullptr) *column = last_fault().column;
}
