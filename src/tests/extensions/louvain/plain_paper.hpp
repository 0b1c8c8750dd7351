// The paper's scheme, written with maps and whole numbers; nodes decide one after the other. The
// kernels of the paper's scheme must give the same result.
#pragma once

#include <map>
#include <vector>

#include "extensions/louvain/louvain.hpp"

namespace handshake::louvain {

class PlainPaper {
 public:
  using Wide = __int128;
  using Rows = std::vector<std::map<int, Wide>>;  // [v][u]: weight; [v][v]: loops, counted twice
  using Labels = std::vector<int>;

  PlainPaper(const Problem& problem, const Options& options)
      : options_(options), over_(problem.resolution.over), under_(problem.resolution.under) {
    const LevelGraph& graph = problem.graph;
    Rows rows(graph.nodes);
    labels.resize(graph.nodes);
    for (int v = 0; v < graph.nodes; ++v) {
      labels[v] = v;
      rows[v][v] = graph.loops[v];
      for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        std::visit([&](const auto& w) { rows[v][graph.neighbors[e]] = w[e]; }, graph.weights);
      }
      for (const auto& edge : rows[v]) total_ += edge.second;
    }
    const Wide least = gain(options.paper.final_threshold);
    for (bool shrinks = has_edges(rows); shrinks;) {
      const Wide before = quality(rows, own(rows));
      const Labels communities = optimize(rows);
      const Wide gained = quality(rows, communities) - before;
      std::map<int, int> new_id;
      for (const int c : communities) new_id[c] = 0;
      int next = 0;
      for (auto& entry : new_id) entry.second = next++;
      for (int& label : labels) label = new_id[communities[label]];
      Rows merged(next);
      for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
        for (const auto& [u, weight] : rows[v]) {
          merged[new_id[communities[v]]][new_id[communities[u]]] += weight;
        }
      }
      shrinks =
          merged.size() < rows.size() && has_edges(merged) && (gained >= least || -gained >= least);
      rows = merged;
    }
  }

  Labels labels;

 private:
  Wide gain(double modularity) const {
    const double total = static_cast<double>(total_);
    return static_cast<Wide>(modularity * static_cast<double>(under_) * total * total);
  }

  static int degree(const Rows& rows, int v) {
    return static_cast<int>(rows[v].size()) - static_cast<int>(rows[v].count(v));
  }
  static bool has_edges(const Rows& rows) {
    for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
      if (degree(rows, v) > 0) return true;
    }
    return false;
  }
  static Labels own(const Rows& rows) {
    Labels labels(rows.size());
    for (std::size_t v = 0; v < labels.size(); ++v) labels[v] = static_cast<int>(v);
    return labels;
  }

  Wide quality(const Rows& rows, const Labels& labels) const {
    std::map<int, Wide> strengths;
    Wide inside = 0, squares = 0;
    for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
      for (const auto& [u, weight] : rows[v]) {
        strengths[labels[v]] += weight;
        if (labels[u] == labels[v]) inside += weight;
      }
    }
    for (const auto& entry : strengths) squares += entry.second * entry.second;
    return under_ * total_ * inside - over_ * squares;
  }

  Labels optimize(const Rows& rows) const {
    const int bounds[] = {0, 4, 8, 16, 32, 84, 319, 1 << 30};
    const Wide least = gain(options_.paper.threshold_for(static_cast<Node>(rows.size())));
    Labels labels = own(rows);
    for (Wide before = quality(rows, labels);;) {
      Labels next = labels;
      for (int k = 1; k < 8; ++k) {
        compute(rows, labels, bounds[k - 1], bounds[k], &next);
        if (!options_.paper.relaxed) labels = next;
      }
      labels = next;
      const Wide now = quality(rows, labels);
      if (now - before < least || now <= before) return labels;
      before = now;
    }
  }

  void compute(const Rows& rows, const Labels& labels, int above, int most, Labels* next) const {
    std::map<int, Wide> strengths, sizes;
    for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
      ++sizes[labels[v]];
      for (const auto& edge : rows[v]) strengths[labels[v]] += edge.second;
    }
    for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
      if (degree(rows, v) <= above || degree(rows, v) > most) continue;
      Wide strength = 0;
      std::map<int, Wide> to;
      to[labels[v]] = 0;
      for (const auto& [u, weight] : rows[v]) {
        strength += weight;
        if (u != v) to[labels[u]] += weight;
      }
      const auto value = [&](int c) {
        const Wide others = strengths[c] - (c == labels[v] ? strength : 0);
        return to[c] * under_ * total_ - over_ * strength * others;
      };
      Wide best = value(labels[v]);
      for (const auto& entry : to) {
        const int c = entry.first;
        const bool both_alone = sizes[labels[v]] == 1 && sizes[c] == 1;
        if (c == labels[v] || (both_alone && c > labels[v]) || value(c) <= best) continue;
        best = value(c);
        (*next)[v] = c;
      }
    }
  }

  const Options options_;
  const Wide over_, under_;
  Wide total_ = 0;
};

}  // namespace handshake::louvain
