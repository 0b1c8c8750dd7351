// Checks all weights, chooses the factor for them, and converts them to whole numbers.
#include "extensions/louvain/problem.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "graph/graph_error.hpp"
#include "graph/parallel.hpp"

namespace handshake::louvain {
namespace {

constexpr std::int64_t kBlock = 1 << 16;
constexpr std::int64_t kMostDigits = 6;  // after the point, in weights and in the resolution
// The resolution is the fraction `over` / `under`. Comparisons use 128-bit products of three
// numbers: the total, a part of the total, and a factor (the larger one of `over` and `under`). So
// the product of the total and this factor must be below kLargestTotal.
constexpr double kLargestTotal = 0x1p62;

using Real = long double;
using graph::Span;

class Converter {
 public:
  Converter(const graph::View& graph, const std::vector<SelfLoop>& loops, Fraction resolution,
            const std::string& name)
      : graph_(graph),
        offsets_(wide_offsets(graph)),
        loops_(loops),
        name_(name),
        most_(kLargestTotal / static_cast<double>(std::max(resolution.over, resolution.under))) {}

  template <class Input>
  void convert(Span<Input> weights, Problem* problem) const {
    check(weights);
    choose_scale(weights, problem);
    const auto of = [&](Input weight) {
      return static_cast<Weight>(std::nearbyint(static_cast<double>(weight) * problem->scale));
    };
    LevelGraph& level = problem->graph;
    Input largest = 0;
    for (const Input weight : weights) largest = std::max(largest, weight);
    if (of(largest) <= std::numeric_limits<std::int32_t>::max()) {
      level.weights = all<std::int32_t>(weights, of);
    } else {
      level.weights = all<std::int64_t>(weights, of);
    }
    add_up(problem, [&](double weight) {
      return static_cast<Weight>(std::nearbyint(weight * problem->scale));
    });
  }

 private:
  [[noreturn]] void refuse(Node a, Node b, double weight) const {
    throw GraphError(name_,
                     "the edge from node " + std::to_string(a) + " to node " + std::to_string(b) +
                         " (0-based) has the weight " + std::to_string(weight) +
                         "; modularity needs finite weights that are not negative",
                     a, b);
  }

  template <class Input>
  void check(Span<Input> weights) const {
    const auto edges = static_cast<EdgeIndex>(weights.size());
    std::atomic<EdgeIndex> first{edges};
    for_each_number(edges, kBlock, 0, [&](EdgeIndex e) {
      if (std::isfinite(static_cast<double>(weights[e])) && weights[e] >= 0) return;
      EdgeIndex seen = first;
      while (e < seen && !first.compare_exchange_weak(seen, e)) {
      }
    });
    if (first < edges) {
      const EdgeIndex* end = std::upper_bound(offsets_.begin(), offsets_.end(), first.load());
      refuse(static_cast<Node>(end - 1 - offsets_.begin()), graph_.neighbors[first],
             static_cast<double>(weights[first]));
    }
    for (const SelfLoop& loop : loops_) {
      if (!std::isfinite(loop.weight) || loop.weight < 0) {
        refuse(loop.node, loop.node, loop.weight);
      }
    }
  }

  // Whether every weight stays exact: round(weight * scale) / scale must be the same weight again.
  template <class Input>
  bool fits(Span<Input> weights, double scale) const {
    const auto fits_one = [&](auto weight) {
      const double scaled = std::nearbyint(static_cast<double>(weight) * scale);
      return scaled < 0x1p53 && static_cast<decltype(weight)>(scaled / scale) == weight;
    };
    for (const SelfLoop& loop : loops_) {
      // A loop comes from the same file as the edges. If the weights of the edges are floats, the
      // weight of the loop was a float, too.
      if (!fits_one(static_cast<Input>(loop.weight))) return false;
    }
    std::atomic<bool> all{true};
    for_each_part(
        (static_cast<EdgeIndex>(weights.size()) + kBlock - 1) / kBlock, 0, [&](std::int64_t part) {
          if (!all.load(std::memory_order_relaxed)) return;
          const std::size_t end = std::min<std::size_t>(weights.size(), (part + 1) * kBlock);
          for (std::size_t e = part * kBlock; e < end; ++e) {
            if (!fits_one(weights[e])) return all.store(false);
          }
        });
    return all;
  }

