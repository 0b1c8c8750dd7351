// The b_matching program: flags -> graph and bounds -> b-matching -> output file, JSON.
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "extensions/b_matching/answer.hpp"
#include "extensions/b_matching/arguments.hpp"
#include "flags/flags.hpp"
#include "graph/file_writer.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/input_error.hpp"
#include "text/json_quote.hpp"

namespace {

using namespace handshake;

enum ExitCode { kExitUsage = 2, kExitInput = 3, kExitCuda = 4, kExitOutput = 6, kExitBug = 70 };

std::string to_json(const BArguments& a, const BProblem& problem, const BMatching& matching,
                    const BMeasures& best) {
  const auto number = [](const char* name, auto value) {
    return std::string(", \"") + name + "\": " + std::to_string(value);
  };
  return "{\"input\": " + json_quoted(a.input) + number("nodes", problem.graph.numNodes) +
         number("edges", problem.graph.numEdges() / 2) +
         number("matched", matching.matched_edges()) +
         number("weight", b_matching_weight(problem.graph, matching)) +
         number("milliseconds", best.milliseconds) + "}\n";
}

void report(const BProblem& problem, const BMatching& matching, const BMeasures& best) {
  std::printf("%d nodes, %lld edges: %lld matched, weight %.6f\n", problem.graph.numNodes,
              static_cast<long long>(problem.graph.numEdges() / 2),
              static_cast<long long>(matching.matched_edges()),
              b_matching_weight(problem.graph, matching));
  std::printf("%.3f ms\n", best.milliseconds);
}

int run(int argc, char** argv) {
  const BArguments a = parse_arguments(argc, argv);
  if (a.help) {
    std::fputs(kBMatchingUsage, stdout);
    return 0;
  }
  BProblem problem;
  problem.graph = generate_or_read(a.input);
  problem.bounds = a.bounds(problem.graph.numNodes);
  problem.ties = a.ties;
  BMeasures best;
  BMatching matching;
  for (int i = 0; i < a.repeat; ++i) {
    BMeasures measures;
    matching = solve(problem, a.options, &measures);
    if (i == 0 || measures.milliseconds < best.milliseconds) best = measures;
  }
  report(problem, matching, best);
  if (a.verify) {  // a fault is ours, and no file is written then
    const std::string fault =
        b_matching_fault(problem.graph, problem.bounds, matching, problem.ties);
    if (!fault.empty()) throw std::logic_error("not the greedy b-matching: " + fault);
    std::printf("verified: the greedy b-matching\n");
  }
  if (!a.output.empty()) write_b_matching(a.output, matching);
  if (!a.json.empty()) write_text(a.json, to_json(a, problem, matching, best));
  return 0;
}

int fail(ExitCode code, const char* message) {
  std::fprintf(stderr, "b_matching: %s\n", message);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "b_matching: %s\n%s", error.what(), kBMatchingUsage);
    return kExitUsage;
  } catch (const InputError& error) {
    return fail(kExitInput, error.what());
  } catch (const OutputError& error) {
    return fail(kExitOutput, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kExitInput, "the problem does not fit into the memory of this machine");
  } catch (const std::logic_error& error) {
    return fail(kExitBug, error.what());
  } catch (const std::exception& error) {  // CudaError among them
    return fail(kExitCuda, error.what());
  }
}
