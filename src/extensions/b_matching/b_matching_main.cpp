// The b_matching program: flags -> graph and bounds -> b-matching -> output file, JSON.
#include <cstdio>
#include <stdexcept>
#include <string>

#include "extensions/b_matching/answer.hpp"
#include "extensions/b_matching/arguments.hpp"
#include "extensions/b_matching/distributed/run_mpi.hpp"
#include "extensions/common/best_of.hpp"
#include "extensions/common/output_files.hpp"
#include "extensions/common/pretend_gpus.hpp"
#include "extensions/common/run_facts.hpp"
#include "flags/flags.hpp"
#include "gpu/device_error.hpp"
#include "graph/file_writer.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/run_program.hpp"
#include "text/json_quote.hpp"

namespace handshake::b_matching {
namespace {

std::string components_of(const Measures& best) {
  std::string text;
  for (const auto& [name, ms] : best.component_ms) {
    text += (text.empty() ? "" : ", ") + json_quoted(name) + ": " + std::to_string(ms);
  }
  return text.empty() ? "" : ", \"component_ms\": {" + text + "}";
}

std::string to_json(const Arguments& a, const Problem& problem, const BMatching& matching,
                    const Measures& best) {
  const auto number = [](const char* name, auto value) {
    return std::string(", \"") + name + "\": " + std::to_string(value);
  };
  return "{" + run_facts("b_matching") + ", \"input\": " + json_quoted(a.input) +
         number("nodes", problem.graph.numNodes) + number("edges", problem.graph.numEdges() / 2) +
         number("matched", matching.matched_edges()) +
         number("weight", b_matching_weight(problem.graph, matching)) +
         number("milliseconds", best.milliseconds) + number("rounds", best.rounds) +
         number("proposals", best.proposals) + number("rest", best.rest) +
         number("offer_rounds", best.offer_rounds) +
         number("edges_from_host", best.edges_from_host) + components_of(best) + best.more + "}\n";
}

void report(std::FILE* summary, const Problem& problem, const BMatching& matching,
            const Measures& best) {
  std::fprintf(summary, "%d nodes, %lld edges: %lld matched, weight %.6f\n", problem.graph.numNodes,
               static_cast<long long>(problem.graph.numEdges() / 2),
               static_cast<long long>(matching.matched_edges()),
               b_matching_weight(problem.graph, matching));
  std::fprintf(summary, "%.3f ms, %lld rounds, %lld nodes left after them, %lld proposals\n",
               best.milliseconds, static_cast<long long>(best.rounds),
               static_cast<long long>(best.rest), static_cast<long long>(best.proposals));
}

// Returns the exit code. If an exception is thrown, the exception decides the exit code.
int run(int argc, char** argv) {
  const Arguments a = parse_arguments(argc, argv);
  if (a.help) {
    std::fputs(kBMatchingUsage, stdout);
    return 0;
  }
  if (a.options.algorithm == Algorithm::kMpi) return run_mpi(a, argc, argv);
  pretend_gpus(a.options.gpus, argv);
  check_outputs(a.inputs(), a.outputs());
  std::FILE* const summary = summary_stream(a.outputs());
  Problem problem;
  problem.graph = generate_or_read(a.input);
  problem.bounds = a.bounds(problem.graph.numNodes);
  problem.ties = a.ties;
  BMatching matching;
  const Measures best = best_of(a.repeat, [&] {
    Measures measures;
    matching = solve(problem, a.options, &measures);
    return measures;
  });
  report(summary, problem, matching, best);
  if (a.verify) {  // a failed check is a fault of this program; then no file is written
    const std::string fault =
        b_matching_fault(problem.graph, problem.bounds, matching, problem.ties);
    if (!fault.empty()) throw std::logic_error("not the greedy b-matching: " + fault);
    std::fprintf(summary, "verified: the greedy b-matching\n");
  }
  if (!a.output.empty()) write_b_matching(a.output, matching);
  if (!a.json.empty()) write_text(a.json, to_json(a, problem, matching, best));
  return 0;
}

}  // namespace
}  // namespace handshake::b_matching

int main(int argc, char** argv) {
  using namespace handshake;
  int code = 0;
  const int of_fault = run_program(
      "b_matching", [&] { code = b_matching::run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
  return of_fault == 0 ? code : of_fault;
}
