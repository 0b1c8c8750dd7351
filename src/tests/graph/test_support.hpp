// Helpers for the tests of src/graph: the edges of a graph as a map, a folder for files, and
// functions that read a graph from a text.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "graph/binary_graph.hpp"
#include "graph/csr.hpp"
#include "graph/file_bytes.hpp"
#include "graph/input_error.hpp"
#include "graph/matrix_market.hpp"
#include "graph/read_options.hpp"

namespace handshake {

// The undirected edges of a graph: smaller end, larger end, weight. Nodes are numbered from 0.
using Edges = std::map<std::pair<int, int>, double>;

// Reads the edges from the arrays of a graph. Every edge must be stored at both ends.
inline Edges edges_of(const CsrGraph& graph) {
  Edges forward;
  Edges backward;
  std::visit(
      [&](const auto& weights) {
        for (int v = 0; v < graph.numNodes; v++)
          for (auto e = graph.offsets[v]; e < graph.offsets[v + 1]; e++) {
            const int u = graph.neighbors[e];
            (v < u ? forward[{v, u}] : backward[{u, v}]) = static_cast<double>(weights[e]);
          }
      },
      graph.weights);
  if (forward != backward) throw std::logic_error("an edge differs at its two ends");
  return forward;
}

// Returns whether all arrays of two graphs are equal byte for byte.
inline bool equal(const CsrGraph& a, const CsrGraph& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() &&
           (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof x[0]) == 0);
  };
  return a.numNodes == b.numNodes && same(a.offsets, b.offsets) && same(a.neighbors, b.neighbors) &&
         a.weights.index() == b.weights.index() &&
         std::visit(
             [&](const auto& weights) {
               return same(weights, std::get<std::decay_t<decltype(weights)>>(b.weights));
             },
             a.weights);
}

// Makes root an ordinary user until the end of the scope, because root may read and write every
// file. Changes nothing if another user runs the test.
class OrdinaryUser {
 public:
  OrdinaryUser() : before_(geteuid()) {
    constexpr uid_t kNobody = 65534;
    if (before_ == 0 && seteuid(kNobody) != 0)
      throw std::runtime_error("root cannot become an ordinary user");
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  ~OrdinaryUser() {
    if (before_ == 0 && seteuid(0) != 0) std::abort();
  }

 private:
  uid_t before_;
};

inline const char* kInteger = "%%MatrixMarket matrix coordinate integer symmetric\n";
inline const char* kReal = "%%MatrixMarket matrix coordinate real general\n";
inline const char* kPattern = "%%MatrixMarket matrix coordinate pattern symmetric\n";

// Reads from memory that ends exactly where the text ends, so that AddressSanitizer notices every
// read after the end.
inline CsrGraph read_text(const std::string& text, const ReadOptions& options = {},
                          ReadReport* report = nullptr) {
  ReadReport found;
  CsrGraph graph = read_matrix_market(FileBytes::copy_of(text), "graph.mtx", options, found);
  if (report) *report = found;
  return graph;
}

inline ReadOptions with_threads(int threads) {
  ReadOptions options;
  options.threads = threads;
  return options;
}

inline ReadOptions integers_only() {
  ReadOptions options;
  options.weights = WeightRule::integer;
  return options;
}

// Returns the message of the InputError that `read` throws, or "" if it throws none.
inline std::string fault_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

inline std::string fault_of_text(const std::string& text, const ReadOptions& options = {}) {
  return fault_of([&] { read_text(text, options); });
}

// A separate folder for each test. It is removed after the test.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "handshake-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a folder for a test");
    path_ = name;
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      all.push_back(entry.path().filename().string());
    return all;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace handshake
