// The answers of answers.c, by the functions of C++.
#include <fstream>
#include <string>
#include <vector>

#include "graph/read_graph.hpp"
#include "library/handshake.hpp"

using namespace handshake;  // NOLINT: a program for a test

namespace {

class Answers {
 public:
  Answers(const std::string& graphs, const std::string& answers, int number)
      : graph_(read_graph(graphs + "/" + std::to_string(number) + ".hsg")),
        path_(answers + "/" + std::to_string(number) + "."),
        threads_(1 + number % 3) {}

  void write() const {
    std::vector<Node> found(graph_.numNodes);
    const std::vector<std::int32_t> b(graph_.numNodes, 2);
    const std::pair<const char*, TieRule> rules[] = {
        {"index", TieRule::kIndex}, {"hash", TieRule::kHash}, {"degree", TieRule::kDegree}};
    for (const auto& [name, ties] : rules) {
      suitor::match(graph_, {ties, threads_}, found.data());
      write_numbers(std::string("match_") + name, found);
      suitor::match(graph_, {ties, threads_, 2}, found.data());
      write_numbers(std::string("quality_") + name, found);
      write_lists(std::string("b_match_") + name, b_matching::match(graph_, b, {ties, threads_}));
    }
    louvain::find(graph_, {}, found.data());
    write_numbers("louvain", found);
    const graph::View view = graph_;
    const marriage::Side side{view.numNodes, view.offsets, view.neighbors};
    marriage::match(side, side, {}, found.data());
    write_numbers("stable", found);
  }

 private:
  void write_numbers(const std::string& task, const std::vector<Node>& numbers) const {
    std::ofstream file(path_ + task);
    for (const Node number : numbers) file << number << '\n';
  }

  void write_lists(const std::string& task, const BMatching& matching) const {
    std::ofstream file(path_ + task);
    for (Node v = 0; v < graph_.numNodes; ++v) {
      if (matching.offsets[v] == matching.offsets[v + 1]) file << -1;
      for (EdgeIndex i = matching.offsets[v]; i < matching.offsets[v + 1]; ++i) {
        file << (i == matching.offsets[v] ? "" : " ") << matching.partners[i];
      }
      file << '\n';
    }
  }

  const CsrGraph graph_;
  const std::string path_;
  const int threads_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  for (int i = 0; i < std::stoi(argv[3]); ++i) Answers(argv[1], argv[2], i).write();
}
