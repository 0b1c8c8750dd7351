// The b_matching program: flags -> graph and bounds -> b-matching -> report.
#include "extensions/b_matching/answer.hpp"
#include "extensions/b_matching/distributed/run_mpi.hpp"
#include "extensions/b_matching/solve.hpp"
#include "extensions/common/program.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/graph_spec.hpp"

namespace handshake::b_matching {

HANDSHAKE_JSON(Measures, milliseconds, rounds, proposals, rest, offer_rounds, edges_from_host,
               component_milliseconds)

namespace {

const Choices<Algorithm> kAlgorithms = {{"omp", Algorithm::kOmp},
                                        {"gpu", Algorithm::kGpu},
                                        {"serial-eager", Algorithm::kSerialEager},
                                        {"serial-delayed", Algorithm::kSerialDelayed},
                                        {"sorted", Algorithm::kSorted},
                                        {"simulated", Algorithm::kSimulated},
                                        {"mpi", Algorithm::kMpi}};
const Choices<Sorting> kSortings = {
    {"none", Sorting::kNone}, {"partial", Sorting::kPartial}, {"full", Sorting::kFull}};

struct Arguments {
  int b = 1;
  std::string bounds_file;
  TieRule ties = TieRule::kIndex;
  Options options;

  Bounds bounds(Node nodes) const {
    return bounds_file.empty() ? same_bounds(nodes, b) : read_bounds(bounds_file, nodes);
  }
};

void add_flags(Program* program, Arguments* a) {
  Options& o = a->options;
  DistributedOptions& distributed = o.distributed;
  const auto only_for = [&](const std::set<Algorithm>& algorithms, std::vector<Row> rows) {
    program->flags("algorithm", o.algorithm, kAlgorithms, algorithms, std::move(rows));
  };
  program->flags(
      {{"input GRAPH", kGraphHelp, Reads{program->input}},
       {"b N", "how many partners each node may have", a->b, 0, kMostPartners},
       {"b-file FILE", "instead of -b: a file with one whole number for each node",
        Reads{a->bounds_file}},
       {"output FILE",
        "one line per node: its partners, 0-based, best first, or -1; binary if FILE ends in .bin",
        Writes{program->output}},
       {"algorithm NAME",
        "simulated: all ranks in one process; mpi: only if built by make b_matching_mpi",
        o.algorithm, kAlgorithms},
       {"ties RULE", kTiesHelp, a->ties, kTieRules},
       {"verify",
        "check all partners, and that no two nodes prefer each other to one of their partners",
        program->is_verified}});
  only_for(
      {Algorithm::kOmp, Algorithm::kSimulated, Algorithm::kMpi},
      {{"threads N", "threads (omp: default all of the CPU) or threads of each rank (default 1)",
        o.threads, 1, 1024}});
  only_for({Algorithm::kOmp, Algorithm::kGpu},
           {{"rounds R", "rounds of handshakes before offers match the remaining nodes", o.rounds,
             0, 1000000}});
  only_for(
      {Algorithm::kGpu},
      {{"gpus N", "the number of GPUs; without a GPU they are simulated", o.gpus, 1, 8},
       {"memory BYTES",
        "the memory that may be used on each GPU; k, M and G mean 2^10, 2^20 and 2^30. The "
        "part of the graph that does not fit is copied when it is read",
        [&o](auto& text) { o.memory = parse_memory(text); }},
       {"components", "wait after each step, and report how long the step took", o.components}});
  only_for({Algorithm::kSerialEager, Algorithm::kSerialDelayed},
           {{"sorting HOW", "which part of each list is sorted", o.sorting, kSortings}});
  only_for({Algorithm::kSimulated, Algorithm::kMpi},
           {{"strategy NAME",
             "bB_NK_U (default ball_N1_U). B: how many proposals a node makes at once (a number, "
             "all, half, share or adaptive). K: at most 1/K of the nodes propose at once. With S "
             "instead of U, the nodes with the heaviest remaining edges propose first",
             [&](auto& text) { distributed.strategy = parse_strategy(text); }}});
  only_for({Algorithm::kSimulated},
           {{"ranks N", "the number of ranks", distributed.ranks, 1, 65536},
            {"delivery SEED",
             "messages arrive late and in any order (default: all ranks work in lockstep)",
             [&](auto& text) {
               distributed.delivery = parse_number("delivery", text, 0, std::int64_t{1} << 53);
             }}});
  only_for({Algorithm::kMpi},
           {{"asynchronous", "a rank continues as soon as any message has arrived",
             distributed.is_asynchronous}});
}

void work(const Program& program, const Arguments& a) {
  program.begin(a.options.gpus);
  Problem problem;
  problem.graph = generate_or_read(program.input);
  problem.bounds = a.bounds(problem.graph.numNodes);
  problem.ties = a.ties;
  BMatching matching;
  const Measures best = program.best_of([&] {
    Measures measures;
    matching = solve(problem, a.options, &measures);
    return measures;
  });
  const double weight = b_matching_weight(problem.graph, matching);
  const auto say = [](std::int64_t number) { return static_cast<long long>(number); };
  program.say("%d nodes, %lld edges: %lld matched, weight %.6f\n", problem.graph.numNodes,
              say(problem.graph.numEdges() / 2), say(matching.matched_edges()), weight);
  program.say("%.3f ms, %lld rounds, %lld nodes left after them, %lld proposals\n",
              best.milliseconds, say(best.rounds), say(best.rest), say(best.proposals));
  program.verify("the greedy b-matching", [&] {
    return b_matching_fault(problem.graph, problem.bounds, matching, problem.ties);
  });
  if (!program.output.empty()) write_b_matching(program.output, matching);
  Json members = {{"nodes", problem.graph.numNodes},
                  {"edges", problem.graph.numEdges() / 2},
                  {"matched_edges", matching.matched_edges()},
                  {"weight", weight}};
  members.update(Json(best));
  if (a.options.algorithm == Algorithm::kSimulated) {
    members.update(Json(best.traffic));
    members["ranks"] = a.options.distributed.ranks;
    members["most_proposals"] = best.most_proposals;
    members["bundles"] = best.bundles;
  }
  program.write_json(members);
}

int run(int argc, char** argv) {
  Program program("b_matching", graph_spec_help() + "\n");
  Arguments a;
  add_flags(&program, &a);
  return program.run(argc, argv, [&] {
    if (program.given.count("b") > 0 && program.given.count("b-file") > 0) {
      throw UsageError("-b and -b-file exclude each other");
    }
    if (a.options.algorithm != Algorithm::kMpi) return work(program, a);
    program.exit_code = run_mpi(
        {program, a.options, a.ties, [&a](Node nodes) { return a.bounds(nodes); }}, argc, argv);
  });
}

}  // namespace
}  // namespace handshake::b_matching

int main(int argc, char** argv) {
  return handshake::b_matching::run(argc, argv);
}
