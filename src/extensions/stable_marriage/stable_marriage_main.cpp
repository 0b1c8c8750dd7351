// The stable_marriage program: flags -> instance -> marriage -> output file, JSON.
#include <cstdio>
#include <stdexcept>
#include <string>

#include "extensions/common/best_of.hpp"
#include "extensions/common/output_files.hpp"
#include "extensions/common/pretend_gpus.hpp"
#include "extensions/common/run_facts.hpp"
#include "extensions/common/tie_rules.hpp"
#include "extensions/stable_marriage/from_graph.hpp"
#include "extensions/stable_marriage/generate_problem.hpp"
#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/stable_marriage/read_preferences.hpp"
#include "extensions/stable_marriage/verify_marriage.hpp"
#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "graph/file_writer.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/run_program.hpp"
#include "text/json_quote.hpp"

namespace handshake::marriage {
namespace {

const Choices<Algorithm> kAlgorithms = {
    {"auto", Algorithm::kAuto}, {"gs", Algorithm::kGaleShapley}, {"mw", Algorithm::kMcVitieWilson}};
const Choices<EngineKind> kEngines = {{"auto", EngineKind::kAuto},
                                      {"serial", EngineKind::kSerial},
                                      {"omp", EngineKind::kOmp},
                                      {"gpu", EngineKind::kGpu}};

struct Arguments {
  std::string input, graph, output, save, json;
  Options options;
  TieRule ties = TieRule::kIndex;
  int places = 1;
  int repeat = 1;
  bool verify = false;
  bool help = false;
};

constexpr char kUsage[] =
    "usage: stable_marriage -input LISTS [-output FILE] [flags]\n"
    "  -input LISTS     a file of preferences, or the spec of an instance, such as easy:100000\n"
    "  -graph GRAPH     instead of -input: a graph file, or the spec of a graph; finds the greedy\n"
    "                   matching of the graph: each node becomes a man and a woman\n"
    "  -b B             with -graph: at most B partners for each node (default 1); finds the\n"
    "                   greedy b-matching\n"
    "  -ties RULE       with -graph: index (the default), hash or degree\n"
    "  -output FILE     one line per man: his partners, 0-based, best first, or -1\n"
    "  -algorithm NAME  auto (the default), gs (Gale-Shapley) or mw (McVitie-Wilson)\n"
    "  -engine NAME     auto (the default), serial, omp or gpu\n"
    "  -threads N       omp: 1 to 1024 threads (default: all threads of the CPU)\n"
    "  -gpus N          with -engine gpu and complete lists: N GPUs share the men (1 to 8)\n"
    "  -make-ranks      with -engine gpu and complete lists: the GPU gets only the lists of both\n"
    "                   sides, and the time includes the computation of the ranks\n"
    "  -repeat R        solve R times and report the best time (default 1)\n"
    "  -verify          check that no man and woman prefer each other to their partners\n"
    "  -save FILE       write the instance: as text, or binary if FILE ends in .bin\n"
    "  -json FILE       write the measurements; - means the standard output\n"
    "  -version         print the version\n"
    "  -help            print this text, and the kinds of generated instances\n";

Arguments parse_arguments(int argc, char** argv) {
  Arguments a;
  Options& options = a.options;
  const std::set<std::string> given = read_flags(argc, argv,
                                                 {{"input", a.input},
                                                  {"graph", a.graph},
                                                  {"output", a.output},
                                                  {"save", a.save},
                                                  {"json", a.json},
                                                  {"b", a.places, 0, 1 << 20},
                                                  {"ties", a.ties, kTieRules},
                                                  {"algorithm", options.algorithm, kAlgorithms},
                                                  {"engine", options.engine, kEngines},
                                                  {"threads", options.threads, 1, 1024},
                                                  {"gpus", options.gpus, 1, 8},
                                                  {"make-ranks", options.make_ranks},
                                                  {"repeat", a.repeat, 1, 1000000},
                                                  {"verify", a.verify},
                                                  {"version", print_version("stable_marriage")},
                                                  {"help", a.help}});
  if (!a.help && a.input.empty() && a.graph.empty()) throw UsageError("-input is missing");
  if (!a.input.empty() && !a.graph.empty())
    throw UsageError("-input and -graph exclude each other");
  need(options.engine == EngineKind::kGpu, "-engine gpu", given, {"gpus", "make-ranks"});
  need(!a.graph.empty(), "-graph", given, {"b", "ties"});
  return a;
}

Problem open_problem(const Arguments& a) {
  if (!a.graph.empty()) return problem_from_graph(generate_or_read(a.graph), a.ties, a.places);
  if (is_problem_spec(a.input)) return generate_problem(a.input);
  return read_problem(a.input);
}

void write_marriage(const std::string& path, const Problem& problem, const Marriage& marriage) {
  FileWriter file(path);
  for (Person m = 0; m < problem.men; ++m) {
    std::string line;
    for (std::int64_t i = problem.men_places.first(m); i < problem.men_places.first(m + 1); ++i) {
      if (marriage.partners[i] == kNobody) break;
      line += (line.empty() ? "" : " ") + std::to_string(marriage.partners[i]);
    }
    file.write((line.empty() ? "-1" : line) + "\n");
  }
  file.finish();
}

double teps(const Measures& best) {
  return best.milliseconds > 0 ? 1000 * best.considered / best.milliseconds : 0;
}

std::string to_json(const Arguments& a, const Problem& problem, const Measures& best) {
  const auto number = [](const char* name, auto value) {
    return std::string(", \"") + name + "\": " + std::to_string(value);
  };
  return "{" + run_facts("stable_marriage") +
         ", \"input\": " + json_quoted(a.graph.empty() ? a.input : a.graph) +
         ", \"engine\": " + json_quoted(best.engine) +
         ", \"algorithm\": " + json_quoted(word_for(best.algorithm, kAlgorithms)) +
         number("men", problem.men) + number("women", problem.women) +
         number("purged", problem.purged) + number("milliseconds", best.milliseconds) +
         number("whole_call", best.whole_call) + number("considered", best.considered) +
         number("placements", best.placements) + number("rounds", best.rounds) +
         number("matched", best.matched) + number("million_teps", teps(best) / 1e6) + "}\n";
}

void report(std::FILE* summary, const Problem& problem, const Measures& best) {
  const auto say = [](std::int64_t number) { return static_cast<long long>(number); };
  if (problem.purged > 0) {
    std::fprintf(stderr,
                 "%lld entries were left out: only one of the two persons ranks the other\n",
                 say(problem.purged));
  }
  std::fprintf(summary, "%d men, %d women: %lld pairs, %lld women considered\n", problem.men,
               problem.women, say(best.matched), say(best.considered));
  std::fprintf(summary, "%s: %.3f ms, %.1f million TEPS\n", best.engine.c_str(), best.milliseconds,
               teps(best) / 1e6);
}

// Throws if the answer is wrong, before the files of -output and -json are written. A wrong answer
// is a fault of this program.
void check(std::FILE* summary, const Arguments& a, const Problem& problem,
           const Marriage& marriage) {
  const std::string fault = marriage_fault(problem, marriage);
  if (!fault.empty()) throw std::logic_error("the marriage is not stable: " + fault);
  if (!a.graph.empty() && !answers_twice_alike(problem, marriage)) {
    throw std::logic_error("a node of the graph has different partners as a man and as a woman");
  }
  std::fprintf(summary, "verified: no man and woman prefer each other to their partners\n");
}

void run(int argc, char** argv) {
  const Arguments a = parse_arguments(argc, argv);
  if (a.help) {
    std::printf("%s%s", kUsage, problem_spec_help().c_str());
    return;
  }
  pretend_gpus(a.options.gpus, argv);
  const std::vector<NamedFile> outputs = {{"save", a.save}, {"output", a.output}, {"json", a.json}};
  check_outputs({{"input", a.input}, {"graph", a.graph}}, outputs);
  std::FILE* const summary = summary_stream(outputs);
  const Problem problem = open_problem(a);
  if (!a.save.empty()) write_problem(a.save, problem);
  Marriage marriage;
  const Measures best = best_of(a.repeat, [&] {
    Measures measures;
    marriage = solve(problem, a.options, &measures);
    return measures;
  });
  report(summary, problem, best);
  if (a.verify) check(summary, a, problem, marriage);
  if (!a.output.empty()) write_marriage(a.output, problem, marriage);
  if (!a.json.empty()) write_text(a.json, to_json(a, problem, best));
}

}  // namespace
}  // namespace handshake::marriage

int main(int argc, char** argv) {
  using namespace handshake;
  return run_program(
      "stable_marriage", [&] { marriage::run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
}
