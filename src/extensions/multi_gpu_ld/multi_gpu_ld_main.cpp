// The multi_gpu_ld program: flags -> graph -> matching on one or several GPUs -> output file, JSON.
#include <cstdio>
#include <string>
#include <string_view>

#include "extensions/common/match_and_report.hpp"
#include "extensions/common/memory_flag.hpp"
#include "extensions/common/output_files.hpp"
#include "extensions/common/pretend_gpus.hpp"
#include "extensions/common/run_facts.hpp"
#include "extensions/common/tie_rules.hpp"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/graph_spec.hpp"
#include "graph/run_program.hpp"
#include "matching/matching.hpp"
#include "text/json_quote.hpp"

namespace handshake::ld {
namespace {

const Choices<EngineKind> kEngines = {{"fast", EngineKind::kFast}, {"paper", EngineKind::kPaper}};

struct Arguments {
  std::string input, output, json;
  Options options;
  int repeat = 1;
  bool help = false;
};

constexpr char kUsage[] =
    "usage: multi_gpu_ld -input GRAPH [-output FILE] [flags]\n"
    "  -input GRAPH    a graph file, or the spec of a generated graph, such as urand:20:w=unif\n"
    "  -output FILE    one line per node: its partner, 0-based, or -1\n"
    "  -gpus N         number of GPUs, 1 to 8 (default 1)\n"
    "  -engine NAME    fast (the default) or paper (LD-GPU as published)\n"
    "  -ties RULE      index (the default), hash or degree: which edge wins if weights are equal\n"
    "  -memory BYTES   use at most this much memory of each GPU; k, M, G mean 2^10, 2^20, 2^30\n"
    "  -batches B      copy the edges to the GPU in B batches or more (paper: B batches per GPU)\n"
    "  -passes P       fast: P passes before the last phase, 0 to 64; the result stays the same\n"
    "  -repeat R       match R times and report the best time (default 1)\n"
    "  -components     also time each component, and count the edges that are read; the whole\n"
    "                  run then takes longer\n"
    "  -json FILE      write the measurements; - means the standard output\n"
    "  -version        print the version\n"
    "  -help           print this text, and the kinds of generated graphs\n";

Arguments parse_arguments(int argc, char** argv) {
  Arguments a;
  Options& options = a.options;
  read_flags(argc, argv,
             {{"input", a.input},
              {"output", a.output},
              {"json", a.json},
              {"gpus", options.gpus, 1, 8},
              {"engine", options.engine, kEngines},
              {"ties", options.ties, kTieRules},
              {"memory", [&](auto& text) { options.memory = parse_memory(text); }},
              {"batches", options.batches, 1, 1 << 20},
              {"passes", options.passes, 0, kMaxPasses},
              {"repeat", a.repeat, 1, 1000000},
              {"components", options.components},
              {"version", print_version("multi_gpu_ld")},
              {"help", a.help}});
  if (!a.help && a.input.empty()) throw UsageError("-input is missing");
  return a;
}

std::string list_of(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (const std::int64_t number : numbers) {
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  }
  return "[" + text + "]";
}

std::string to_json(const Arguments& a, const CsrGraph& graph, const Buffer<Node>& matches,
                    const Measures& best) {
  const std::int64_t edges = count_matched_edges(matches);
  std::string components;
  for (const auto& [name, ms] : best.component_ms) {
    components += (components.empty() ? "" : ", ") + json_quoted(name) + ": " + std::to_string(ms);
  }
  const double seconds = best.milliseconds / 1000;
  char weight[64];
  std::snprintf(weight, sizeof weight, "%.6f", matching_weight(graph, matches));
  return "{" + run_facts("multi_gpu_ld") + ", \"input\": " + json_quoted(a.input) +
         ", \"engine\": " + json_quoted(word_for(a.options.engine, kEngines)) +
         ", \"gpus\": " + std::to_string(a.options.gpus) +
         ", \"nodes\": " + std::to_string(graph.numNodes) +
         ", \"directed_edges\": " + std::to_string(graph.numEdges()) +
         ", \"milliseconds\": " + std::to_string(best.milliseconds) +
         ", \"million_matched_edges_per_second\": " +
         std::to_string(seconds > 0 ? edges / seconds / 1e6 : 0) +
         ", \"matched_edges\": " + std::to_string(edges) + ", \"weight\": " + weight +
         ", \"passes\": " + std::to_string(best.passes) +
         ", \"rounds\": " + std::to_string(best.rounds) +
         ", \"edges_from_host\": " + std::to_string(best.edges_from_host) +
         ", \"live_after_pass\": " + list_of(best.live_after_pass) +
         ", \"exhausted_in_pass\": " + list_of(best.exhausted_in_pass) +
         ", \"edges_read_in_pass\": " + list_of(best.edges_read_in_pass) +
         ", \"component_milliseconds\": {" + components + "}}\n";
}

void run(int argc, char** argv) {
  const Arguments a = parse_arguments(argc, argv);
  if (a.help) {
    std::printf("%s%s\n", kUsage, graph_spec_help().c_str());
    return;
  }
  pretend_gpus(a.options.gpus, argv);
  const std::vector<NamedFile> outputs = {{"output", a.output}, {"json", a.json}};
  check_outputs({{"input", a.input}}, outputs);
  const CsrGraph graph = generate_or_read(a.input);
  const std::unique_ptr<Engine> engine = make_engine(graph, a.options);
  match_and_report(graph, engine.get(), a, summary_stream(outputs),
                   [&](const Buffer<Node>& matches, const Measures& best) {
                     return to_json(a, graph, matches, best);
                   });
}

}  // namespace
}  // namespace handshake::ld

int main(int argc, char** argv) {
  using namespace handshake;
  return run_program(
      "multi_gpu_ld", [&] { ld::run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
}
