// The functions of handshake.h.
#include <memory>

#include "flags/version.hpp"
#include "graph/progress.hpp"
#include "graph/read_graph.hpp"
#include "library/c_arguments.hpp"
#include "library/c_errors.hpp"
#include "library/handshake.h"
#include "library/handshake.hpp"
#include "library/resolution.hpp"

struct hs_graph {
  handshake::CsrGraph own;  // of a graph that was read from a file
  handshake::graph::View view;
  bool is_symmetric = false;  // checked, and not only trusted
};

struct hs_b_matching {
  handshake::BMatching matching;
};

namespace handshake {
namespace {

struct Callback {
  hs_progress progress = nullptr;
  void* user = nullptr;

  bool operator()(double done) const {
    try {
      return progress(done, user) != 0;
    } catch (const std::exception& error) {
      throw CallbackThrew(std::string("the callback for the progress has thrown an exception: ") +
                          error.what());
    } catch (...) {
      throw CallbackThrew("the callback for the progress has thrown an exception");
    }
  }
};

Callback& callback() {
  thread_local Callback of_thread;
  return of_thread;
}

// As guarded(), and calls the callback of this thread meanwhile.
template <class Work>
hs_status guarded_work(const Work& work) noexcept {
  return guarded([&] {
    const Callback ask = callback();
    ask.progress == nullptr ? work() : run_with_progress(ask, work);
  });
}

// What view_of() reads.
hs_csr csr_of(const graph::View& view) {
  hs_csr csr{};
  csr.nodes = view.numNodes;
  csr.entries = view.numEdges();
  csr.neighbors = view.neighbors.data();
  std::visit(
      [&](const auto& offsets) {
        csr.offsets = offsets.data();
        csr.offset_bits = 8 * sizeof offsets[0];
      },
      view.offsets);
  csr.weight_type = static_cast<std::int32_t>(view.weights.index());
  std::visit(
      [&](const auto& weights) {
        using Weights = std::decay_t<decltype(weights)>;
        if constexpr (!std::is_same_v<Weights, graph::NoWeights>) csr.weights = weights.data();
      },
      view.weights);
  return csr;
}

// The offsets of a graph without nodes, which the reader leaves empty.
Buffer<EdgeIndex> no_nodes() {
  Buffer<EdgeIndex> offsets(1);
  offsets[0] = 0;
  return offsets;
}

marriage::Side side_of(const hs_lists* given, const char* name) {
  const hs_lists lists = known_members(given, name);
  need(lists.persons >= 0 && lists.persons <= 1 << 30, "hs_lists.persons: must be 0 to 2^30");
  need(lists.offsets != nullptr, "hs_lists.offsets: the pointer is null");
  const std::int64_t entries = lists.offsets[lists.persons];
  need(entries >= 0, "hs_lists.offsets: the last offset is negative");
  need(lists.members != nullptr || entries == 0, "hs_lists.members: the pointer is null");
  marriage::Side side;
  side.persons = static_cast<std::int32_t>(lists.persons);
  side.offsets = graph::Span(lists.offsets, static_cast<std::size_t>(lists.persons) + 1);
  side.members = {lists.members, static_cast<std::size_t>(entries)};
  return side;
}

}  // namespace
}  // namespace handshake

using namespace handshake;  // NOLINT: the functions of C are outside of every namespace

hs_status hs_graph_view(const hs_csr* csr, hs_check check, hs_graph** graph) {
  return guarded_work([&] {
    need(graph != nullptr, "hs_graph_view: the pointer for the graph is null");
    *graph = nullptr;
    need(check == HS_CHECK || check == HS_TRUST,
         "hs_graph_view: check must be HS_CHECK or HS_TRUST");
    auto made = std::make_unique<hs_graph>();
    made->view = view_of(known_members(csr, "hs_csr"));
    made->is_symmetric = check == HS_CHECK;
    check_graph(made->view, check == HS_CHECK ? GraphCheck::kAll : GraphCheck::kLists);
    *graph = made.release();
  });
}

hs_status hs_graph_read(const char* path, hs_graph** graph) {
  return guarded_work([&] {
    need(graph != nullptr, "hs_graph_read: the pointer for the graph is null");
    *graph = nullptr;
    need(path != nullptr && *path != 0, "hs_graph_read: the path is empty");
    auto made = std::make_unique<hs_graph>();
    made->own = read_graph(path);
    if (made->own.offsets.empty()) made->own.offsets = no_nodes();
    made->view = made->own;
    made->is_symmetric = true;
    *graph = made.release();
  });
}

