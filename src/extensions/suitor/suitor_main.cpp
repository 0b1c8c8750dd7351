// The suitor program: flags -> graph -> matching -> output file, JSON.
#include <algorithm>
#include <cstdio>
#include <string>

#include "extensions/common/match_and_report.hpp"
#include "extensions/common/output_files.hpp"
#include "extensions/common/run_facts.hpp"
#include "extensions/common/tie_rules.hpp"
#include "extensions/suitor/engine.hpp"
#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/graph_spec.hpp"
#include "graph/run_program.hpp"
#include "matching/matching.hpp"
#include "text/json_quote.hpp"

namespace handshake::suitor {
namespace {

const Choices<Algorithm> kAlgorithms = {
    {"omp-ld", Algorithm::kOmpLd},  {"omp-suitor", Algorithm::kOmpSuitor},
    {"gpu-ld", Algorithm::kGpuLd},  {"gpu-suitor", Algorithm::kGpuSuitor},
    {"rounds", Algorithm::kRounds}, {"sorted", Algorithm::kSorted}};
const Choices<Variant> kVariants = {{"nosync", Variant::kNoSync},
                                    {"syncnolb", Variant::kSyncNoLB},
                                    {"synclb", Variant::kSyncLB},
                                    {"hybrid", Variant::kHybrid}};

struct Arguments {
  std::string input, output, json;
  Options options;
  int repeat = 1;
  bool help = false;
};

constexpr char kUsage[] =
    "usage: suitor -input GRAPH [-output FILE] [flags]\n"
    "  -input GRAPH           a graph file, or the spec of a graph, such as urand:20:w=unif\n"
    "  -output FILE           one line per node: its partner, 0-based, or -1\n"
    "  -algorithm NAME        rounds (the default, on a CPU), sorted, omp-ld, omp-suitor,\n"
    "                         gpu-ld or gpu-suitor; all give the same matching\n"
    "  -variant NAME          gpu-suitor: nosync (the default), syncnolb, synclb or hybrid\n"
    "  -vertices-per-warp N   gpu-suitor: 1 to 256 (default 8)\n"
    "  -threads-per-block N   gpu-suitor: a multiple of 32, up to 1024 (default 128)\n"
    "  -threads N             threads of a CPU, 1 to 1024 (default: all threads of the CPU);\n"
    "                         omp-suitor with 1 thread is the serial algorithm, without locks\n"
    "  -ties RULE             index (the default), hash or degree: which edge wins among equal\n"
    "                         weights\n"
    "  -repeat R              match R times and report the best time (default 1)\n"
    "  -json FILE             write the measurements; - means the standard output\n"
    "  -version               print the version\n"
    "  -help                  print this text, and the kinds of generated graphs\n";

Arguments parse_arguments(int argc, char** argv) {
  Arguments a;
  Options& options = a.options;
  const std::set<std::string> given =
      read_flags(argc, argv,
                 {{"input", a.input},
                  {"output", a.output},
                  {"algorithm", options.algorithm, kAlgorithms},
                  {"variant", options.variant, kVariants},
                  {"vertices-per-warp", options.vertices_per_warp, 1, kMostVerticesPerWarp},
                  {"threads-per-block", options.threads_per_block, 32, kMostThreadsPerBlock},
                  {"threads", options.threads, 1, 1024},
                  {"ties", options.ties, kTieRules},
                  {"repeat", a.repeat, 1, 1000000},
                  {"json", a.json},
                  {"version", print_version("suitor")},
                  {"help", a.help}});
  if (!a.help && a.input.empty()) throw UsageError("-input is missing");
  if (options.threads_per_block % 32 != 0) {
    throw UsageError("-threads-per-block " + std::to_string(options.threads_per_block) +
                     ": not a multiple of 32, the number of threads of a warp");
  }
  need(options.algorithm == Algorithm::kGpuSuitor, "-algorithm gpu-suitor", given,
       {"variant", "vertices-per-warp", "threads-per-block"});
  return a;
}

std::string to_json(const Arguments& a, const CsrGraph& graph, const Buffer<Node>& matches,
                    const Measures& best) {
  const auto number = [](const char* name, auto value) {
    return std::string(", \"") + name + "\": " + std::to_string(value);
  };
  const Options& options = a.options;
  std::string text = "{" + run_facts("suitor") + ", \"input\": " + json_quoted(a.input) +
                     ", \"algorithm\": " + json_quoted(word_for(options.algorithm, kAlgorithms));
  if (options.algorithm == Algorithm::kGpuSuitor) {
    text += ", \"variant\": " + json_quoted(word_for(options.variant, kVariants)) +
            number("vertices_per_warp", options.vertices_per_warp) +
            number("threads_per_block", options.threads_per_block);
  }
  return text + number("nodes", graph.numNodes) + number("directed_edges", graph.numEdges()) +
         number("milliseconds", best.milliseconds) +
         number("sort_milliseconds", best.sort_milliseconds) + number("rounds", best.rounds) +
         number("left_to_offers", best.left) +
         number("matched_edges", count_matched_edges(matches)) +
         number("weight", matching_weight(graph, matches)) + "}\n";
}

void run(int argc, char** argv) {
  const Arguments a = parse_arguments(argc, argv);
  if (a.help) {
    std::printf("%s%s\n", kUsage, graph_spec_help().c_str());
    return;
  }
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
}  // namespace handshake::suitor

int main(int argc, char** argv) {
  using namespace handshake;
  return run_program("suitor", [&] { suitor::run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
}
