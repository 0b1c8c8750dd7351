// Generates one graph per seed, and matches it with every engine, on one GPU and on several GPUs.
// Compares each matching with the matching of the serial algorithm. `make test-gpu` starts this
// program.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "extensions/multi_gpu_ld/engine.hpp"
#include "flags/flags.hpp"
#include "graph/generate.hpp"
#include "matching/stable_matching.hpp"

namespace handshake::ld {
namespace {

struct Way {
  const char* name;
  EngineKind engine;
  int batches;  // per GPU; 0: as few as possible
};
constexpr Way kWays[] = {{"fast", EngineKind::kFast, 0},
                         {"streamed", EngineKind::kFast, 3},
                         {"paper", EngineKind::kPaper, 0}};
constexpr TieRule kRules[] = {TieRule::kIndex, TieRule::kHash, TieRule::kDegree};

const std::vector<std::string> kKinds = {"urand:14",  "kron:13", "kmer:15",         "rgg:13",
                                         "mesh27:20", "myc:11",  "urand:10:ef=128", "path:11"};
const std::vector<std::string> kWeights = {"unif", "const", "int", "dec3", "dec3:type=float"};

// Returns 1 if this way of matching does not give the expected partners, and otherwise 0.
int differs(const CsrGraph& graph, const std::vector<Node>& expected, const Way& way,
            Options options, const std::string& spec) {
  options.engine = way.engine;
  options.batches = way.batches;
  const auto engine = make_engine(graph, options);
  engine->run();
  const Buffer<Node> found = engine->matches();
  for (Node v = 0; v < graph.numNodes; ++v) {
    if (found[v] == expected[v]) continue;
    std::printf("%s, tie rule %d, %s on %d GPUs: node %d has partner %d instead of %d\n",
                spec.c_str(), static_cast<int>(options.ties), way.name, options.gpus, v, found[v],
                expected[v]);
    return 1;
  }
  return 0;
}

int run(int argc, char** argv) {
  if (argc != 4) throw UsageError("three numbers are needed");
  const std::int64_t first = parse_number("FIRST", argv[1], 1, 1000000);
  const std::int64_t last = parse_number("LAST", argv[2], first, 1000000);
  const int gpus = static_cast<int>(parse_number("GPUS", argv[3], 1, 8));
  int compared = 0, different = 0;
  for (std::int64_t seed = first; seed <= last; ++seed) {
    const std::string spec = kKinds[seed % kKinds.size()] +
                             ":w=" + kWeights[seed % kWeights.size()] +
                             ":seed=" + std::to_string(seed);
    const CsrGraph graph = generate(parse_graph_spec(spec));
    Options options;
    options.ties = kRules[seed % 3];
    const std::vector<Node> expected = stable_matching(graph, options.ties);
    for (const Way& way : kWays) {
      for (options.gpus = 1; options.gpus <= gpus; options.gpus += gpus > 1 ? gpus - 1 : 1) {
        different += differs(graph, expected, way, options, spec);
        ++compared;
      }
    }
  }
  std::printf("seeds %lld to %lld, on 1 and %d GPUs: %d matchings compared, %d differ\n",
              static_cast<long long>(first), static_cast<long long>(last), gpus, compared,
              different);
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace handshake::ld

int main(int argc, char** argv) {
  using namespace handshake;
  try {
    return ld::run(argc, argv);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "compare_engines: %s\nusage: compare_engines FIRST LAST GPUS\n",
                 error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "compare_engines: %s\n", error.what());
    return 4;
  }
}
