// A plain, slow version, with maps, of the exact scheme in docs/extensions/louvain.md. All engines
// must give the same result.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "extensions/louvain/louvain.hpp"

namespace handshake::louvain {

class PlainLouvain {
 public:
  using Wide = __int128;
  using Rows = std::vector<std::map<int, Wide>>;  // [v][u]: weight; [v][v]: loops, counted twice
  using Labels = std::vector<int>;

  PlainLouvain(const Problem& problem, const Options& options)
      : options_(options), over_(problem.resolution.over), under_(problem.resolution.under) {
    const LevelGraph& graph = problem.graph;
    Rows rows(graph.nodes);
    for (int v = 0; v < graph.nodes; ++v) {
      if (graph.loops[v] > 0) rows[v][v] = graph.loops[v];
      for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        std::visit([&](const auto& w) { rows[v][graph.neighbors[e]] = w[e]; }, graph.weights);
      }
    }
    for (const auto& row : rows) {
      for (const auto& edge : row) total_ += edge.second;
    }
    labels = climb(rows, 0);
  }

  Labels labels;

 private:
  static bool is_linked(const Rows& rows, int v) {
    for (const auto& edge : rows[v]) {
      if (edge.first != v) return true;
    }
    return false;
  }

  // The modularity multiplied by under_ * total_^2. This product is a whole number.
  Wide quality(const Rows& rows, const Labels& labels) const {
    std::map<int, Wide> strengths;
    Wide inside = 0;
    for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
      for (const auto& [u, weight] : rows[v]) {
        strengths[labels[v]] += weight;
        if (labels[u] == labels[v]) inside += weight;
      }
    }
    Wide squares = 0;
    for (const auto& entry : strengths) squares += entry.second * entry.second;
    return under_ * total_ * inside - over_ * squares;
  }

  Labels passes(const Rows& rows, Labels labels, int most) const {
    const int n = static_cast<int>(rows.size());
    const double total = static_cast<double>(total_);
    const auto least =
        static_cast<Wide>(options_.threshold * static_cast<double>(under_) * total * total);
    std::vector<bool> active(n, true);
    Labels best = labels;
    Wide best_quality = quality(rows, labels), before = best_quality;
    for (int pass = 0; pass < most; ++pass) {
      for (int color = 0; color < options_.colors; ++color) {
        sub_round(rows, color, &labels, &active);
      }
      const Wide now = quality(rows, labels);
      if (now > best_quality) best = labels, best_quality = now;
      if (now - before < least || now <= before) break;
      before = now;
    }
    return best;
  }

  int color_of(int v) const {
    std::uint64_t x = static_cast<std::uint64_t>(v) + 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return static_cast<int>(((x ^ (x >> 31)) >> 32) % static_cast<unsigned>(options_.colors));
  }

  void sub_round(const Rows& rows, int color, Labels* labels, std::vector<bool>* active) const {
    const int n = static_cast<int>(rows.size());
    std::map<int, Wide> strengths, sizes;
    for (int v = 0; v < n; ++v) {
      ++sizes[(*labels)[v]];
      for (const auto& edge : rows[v]) strengths[(*labels)[v]] += edge.second;
    }
    Labels next = *labels;
    for (int v = 0; v < n; ++v) {
      if (color_of(v) != color || !is_linked(rows, v) || !(*active)[v]) continue;
      (*active)[v] = false;
      const int own = (*labels)[v];
      Wide strength = 0;
      std::map<int, Wide> to;
      to[own] = 0;
      for (const auto& [u, weight] : rows[v]) {
        strength += weight;
        if (u != v) to[(*labels)[u]] += weight;
      }
      const auto value = [&](int c) {
        const Wide others = strengths[c] - (c == own ? strength : 0);
        return to[c] * under_ * total_ - over_ * strength * others;
      };
      Wide best = value(own);
      for (const auto& entry : to) {  // in rising order, so that the smallest number wins a tie
        const int c = entry.first;
        const bool swap = sizes[own] == 1 && sizes[c] == 1 && color_of(c) == color && c > own;
        if (c == own || swap || value(c) <= best) continue;
        best = value(c);
        next[v] = c;
      }
    }
    for (int v = 0; v < n; ++v) {
      if (next[v] == (*labels)[v]) continue;
      for (const auto& edge : rows[v]) {
        if (edge.first != v && next[edge.first] != next[v]) (*active)[edge.first] = true;
      }
    }
    *labels = next;
  }

  Labels climb(const Rows& rows, int level) const {
    const int n = static_cast<int>(rows.size());
    Labels own(n);
    for (int v = 0; v < n; ++v) own[v] = v;
    bool has_edges = false;
    for (int v = 0; v < n; ++v) has_edges = has_edges || is_linked(rows, v);
    if (!has_edges || level == options_.levels) return own;
    const Labels found = passes(rows, own, options_.passes);
    std::map<int, int> number;
    Labels community(n);
    for (int v = 0; v < n; ++v) {
      community[v] = number.emplace(found[v], static_cast<int>(number.size())).first->second;
    }
    const int count = static_cast<int>(number.size());
    if (count == n) return own;
    Rows merged(count);
    for (int v = 0; v < n; ++v) {
      for (const auto& [u, weight] : rows[v]) merged[community[v]][community[u]] += weight;
    }
    // Communities with edges to other communities come first. The rest are finished.
    Labels node_of(count);
    int next = 0;
    for (const bool linked : {true, false}) {
      for (int c = 0; c < count; ++c) {
        if (is_linked(merged, c) == linked) node_of[c] = next++;
      }
    }
    int nodes = 0;
    for (int c = 0; c < count; ++c) nodes += is_linked(merged, c);
    Rows coarse(nodes);
    for (int c = 0; c < count; ++c) {
      if (!is_linked(merged, c)) continue;
      for (const auto& [d, weight] : merged[c]) coarse[node_of[c]][node_of[d]] = weight;
    }
    const Labels above = climb(coarse, level + 1);
    Labels labels(n);
    for (int v = 0; v < n; ++v) {
      const int node = node_of[community[v]];
      labels[v] = node < nodes ? above[node] : node;
    }
    bool more = false;
    for (int v = 0; v < nodes; ++v) more = more || is_linked(coarse, v);
    return more ? passes(rows, labels, options_.refine_passes) : labels;
  }

  const Options options_;
  const Wide over_, under_;
  Wide total_ = 0;
};

}  // namespace handshake::louvain
