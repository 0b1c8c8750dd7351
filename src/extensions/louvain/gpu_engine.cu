// Goes up the hierarchy and down again, as the CPU engine does. Within a level, the host launches
// kernels, and reads only small results, such as the sizes of the graph that a contraction made.
// The host launches a pass, and then checks whether the previous pass was the last one. So the host
// need not wait for the newest pass.
#include <deque>
#include <memory>

#include "extensions/louvain/gpu_contractor.cuh"
#include "extensions/louvain/gpu_engine.hpp"
#include "extensions/louvain/gpu_make_lists.cuh"
#include "extensions/louvain/gpu_passes.cuh"
#include "extensions/louvain/has_gpu.hpp"

namespace handshake::louvain {
namespace {

class GpuEngine {
 public:
  GpuEngine(const Problem& problem, const Options& options, Measures* measures)
      : gpu_(problem, options),
        measures_(measures),
        memory_(bytes_for(problem.graph.nodes, problem.graph.edges(), options.colors)),
        work_(&memory_, problem.graph.nodes, problem.graph.edges(), options.colors),
        passes_(gpu_),
        contractor_(gpu_, &memory_, &work_) {
    copy_input();
    if (options.gpus > 1 && problem.graph.edges() > 0 &&
        problem.graph.nodes > options.small_nodes) {
      parts_ = std::make_unique<LevelParts>(gpu_, levels_[0], work_);
    }
  }

  Buffer<Node> run(std::vector<std::vector<Node>>* hierarchy) {
    start_.record(nullptr);
    while (climb()) {
    }
    const Node* coarse = nullptr;
    for (std::size_t at = levels_.size() - 1; at-- > 0;) {
      refine(at, coarse);
      coarse = work_.best[at % 2];
    }
    const Node nodes = levels_[0].nodes;
    if (coarse == nullptr) {  // nothing was contracted
      begin(0, nullptr, nullptr);
      coarse = work_.best[0];
    }
    contractor_.number_communities(coarse, nodes, work_.first, work_.communities.next);
    end_.record(nullptr);
    Buffer<Node> found(nodes);
    copy_out(work_.communities.next, nodes, found.data());
    take_times();
    if (hierarchy != nullptr) *hierarchy = all_levels();
    return found;
  }

 private:
  void copy_input() {
    const LevelGraph& graph = gpu_.problem.graph;
    GpuLevel level;
    level.nodes = graph.nodes;
    level.edges = graph.edges();
    level.offsets = memory_.copy_in(graph.offsets.data(), graph.offsets.size());
    level.neighbors = memory_.copy_in(graph.neighbors.data(), graph.neighbors.size());
    level.loops = memory_.copy_in(graph.loops.data(), graph.loops.size());
    level.strengths = memory_.copy_in(graph.strengths.data(), graph.strengths.size());
    copy_weights(graph, 0, graph.edges(), &memory_, &level);
    levels_.push_back(level);
  }

  // Makes the next level. Returns false if no next level can be made.
  bool climb() {
    GpuLevel& level = levels_.back();
    const std::size_t at = levels_.size() - 1;
    if (level.edges == 0 || static_cast<int>(at) >= gpu_.options.levels) return false;
    make_lists(gpu_, work_, &memory_, &level);
    if (parts_of_level(at) != nullptr) parts_->make_lists();
    stamps_.emplace_back();
    LevelMeasures found;
    found.nodes = level.nodes;
    found.directed_edges = level.edges;
    stamps_.back().start.record(nullptr);
    begin(at, nullptr, nullptr);
    improve(at, gpu_.options.passes);
    stamps_.back().optimized.record(nullptr);
    GpuLevel coarser;
    const bool shrinks = contractor_.contract(work_.best[at % 2], &level, &coarser);
    if (shrinks) levels_.push_back(coarser);
    stamps_.back().contracted.record(nullptr);
    count_passes(at, &found.passes, &found.scanned);
    measures_->levels.push_back(found);
    return shrinks;
  }

  LevelParts* parts_of_level(std::size_t at) const { return at == 0 ? parts_.get() : nullptr; }

  LevelCommunities communities_at(std::size_t at) const {
    LevelCommunities c = work_.communities;
    c.best = work_.best[at % 2];
    return c;
  }