hs_status hs_graph_arrays(const hs_graph* graph, hs_csr* csr) {
  return guarded([&] {
    need(graph != nullptr, "hs_graph_arrays: the graph is null");
    need(csr != nullptr, "hs_graph_arrays: the pointer for the arrays is null");
    const std::size_t size = csr->size;
    need(size >= sizeof(hs_csr),
         "hs_csr: the member size is not set; set it to sizeof of the struct");
    *csr = csr_of(graph->view);
    csr->size = size;
  });
}

void hs_set_progress(hs_progress progress, void* user) {
  callback() = {progress, user};
}

void hs_graph_free(hs_graph* graph) {
  delete graph;
}

hs_status hs_match(const hs_graph* graph, const hs_match_options* options, int32_t* partners) {
  return guarded_work([&] {
    need(graph != nullptr, "hs_match: the graph is null");
    need(partners != nullptr || graph->view.numNodes == 0, "hs_match: partners is null");
    const hs_match_options known = known_or_default(options, "hs_match_options");
    suitor::match(graph->view,
                  {rule_of(known.ties), threads_of(known.threads), quality_of(known.quality)},
                  partners);
  });
}

hs_status hs_b_match(const hs_graph* graph, const int32_t* b, const hs_match_options* options,
                     hs_b_matching** matching) {
  return guarded_work([&] {
    need(graph != nullptr, "hs_b_match: the graph is null");
    need(matching != nullptr, "hs_b_match: the pointer for the matching is null");
    *matching = nullptr;
    const Node nodes = graph->view.numNodes;
    need(b != nullptr || nodes == 0, "hs_b_match: b is null");
    const hs_match_options known = known_or_default(options, "hs_match_options");
    need(known.quality == 0, "quality: hs_b_match has none; set it to 0");
    auto made = std::make_unique<hs_b_matching>();
    made->matching = b_matching::match(graph->view, {b, static_cast<std::size_t>(nodes)},
                                       {rule_of(known.ties), threads_of(known.threads)});
    *matching = made.release();
  });
}

const int64_t* hs_b_matching_offsets(const hs_b_matching* matching) {
  return matching->matching.offsets.data();
}
const int32_t* hs_b_matching_partners(const hs_b_matching* matching) {
  return matching->matching.partners.data();
}
void hs_b_matching_free(hs_b_matching* matching) {
  delete matching;
}

hs_status hs_louvain(const hs_graph* graph, const hs_louvain_options* options, int32_t* communities,
                     int32_t* count, double* modularity) {
  return guarded_work([&] {
    need(graph != nullptr, "hs_louvain: the graph is null");
    need(communities != nullptr || graph->view.numNodes == 0, "hs_louvain: communities is null");
    louvain::FindOptions chosen;
    if (options != nullptr) {
      const hs_louvain_options known = known_members(options, "hs_louvain_options");
      if (known.resolution != 0) chosen.resolution = resolution_of(known.resolution);
      chosen.threads = threads_of(known.threads);
    }
    if (!graph->is_symmetric) check_graph(graph->view);
    const louvain::Found found = louvain::find(graph->view, chosen, communities);
    if (count != nullptr) *count = found.count;
    if (modularity != nullptr) *modularity = found.modularity;
  });
}

hs_status hs_stable(const hs_lists* men, const hs_lists* women, const hs_stable_options* options,
                    int32_t* wives) {
  return guarded_work([&] {
    const marriage::Side of_men = side_of(men, "the lists of the men");
    const marriage::Side of_women = side_of(women, "the lists of the women");
    need(wives != nullptr || of_men.persons == 0, "hs_stable: wives is null");
    const hs_stable_options known = known_or_default(options, "hs_stable_options");
    marriage::match(of_men, of_women, {threads_of(known.threads)}, wives);
  });
}

const char* hs_message(void) {
  return last_fault().message.c_str();
}

void hs_fault(int64_t* row, int64_t* column) {
  if (row != nullptr) *row = last_fault().row;
  if (column != nullptr) *column = last_fault().column;
}

const char* hs_version(void) {
  return HANDSHAKE_VERSION;
}