  template <class Input>
  void choose_scale(Span<Input> weights, Problem* problem) const {
    Real sum = 0;  // the order of the additions is fixed, so the rounded sum is always the same
    for (const Input weight : weights) sum += weight;
    for (const SelfLoop& loop : loops_) sum += 2 * static_cast<Real>(loop.weight);
    double scale = 1;
    for (std::int64_t digits = 0; digits <= kMostDigits; ++digits, scale *= 10) {
      if (sum * scale >= most_) break;
      problem->scale = scale;
      if (fits(weights, scale)) return;
    }
    if constexpr (std::is_integral_v<Input>) {
      throw InputError(name_, 0,
                       "twice the weight of all edges is " + std::to_string(sum) +
                           ", but only sums below " + std::to_string(most_) +
                           " are exact; divide the weights by a number, or choose a resolution "
                           "with fewer digits");
    }
    // One bit stays unused, because rounding may make the sum larger.
    const double spare = static_cast<double>(std::floor(std::log2(most_ / sum))) - 1;
    if (spare >= std::numeric_limits<double>::max_exponent) {
      throw InputError(name_, 0,
                       "the weights are too small to be added up; multiply them by a number");
    }
    problem->scale = std::exp2(spare);
    problem->exact = fits(weights, problem->scale);
  }

  template <class Out, class Input, class Of>
  static Buffer<Out> all(Span<Input> weights, const Of& of) {
    Buffer<Out> out(weights.size());
    for_each_number(static_cast<EdgeIndex>(weights.size()), kBlock, 0,
                    [&](EdgeIndex e) { out[e] = static_cast<Out>(of(weights[e])); });
    return out;
  }

  template <class Of>
  void add_up(Problem* problem, const Of& of) const {
    LevelGraph& level = problem->graph;
    level.loops = Buffer<Weight>(graph_.numNodes);
    level.strengths = Buffer<Weight>(graph_.numNodes);
    std::fill(level.loops.begin(), level.loops.end(), 0);
    for (const SelfLoop& loop : loops_) level.loops[loop.node] += 2 * of(loop.weight);
    std::visit(
        [&](const auto& weights) {
          for_each_number(graph_.numNodes, 1024, 0, [&](std::int64_t v) {
            level.strengths[v] = std::accumulate(weights.begin() + offsets_[v],
                                                 weights.begin() + offsets_[v + 1], level.loops[v]);
          });
        },
        level.weights);
    problem->total = std::accumulate(level.strengths.begin(), level.strengths.end(), Weight{0});
  }

  const graph::View& graph_;
  const graph::Array<EdgeIndex> offsets_;
  const std::vector<SelfLoop>& loops_;
  const std::string& name_;
  const double most_;
};

}  // namespace

Fraction parse_fraction(const std::string& text) {
  const auto fail = [&] {
    throw std::invalid_argument(text + " is not a number from 0 to 1000 with at most " +
                                std::to_string(kMostDigits) + " digits after the point");
  };
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string digits = text.substr(0, point) + text.substr(std::min(point + 1, text.size()));
  const std::size_t after = text.size() - std::min(point + 1, text.size());
  if (digits.empty() || digits.size() > 12 || after > kMostDigits ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    fail();
  }
  Fraction fraction{std::stoll(digits), 1};
  for (std::size_t i = 0; i < after; ++i) fraction.under *= 10;
  if (fraction.over > 1000 * fraction.under) fail();
  const std::int64_t common = std::gcd(fraction.over, fraction.under);
  return {fraction.over / common, fraction.under / common};
}

Problem make_problem(const graph::View& graph, const std::vector<SelfLoop>& loops,
                     Fraction resolution, const std::string& name) {
  Problem problem;
  problem.resolution = resolution;
  const Converter converter(graph, loops, resolution, name);
  if (std::holds_alternative<graph::NoWeights>(graph.weights)) {
    Buffer<std::int32_t> ones(graph.neighbors.size());
    std::fill(ones.begin(), ones.end(), 1);
    converter.convert<std::int32_t>(ones, &problem);
  }
  std::visit(
      [&](const auto& weights) {
        using Weights = std::decay_t<decltype(weights)>;
        if constexpr (!std::is_same_v<Weights, graph::NoWeights>) {
          converter.convert(weights, &problem);
        }
      },
      graph.weights);
  problem.graph.nodes = graph.numNodes;
  problem.graph.offsets = wide_offsets(graph);
  problem.graph.neighbors = graph.neighbors;
  return problem;
}

Problem make_problem(CsrGraph&& graph, const std::vector<SelfLoop>& loops, Fraction resolution,
                     const std::string& name) {
  Problem problem = make_problem(graph::View(graph), loops, resolution, name);
  problem.graph.offsets = std::move(graph.offsets);
  problem.graph.neighbors = std::move(graph.neighbors);
  return problem;
}

}  // namespace handshake::louvain