  void begin(std::size_t at, const Node* node_of, const Node* coarse) {
    const Node coarse_nodes = at + 1 < levels_.size() ? levels_[at + 1].nodes : 0;
    passes_.begin(levels_[at], communities_at(at), node_of, coarse, coarse_nodes);
    if (parts_of_level(at) != nullptr) parts_->begin(communities_at(at));
  }

  void improve(std::size_t at, int passes) {
    Event* const first_pass = measures_->levels.empty() ? &first_pass_ : nullptr;
    const bool is_seen = passes_.improve(levels_[at], work_, communities_at(at), passes, first_pass,
                                         parts_of_level(at));
    has_first_pass_ = has_first_pass_ || (first_pass != nullptr && is_seen);
  }

  // Improves the communities by passes over the graph of this level. If the next graph is the
  // coarsest one and has no edges, none of its nodes has moved, so no pass is needed.
  void refine(std::size_t at, const Node* coarse) {
    Stamps& stamps = stamps_[at];
    stamps.refine.record(nullptr);
    begin(at, levels_[at].node_of, coarse);
    const bool is_new = at + 2 < levels_.size() || levels_.back().edges > 0;
    if (is_new) improve(at, gpu_.options.refine_passes);
    stamps.refined.record(nullptr);
    stamps.was_refined = true;
    LevelMeasures& found = measures_->levels[at];
    if (is_new) count_passes(at, &found.refine_passes, &found.scanned);
  }

  void count_passes(std::size_t at, int* passes, std::int64_t* scanned) {
    PassState state;
    copy_out(work_.communities.state, 1, &state);
    *passes = state.passes;
    *scanned += static_cast<std::int64_t>(state.scanned);
    if (parts_of_level(at) != nullptr) *scanned += parts_->scanned_elsewhere();
  }

  void take_times() {
    measures_->milliseconds = milliseconds_between(start_, end_);
    if (has_first_pass_) {
      measures_->first_pass_ms = milliseconds_between(stamps_[0].start, first_pass_);
    }
    for (std::size_t at = 0; at < stamps_.size(); ++at) {
      const Stamps& stamps = stamps_[at];
      LevelMeasures& found = measures_->levels[at];
      found.optimize_ms = milliseconds_between(stamps.start, stamps.optimized);
      found.contract_ms = milliseconds_between(stamps.optimized, stamps.contracted);
      if (stamps.was_refined) found.refine_ms = milliseconds_between(stamps.refine, stamps.refined);
    }
  }

  std::vector<std::vector<Node>> all_levels() const {
    std::vector<std::vector<Node>> all;
    std::vector<Node> reached;
    for (std::size_t at = 0; at + 1 < levels_.size(); ++at) {
      std::vector<Node> node_of(levels_[at].nodes);
      copy_out(levels_[at].node_of, node_of.size(), node_of.data());
      if (at == 0) {
        reached = node_of;
      } else {
        for (Node& node : reached) {
          if (static_cast<std::size_t>(node) < node_of.size()) node = node_of[node];
        }
      }
      all.push_back(reached);
    }
    return all;
  }

  struct Stamps {
    Event start, optimized, contracted, refine, refined;
    bool was_refined = false;
  };

  const GpuContext gpu_;
  Measures* measures_;
  GpuMemory memory_;
  GpuWork work_;
  std::unique_ptr<LevelParts> parts_;  // of the input, if several GPUs share it
  GpuPasses passes_;
  GpuContractor contractor_;
  std::deque<GpuLevel> levels_;
  std::deque<Stamps> stamps_;
  Event start_, end_, first_pass_;
  bool has_first_pass_ = false;
};

}  // namespace

Buffer<Node> find_on_gpu(const Problem& problem, const Options& options,
                         std::vector<std::vector<Node>>* hierarchy, Measures* measures) {
  check_gpu();
  check_gpus(options.gpus);
  connect_gpus(options.gpus, Access::kLoadsAndStores, "use fewer GPUs");
  CUDA_CHECK(cudaSetDevice(0));
  return GpuEngine(problem, options, measures).run(hierarchy);
}

}  // namespace handshake::louvain
