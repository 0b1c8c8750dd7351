// Measures all algorithms of the GPU-Suitor paper, and `rounds`, on each named graph. Prints one
// line of JSON for each graph and each way: a way is an algorithm with its parameters. profiles.py
// starts this program, and draws the figures of the paper from the output.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "cuda_on_cpu/text/json_quote.hpp"
#include "extensions/suitor/engine.hpp"
#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/run_program.hpp"

namespace handshake::suitor {
namespace {

constexpr Variant kVariants[] = {Variant::kNoSync, Variant::kSyncNoLB, Variant::kSyncLB,
                                 Variant::kHybrid};
constexpr const char* kNames[] = {"nosync", "syncnolb", "synclb", "hybrid"};
constexpr int kVertices[] = {4, 8, 16, 32, 64, 128, 256};
constexpr int kBlocks[] = {128, 192, 256};
constexpr double kLongMilliseconds = 100;  // a run that takes longer is not repeated

struct Way {
  std::string name;
  Options options;
};

Way on_cpu(const char* name, Algorithm algorithm, int threads) {
  Options options;
  options.algorithm = algorithm;
  options.threads = threads;
  return {std::string(name) + " " + std::to_string(threads), options};
}

Way on_gpu(int variant, int vertices, int threads) {
  Options options;
  options.algorithm = Algorithm::kGpuSuitor;
  options.variant = kVariants[variant];
  options.vertices_per_warp = vertices;
  options.threads_per_block = threads;
  return {std::string("gpu-suitor ") + kNames[variant] + " " + std::to_string(vertices) + " " +
              std::to_string(threads),
          options};
}

std::vector<Way> all_ways(const std::vector<std::string>& threads) {
  std::vector<Way> ways;
  for (int variant = 0; variant < 4; ++variant) ways.push_back(on_gpu(variant, 8, 128));
  for (const int vertices : kVertices) {
    for (const int block : kBlocks) {
      if (vertices != 8 || block != 128) ways.push_back(on_gpu(0, vertices, block));
    }
  }
  Options ld;
  ld.algorithm = Algorithm::kGpuLd;
  ways.push_back({"gpu-ld", ld});
  for (const std::string& text : threads) {
    const int count = static_cast<int>(parse_number("threads", text, 1, 1024));
    ways.push_back(on_cpu("omp-suitor", Algorithm::kOmpSuitor, count));
    ways.push_back(on_cpu("omp-ld", Algorithm::kOmpLd, count));
    ways.push_back(on_cpu("rounds", Algorithm::kRounds, count));
  }
  return ways;
}

double best_of(Engine* engine, int repeat) {
  double best = engine->run().milliseconds;
  for (int i = 1; i < repeat && best < kLongMilliseconds; ++i) {
    best = std::min(best, engine->run().milliseconds);
  }
  return best;
}

void run(int argc, char** argv) {
  std::vector<std::string> graphs, threads;
  int repeat = 5;
  read_flags(argc, argv,
             {{"threads", threads},
              {"repeat", repeat, 1, 1000},
              {"version", print_version("profile_suitor")}},
             [&](const std::string& word) { graphs.push_back(word); });
  if (graphs.empty()) throw UsageError("name at least one graph; -threads N may be repeated");
  for (const std::string& name : graphs) {
    const CsrGraph graph = generate_or_read(name);
    for (const Way& way : all_ways(threads)) {
      const double best = best_of(make_engine(graph, way.options).get(), repeat);
      std::printf(
          "{\"graph\": %s, \"directed_edges\": %lld, \"way\": %s, \"milliseconds\": %.4f}\n",
          json_quoted(name).c_str(), static_cast<long long>(graph.numEdges()),
          json_quoted(way.name).c_str(), best);
      std::fflush(stdout);
    }
  }
}

}  // namespace
}  // namespace handshake::suitor

int main(int argc, char** argv) {
  using namespace handshake;
  return run_program(
      "profile_suitor", [&] { suitor::run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
}
