// The stable_marriage program: flags -> instance -> marriage -> report.
#include "extensions/common/program.hpp"
#include "extensions/common/write_lines.hpp"
#include "extensions/stable_marriage/from_graph.hpp"
#include "extensions/stable_marriage/generate_problem.hpp"
#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/stable_marriage/read_preferences.hpp"
#include "extensions/stable_marriage/verify_marriage.hpp"
#include "graph/generate_or_read.hpp"

namespace handshake::marriage {

HANDSHAKE_JSON(Measures, engine, milliseconds, whole_call, considered, placements, rounds, matched)

namespace {

const Choices<Algorithm> kAlgorithms = {
    {"auto", Algorithm::kAuto}, {"gs", Algorithm::kGaleShapley}, {"mw", Algorithm::kMcVitieWilson}};
const Choices<EngineKind> kEngines = {{"auto", EngineKind::kAuto},
                                      {"serial", EngineKind::kSerial},
                                      {"omp", EngineKind::kOmp},
                                      {"gpu", EngineKind::kGpu}};

struct Arguments {
  std::string graph, save;
  TieRule ties = TieRule::kIndex;
  int places = 1;
  Options options;
};

void add_flags(Program* program, Arguments* a) {
  Options& o = a->options;
  program->flags(
      {{"input LISTS", "a file of preferences, or the spec of an instance, such as easy:100000",
        Reads{program->input}},
       {"graph GRAPH",
        "instead of -input: finds the greedy matching of a graph, in which each node becomes a man "
        "and a woman; a graph file, or the spec of a graph",
        Reads{a->graph}},
       {"save FILE", "write the instance: as text, or binary if FILE ends in .bin",
        Writes{a->save}},
       {"output FILE", "one line per man: his partners, 0-based, best first, or -1",
        Writes{program->output}},
       {"engine NAME", "all find the same marriage", o.engine, kEngines},
       {"verify", "check that no man and woman prefer each other to their partners",
        program->is_verified}});
  program->flags("-graph", [a] { return !a->graph.empty(); },
                 {{"b B", "find the greedy b-matching, with at most B partners for each node",
                   a->places, 0, 1 << 20},
                  {"ties RULE", kTiesHelp, a->ties, kTieRules}});
  program->flags("engine", o.engine, kEngines,
                 {EngineKind::kAuto, EngineKind::kSerial, EngineKind::kOmp},
                 {{"algorithm NAME", "Gale-Shapley or McVitie-Wilson", o.algorithm, kAlgorithms}});
  program->flags("engine", o.engine, kEngines, {EngineKind::kAuto, EngineKind::kOmp},
                 {{"threads N", kThreadsHelp, o.threads, 1, 1024}});
  program->flags("engine", o.engine, kEngines, {EngineKind::kGpu},
                 {{"gpus N", "complete lists: how many GPUs share the men", o.gpus, 1, 8},
                  {"make-ranks",
                   "complete lists: the GPU gets only the lists of both sides, and the time "
                   "includes the computation of the ranks",
                   o.make_ranks}});
}

Problem open_problem(const std::string& input, const Arguments& a) {
  if (!a.graph.empty()) return problem_from_graph(generate_or_read(a.graph), a.ties, a.places);
  return is_problem_spec(input) ? generate_problem(input) : read_problem(input);
}

std::string fault_of(const Arguments& a, const Problem& problem, const Marriage& marriage) {
  std::string fault = marriage_fault(problem, marriage);
  if (!fault.empty() || a.graph.empty() || answers_twice_alike(problem, marriage)) return fault;
  return "a node of the graph has different partners as a man and as a woman";
}

void write_marriage(const std::string& path, const Problem& problem, const Marriage& marriage) {
  write_lines(path, problem.men, [&](std::int64_t m, const auto& write) {
    const Places& places = problem.men_places;
    for (std::int64_t i = places.first(m); i < places.first(m + 1); ++i) {
      if (marriage.partners[i] != kNobody) write(marriage.partners[i]);
    }
  });
}

void work(const Program& program, const Arguments& a) {
  program.begin(a.options.gpus);
  const Problem problem = open_problem(program.input, a);
  if (!a.save.empty()) write_problem(a.save, problem);
  Marriage marriage;
  const Measures best = program.best_of([&] {
    Measures measures;
    marriage = solve(problem, a.options, &measures);
    return measures;
  });
  const double teps = best.milliseconds > 0 ? best.considered / best.milliseconds / 1e3 : 0;
  const auto say = [](std::int64_t number) { return static_cast<long long>(number); };
  if (problem.purged > 0) {
    std::fprintf(stderr,
                 "%lld entries were left out: only one of the two persons ranks the other\n",
                 say(problem.purged));
  }
  program.say("%d men, %d women: %lld pairs, %lld women considered\n", problem.men, problem.women,
              say(best.matched), say(best.considered));
  program.say("%s: %.3f ms, %.1f million TEPS\n", best.engine.c_str(), best.milliseconds, teps);
  program.verify("no man and woman prefer each other to their partners",
                 [&] { return fault_of(a, problem, marriage); });
  if (!program.output.empty()) write_marriage(program.output, problem, marriage);
  Json members = best;
  members.update(Json{{"men", problem.men},
                      {"women", problem.women},
                      {"purged", problem.purged},
                      {"million_teps", teps}});
  // The engine for GPUs uses neither algorithm.
  members["algorithm"] =
      best.engine == "gpu" ? Json() : Json(word_for(best.algorithm, kAlgorithms));
  program.write_json(members);
}

int run(int argc, char** argv) {
  Program program("stable_marriage", problem_spec_help(), {"input", "graph"});
  Arguments a;
  add_flags(&program, &a);
  return program.run(argc, argv, [&] { work(program, a); });
}

}  // namespace
}  // namespace handshake::marriage

int main(int argc, char** argv) {
  return handshake::marriage::run(argc, argv);
}
