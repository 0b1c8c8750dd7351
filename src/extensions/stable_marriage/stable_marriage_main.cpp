// The stable_marriage program: flags -> instance -> marriage -> output file, JSON.
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "extensions/stable_marriage/from_graph.hpp"
#include "extensions/stable_marriage/generate_problem.hpp"
#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/stable_marriage/read_preferences.hpp"
#include "extensions/stable_marriage/verify_marriage.hpp"
#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "graph/file_writer.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/input_error.hpp"
#include "text/json_quote.hpp"

namespace {

using namespace handshake;

enum ExitCode { kExitUsage = 2, kExitInput = 3, kExitCuda = 4, kExitOutput = 6, kExitBug = 70 };

struct Arguments {
  std::string input, graph, output, save, json;
  SolveOptions options;
  TieRule ties = TieRule::kIndex;
  int places = 1;
  int repeat = 1;
  bool verify = false;
  bool help = false;
};

constexpr char kUsage[] =
    "usage: stable_marriage -input LISTS [-output FILE] [flags]\n"
    "  -input LISTS     a file of preferences, or the spec of a generated instance: easy:100000\n"
    "  -graph GRAPH     instead: greedy matching of a graph file or spec, every node man and "
    "woman\n"
    "  -b B             with -graph: B partners each (default 1): greedy b-matching\n"
    "  -ties RULE       with -graph: index (the default), hash or degree\n"
    "  -output FILE     one line a man: his partners, 0-based, best first, or -1\n"
    "  -algorithm NAME  gs (Gale-Shapley, the default) or mw (McVitie-Wilson)\n"
    "  -engine NAME     auto (the default), serial, omp or gpu\n"
    "  -threads N       threads of omp, 1 to 1024 (default: as many as there are)\n"
    "  -repeat R        solve R times and report the best (default 1)\n"
    "  -verify          look for a pair who would rather have each other\n"
    "  -save FILE       write the instance: as text, or binary if FILE ends in .bin\n"
    "  -json FILE       write what was measured; - for the standard output\n"
    "  -version         print the version\n"
    "  -help            this text, and the kinds of generated instances\n";

template <class Value>
Value choice(const char* flag, const std::string& text,
             std::initializer_list<std::pair<const char*, Value>> choices) {
  std::string names;
  for (const auto& [name, value] : choices) {
    if (text == name) return value;
    names += std::string(names.empty() ? "" : ", ") + name;
  }
  throw UsageError(std::string("-") + flag + " " + text + ": there are " + names);
}

Arguments parse_arguments(int argc, char** argv) {
  Arguments a;
  SolveOptions& options = a.options;
  const auto algorithm = [&](const std::string& text) {
    options.algorithm = choice<Algorithm>(
        "algorithm", text, {{"gs", Algorithm::kGaleShapley}, {"mw", Algorithm::kMcVitieWilson}});
  };
  const auto engine = [&](const std::string& text) {
    options.engine = choice<EngineKind>("engine", text,
                                        {{"auto", EngineKind::kAuto},
                                         {"serial", EngineKind::kSerial},
                                         {"omp", EngineKind::kOmp},
                                         {"gpu", EngineKind::kGpu}});
  };
  const auto ties = [&](const std::string& text) {
    a.ties = choice<TieRule>(
        "ties", text,
        {{"index", TieRule::kIndex}, {"hash", TieRule::kHash}, {"degree", TieRule::kDegree}});
  };
  read_flags(argc, argv,
             {{"input", a.input},
              {"graph", a.graph},
              {"output", a.output},
              {"save", a.save},
              {"json", a.json},
              {"b", a.places, 0, 1 << 20},
              {"ties", std::function<void(const std::string&)>(ties)},
              {"algorithm", std::function<void(const std::string&)>(algorithm)},
              {"engine", std::function<void(const std::string&)>(engine)},
              {"threads", options.threads, 1, 1024},
              {"repeat", a.repeat, 1, 1000000},
              {"verify", a.verify},
              {"version", print_version("stable_marriage")},
              {"help", a.help}});
  if (!a.help && a.input.empty() && a.graph.empty()) throw UsageError("-input is missing");
  if (!a.input.empty() && !a.graph.empty())
    throw UsageError("-input and -graph exclude each other");
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

double teps(const SolveMeasures& best) {
  return best.milliseconds > 0 ? 1000 * best.considered / best.milliseconds : 0;
}

std::string to_json(const Arguments& a, const Problem& problem, const SolveMeasures& best) {
  const auto number = [](const char* name, auto value) {
    return std::string(", \"") + name + "\": " + std::to_string(value);
  };
  const bool gs = a.options.algorithm == Algorithm::kGaleShapley;
  return "{\"input\": " + json_quoted(a.graph.empty() ? a.input : a.graph) +
         ", \"engine\": " + json_quoted(best.engine) +
         ", \"algorithm\": " + (gs ? "\"gs\"" : "\"mw\"") + number("men", problem.men) +
         number("women", problem.women) + number("purged", problem.purged) +
         number("milliseconds", best.milliseconds) + number("considered", best.considered) +
         number("placements", best.placements) + number("rounds", best.rounds) +
         number("matched", best.matched) + number("million_teps", teps(best) / 1e6) + "}\n";
}

void report(const Problem& problem, const SolveMeasures& best) {
  const auto say = [](std::int64_t number) { return static_cast<long long>(number); };
  if (problem.purged > 0) {
    std::fprintf(stderr, "%lld entries are on one side only and were left out\n",
                 say(problem.purged));
  }
  std::printf("%d men, %d women: %lld pairs, %lld women considered\n", problem.men, problem.women,
              say(best.matched), say(best.considered));
  std::printf("%s: %.3f ms, %.1f million TEPS\n", best.engine.c_str(), best.milliseconds,
              teps(best) / 1e6);
}

// A fault of ours: no file is written then.
void check(const Arguments& a, const Problem& problem, const Marriage& marriage) {
  const std::string fault = marriage_fault(problem, marriage);
  if (!fault.empty()) throw std::logic_error("the marriage is not stable: " + fault);
  if (!a.graph.empty() && !answers_twice_alike(problem, marriage)) {
    throw std::logic_error("the marriage of a graph is not the same both ways round");
  }
  std::printf("verified: nobody would rather have somebody else who agrees\n");
}

int run(int argc, char** argv) {
  const Arguments a = parse_arguments(argc, argv);
  if (a.help) {
    std::printf("%s%s", kUsage, problem_spec_help().c_str());
    return 0;
  }
  const Problem problem = open_problem(a);
  if (!a.save.empty()) write_problem(a.save, problem);
  SolveMeasures best;
  Marriage marriage;
  for (int i = 0; i < a.repeat; ++i) {
    SolveMeasures measures;
    marriage = solve(problem, a.options, &measures);
    if (i == 0 || measures.milliseconds < best.milliseconds) best = measures;
  }
  report(problem, best);
  if (a.verify) check(a, problem, marriage);
  if (!a.output.empty()) write_marriage(a.output, problem, marriage);
  if (!a.json.empty()) write_text(a.json, to_json(a, problem, best));
  return 0;
}

int fail(ExitCode code, const char* message) {
  std::fprintf(stderr, "stable_marriage: %s\n", message);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "stable_marriage: %s\n%s", error.what(), kUsage);
    return kExitUsage;
  } catch (const InputError& error) {
    return fail(kExitInput, error.what());
  } catch (const OutputError& error) {
    return fail(kExitOutput, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kExitInput, "the instance does not fit into the memory of this machine");
  } catch (const DeviceError& error) {
    return fail(kExitCuda, error.what());
  } catch (const std::logic_error& error) {
    return fail(kExitBug, error.what());
  } catch (const std::exception& error) {  // CudaError among them
    return fail(kExitCuda, error.what());
  }
}
