// For each seed, matches one generated graph with all algorithms for CPUs or all algorithms for
// GPUs, and compares the matchings with the serial matching. `make test-gpu` and check_threads.sh
// start this program.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "extensions/suitor/engine.hpp"
#include "flags/flags.hpp"
#include "graph/generate.hpp"
#include "graph/run_program.hpp"
#include "matching/stable_matching.hpp"

namespace handshake::suitor {
namespace {

constexpr Algorithm kOnCpu[] = {Algorithm::kOmpLd, Algorithm::kOmpSuitor, Algorithm::kRounds,
                                Algorithm::kSorted};
constexpr Variant kVariants[] = {Variant::kNoSync, Variant::kSyncNoLB, Variant::kSyncLB,
                                 Variant::kHybrid};
constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};
constexpr int kThreads[] = {4, 1, 3, 8};
constexpr int kVertices[] = {8, 32, 1, 128, 5};
constexpr int kBlocks[] = {128, 256, 32, 192};

const std::vector<std::string> kKinds = {"urand:14",  "kron:13", "kmer:15",         "rgg:13",
                                         "mesh27:20", "myc:11",  "urand:10:ef=128", "path:11"};
const std::vector<std::string> kWeights = {"unif", "const", "int", "dec3", "dec3:type=float"};

std::vector<Options> ways_for(std::int64_t seed, bool on_gpu) {
  Options options;
  options.ties = kRules[seed % 3];
  options.threads = kThreads[seed % 4];
  options.vertices_per_warp = kVertices[seed % 5];
  options.threads_per_block = kBlocks[seed % 4];
  std::vector<Options> ways;
  if (!on_gpu) {
    for (const Algorithm algorithm : kOnCpu) {
      options.algorithm = algorithm;
      ways.push_back(options);
    }
    return ways;
  }
  options.algorithm = Algorithm::kGpuLd;
  ways.push_back(options);
  options.algorithm = Algorithm::kGpuSuitor;
  for (const Variant variant : kVariants) {
    options.variant = variant;
    ways.push_back(options);
  }
  return ways;
}

// Returns 1 if the matching with the options `way` differs from the serial matching, otherwise 0.
int differs(const CsrGraph& graph, const std::vector<Node>& expected, const Options& way,
            const std::string& spec) {
  const auto engine = make_engine(graph, way);
  engine->run();
  const Buffer<Node> found = engine->matches();
  for (Node v = 0; v < graph.numNodes; ++v) {
    if (found[v] == expected[v]) continue;
    std::printf("%s, tie rule %d, algorithm %d, variant %d: node %d has partner %d instead of %d\n",
                spec.c_str(), static_cast<int>(way.ties), static_cast<int>(way.algorithm),
                static_cast<int>(way.variant), v, found[v], expected[v]);
    return 1;
  }
  return 0;
}

void run(int argc, char** argv) {
  const std::string place = argc == 4 ? argv[1] : "";
  if (place != "cpu" && place != "gpu") {
    throw UsageError("give three words: cpu or gpu, the first seed and the last seed");
  }
  const std::int64_t first = parse_number("FIRST", argv[2], 1, 1000000);
  const std::int64_t last = parse_number("LAST", argv[3], first, 1000000);
  int compared = 0, different = 0;
  for (std::int64_t seed = first; seed <= last; ++seed) {
    const std::string spec = kKinds[seed % kKinds.size()] +
                             ":w=" + kWeights[seed % kWeights.size()] +
                             ":seed=" + std::to_string(seed);
    const CsrGraph graph = generate(parse_graph_spec(spec));
    const std::vector<Node> expected = stable_matching(graph, kRules[seed % 3]);
    for (const Options& way : ways_for(seed, place == "gpu")) {
      different += differs(graph, expected, way, spec);
      ++compared;
    }
  }
  std::printf("%s, seeds %lld to %lld: %d matchings compared, %d differ\n", place.c_str(),
              static_cast<long long>(first), static_cast<long long>(last), compared, different);
  if (different > 0) throw std::logic_error("matchings differ");
}

}  // namespace
}  // namespace handshake::suitor

int main(int argc, char** argv) {
  using namespace handshake;
  return run_program(
      "compare_suitor", [&] { suitor::run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
}
