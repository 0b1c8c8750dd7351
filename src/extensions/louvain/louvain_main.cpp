// The louvain program: flags -> graph -> communities -> output files, JSON.
#include <charconv>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "extensions/common/best_of.hpp"
#include "extensions/common/output_files.hpp"
#include "extensions/common/pretend_gpus.hpp"
#include "extensions/common/run_facts.hpp"
#include "extensions/louvain/louvain.hpp"
#include "extensions/louvain/verify_communities.hpp"
#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "gpu/device_error.hpp"
#include "graph/file_writer.hpp"
#include "graph/generate.hpp"
#include "graph/read_graph.hpp"
#include "graph/run_program.hpp"
#include "text/json_quote.hpp"

namespace handshake::louvain {
namespace {

const Choices<EngineKind> kEngines = {{"auto", EngineKind::kAuto},
                                      {"serial", EngineKind::kSerial},
                                      {"omp", EngineKind::kOmp},
                                      {"gpu", EngineKind::kGpu}};

const Choices<Scheme> kSchemes = {
    {"exact", Scheme::kExact}, {"paper", Scheme::kPaper}, {"sequential", Scheme::kSequential}};

struct Arguments {
  std::string input, output, hierarchy, json;
  Options options;
  Fraction resolution;
  int repeat = 1;
  bool verify = false;
  bool help = false;
};

constexpr char kUsage[] =
    "usage: louvain -input GRAPH [-output FILE] [flags]\n"
    "  -input GRAPH     a graph file, or the spec of a generated graph: kron:20\n"
    "  -output FILE     one line per node: the number of its community, from 0; the community of\n"
    "                   the first node is 0\n"
    "  -hierarchy FILE  one line per node: its community in each graph, from the input to the\n"
    "                   smallest graph, and its final community\n"
    "  -scheme NAME     exact (the default), paper (on a GPU) or sequential (one thread)\n"
    "  -engine NAME     auto (the default), serial, omp or gpu; all find the same communities\n"
    "  -gpus N          gpu: 1 to 8 GPUs share the passes over the input (default 1)\n"
    "  -threads N       omp: 1 to 1024 threads (default: as many as the machine has)\n"
    "  -resolution R    a larger R gives more and smaller communities (default 1; 0 to 1000)\n"
    "  -colors N        sub-rounds of a pass, 1 to 64 (default 8)\n"
    "  -passes N        at most N passes over each graph before it is contracted (default 4)\n"
    "  -refine N        at most N passes over each graph on the way back to the input; 0: none\n"
    "                   (default 4)\n"
    "  -threshold T     stop after a pass that gains less modularity than T (default 0.0001)\n"
    "  -bin T           paper, sequential: the threshold for graphs of more than 100000 nodes\n"
    "                   (default 0.01)\n"
    "  -final T         paper, sequential: the threshold for smaller graphs (default 0.000001)\n"
    "  -relaxed         paper: communities change at the end of a pass, not after each bucket\n"
    "  -levels N        at most N contractions (default: until contraction changes nothing)\n"
    "  -small N         gpu: all passes over a graph of at most N nodes are one launch\n"
    "                   (default 100000)\n"
    "  -repeat R        find the communities R times and report the best time (default 1)\n"
    "  -verify          compute the modularity again, only from the graph and the communities\n"
    "  -json FILE       write the measurements; - means the standard output\n"
    "  -version         print the version\n"
    "  -help            print this text\n";

double parse_threshold(const std::string& name, const std::string& text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && rest == text.data() + text.size() && value >= 0 && value <= 1) {
    return value;
  }
  throw UsageError("-" + name + " " + text + ": not a number from 0 to 1");
}

void choose_gpu(Options* options) {
  if (options->engine == EngineKind::kAuto) options->engine = EngineKind::kGpu;
  if (options->engine != EngineKind::kGpu || options->scheme != Scheme::kExact) {
    throw UsageError("-gpus: only -engine gpu with -scheme exact works on several GPUs");
  }
}

Arguments parse_arguments(int argc, char** argv) {
  Arguments a;
  Options& options = a.options;
  const auto resolution = [&](const std::string& text) {
    try {
      a.resolution = parse_fraction(text);
    } catch (const std::invalid_argument& error) {
      throw UsageError(std::string("-resolution ") + error.what());
    }
  };
  const auto threshold = [](const std::string& name, double* value) {
    return Flag(name, std::function<void(const std::string&)>(
                          [=](const std::string& text) { *value = parse_threshold(name, text); }));
  };
  const std::set<std::string> given =
      read_flags(argc, argv,
                 {{"input", a.input},
                  {"output", a.output},
                  {"hierarchy", a.hierarchy},
                  {"json", a.json},
                  {"scheme", options.scheme, kSchemes},
                  {"engine", options.engine, kEngines},
                  {"gpus", options.gpus, 1, 8},
                  {"threads", options.threads, 1, 1024},
                  {"resolution", std::function<void(const std::string&)>(resolution)},
                  {"colors", options.colors, 1, 64},
                  {"colours", options.colors, 1, 64},  // the British spelling is accepted, too
                  {"passes", options.passes, 1, 1000000},
                  {"refine", options.refine_passes, 0, 1000000},
                  threshold("threshold", &options.threshold),
                  threshold("bin", &options.paper.bin_threshold),
                  threshold("final", &options.paper.final_threshold),
                  {"relaxed", options.paper.relaxed},
                  {"levels", options.levels, 1, 1000000},
                  {"small", options.small_nodes, 0, 1 << 20},
                  {"repeat", a.repeat, 1, 1000000},
                  {"verify", a.verify},
                  {"version", print_version("louvain")},
                  {"help", a.help}});
  if (!a.help && a.input.empty()) throw UsageError("-input is missing");
  need(options.scheme != Scheme::kExact, "-scheme paper or sequential", given, {"bin", "final"});
  need(options.scheme == Scheme::kPaper, "-scheme paper", given, {"relaxed"});
  if (options.gpus > 1) choose_gpu(&options);
  options.hierarchy = !a.hierarchy.empty();
  return a;
}

// Reads or generates the graph. Loops count in the modularity, so there is no warning about them.
Problem open_problem(const Arguments& a) {
  if (is_graph_spec(a.input)) {
    return make_problem(generate(parse_graph_spec(a.input)), {}, a.resolution, a.input);
  }
  ReadOptions options;
  options.keepLoops = true;
  ReadReport report;
  const CsrGraph graph = read_graph(a.input, options, &report);
  report.selfLoops = 0;
  const std::string text = describe(report);
  if (!text.empty()) std::fprintf(stderr, "%s: %s\n", a.input.c_str(), text.c_str());
  return make_problem(graph, report.loops, a.resolution, a.input);
}

void write_communities(const std::string& path, const Communities& found) {
  FileWriter file(path);
  for (const Node community : found.of_node) file.write(std::to_string(community) + "\n");
  file.finish();
}

void write_hierarchy(const std::string& path, const Communities& found) {
  FileWriter file(path);
  for (std::size_t v = 0; v < found.of_node.size(); ++v) {
    std::string line;
    for (const auto& level : found.hierarchy) line += std::to_string(level[v]) + " ";
    file.write(line + std::to_string(found.of_node[v]) + "\n");
  }
  file.finish();
}

std::string number(const char* name, double value) {
  char text[64];
  std::snprintf(text, sizeof text, "\"%s\": %.17g", name, value);
  return text;
}

std::string level_json(const LevelMeasures& level) {
  return "{" + number("nodes", level.nodes) + ", " +
         number("edges", static_cast<double>(level.edges)) + ", " + number("passes", level.passes) +
         ", " + number("refine_passes", level.refine_passes) + ", " +
         number("scanned", static_cast<double>(level.scanned)) + ", " +
         number("optimize_ms", level.optimize_ms) + ", " +
         number("contract_ms", level.contract_ms) + ", " + number("refine_ms", level.refine_ms) +
         "}";
}

std::string to_json(const Arguments& a, const Problem& problem, const Communities& found,
                    Node disconnected, const Measures& best) {
  std::string levels;
  for (const LevelMeasures& level : best.levels) {
    levels += (levels.empty() ? "" : ", ") + level_json(level);
  }
  return "{" + run_facts("louvain") + ", \"input\": " + json_quoted(a.input) +
         ", \"scheme\": " + json_quoted(word_for(a.options.scheme, kSchemes)) +
         ", \"engine\": " + json_quoted(best.engine) + ", " + number("nodes", problem.graph.nodes) +
         ", " + number("edges", static_cast<double>(problem.graph.edges())) + ", " +
         number("communities", found.count) + ", " + number("disconnected", disconnected) + ", " +
         number("modularity", found.modularity.value()) + ", " +
         number("milliseconds", best.milliseconds) + ", " +
         number("first_pass_ms", best.first_pass_ms) + ", " + number("scale", problem.scale) +
         ", \"exact\": " + (problem.exact ? "true" : "false") + ", \"levels\": [" + levels + "]}\n";
}

void report(std::FILE* summary, const Problem& problem, const Communities& found, Node disconnected,
            const Measures& best) {
  if (!problem.exact) {
    std::fprintf(stderr,
                 "not all weights can be stored exactly: they are rounded to multiples of %g\n",
                 1 / problem.scale);
  }
  std::fprintf(
      summary,
      "%d nodes, %lld directed edges: %d communities, %d of them not connected, modularity %.12f\n",
      problem.graph.nodes, static_cast<long long>(problem.graph.edges()), found.count, disconnected,
      found.modularity.value());
  std::fprintf(summary, "%s: %.3f ms, %zu graphs\n", best.engine.c_str(), best.milliseconds,
               best.levels.size());
}

void run(int argc, char** argv) {
  const Arguments a = parse_arguments(argc, argv);
  if (a.help) {
    std::fputs(kUsage, stdout);
    return;
  }
  pretend_gpus(a.options.gpus, argv);
  const std::vector<NamedFile> outputs = {
      {"output", a.output}, {"hierarchy", a.hierarchy}, {"json", a.json}};
  check_outputs({{"input", a.input}}, outputs);
  std::FILE* const summary = summary_stream(outputs);
  const Problem problem = open_problem(a);
  Communities found;
  const Measures best = best_of(a.repeat, [&] {
    Measures measures;
    found = find_communities(problem, a.options, &measures);
    return measures;
  });
  const Node disconnected = disconnected_communities(problem.graph, found);
  report(summary, problem, found, disconnected, best);
  if (a.verify) {  // if the check fails, the program has a fault, and no file is written
    const std::string fault = communities_fault(problem, found);
    if (!fault.empty()) throw std::logic_error("the communities are wrong: " + fault);
    std::fprintf(summary, "verified: the modularity is exact\n");
  }
  if (!a.output.empty()) write_communities(a.output, found);
  if (!a.hierarchy.empty()) write_hierarchy(a.hierarchy, found);
  if (!a.json.empty()) write_text(a.json, to_json(a, problem, found, disconnected, best));
}

}  // namespace
}  // namespace handshake::louvain

int main(int argc, char** argv) {
  using namespace handshake;
  return run_program(
      "louvain", [&] { louvain::run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
}
