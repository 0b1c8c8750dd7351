// The louvain program: flags -> graph -> communities -> report.
#include <stdexcept>

#include "extensions/common/program.hpp"
#include "extensions/common/write_lines.hpp"
#include "extensions/louvain/louvain.hpp"
#include "extensions/louvain/verify_communities.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/graph_spec.hpp"

namespace handshake::louvain {

HANDSHAKE_JSON(LevelMeasures, nodes, directed_edges, passes, refine_passes, scanned, optimize_ms,
               contract_ms, refine_ms)
HANDSHAKE_JSON(Measures, engine, milliseconds, first_pass_ms, levels)

namespace {

const Choices<EngineKind> kEngines = {{"auto", EngineKind::kAuto},
                                      {"serial", EngineKind::kSerial},
                                      {"omp", EngineKind::kOmp},
                                      {"gpu", EngineKind::kGpu}};
const Choices<Scheme> kSchemes = {
    {"exact", Scheme::kExact}, {"paper", Scheme::kPaper}, {"sequential", Scheme::kSequential}};

struct Arguments {
  std::string hierarchy;
  Fraction resolution;
  Options options;

  bool is_exact_on(EngineKind engine) const {
    return options.scheme == Scheme::kExact &&
           (options.engine == engine || options.engine == EngineKind::kAuto);
  }
};

void add_flags(Program* program, Arguments* a) {
  Options& o = a->options;
  program->flags(
      {{"input GRAPH", kGraphHelp, Reads{program->input}},
       {"output FILE",
        "one line per node: the number of its community, from 0; the community of the first node "
        "is 0",
        Writes{program->output}},
       {"hierarchy FILE",
        "one line per node: its community in each graph, from the input to the smallest graph, and "
        "its final community",
        Writes{a->hierarchy}},
       {"scheme NAME", "paper: on a GPU; sequential: one thread", o.scheme, kSchemes},
       {"resolution R", "a larger R gives more and smaller communities (0 to 1000, default 1)",
        [a](auto& text) {
          try {
            a->resolution = parse_fraction(text);
          } catch (const std::invalid_argument& error) {
            throw UsageError(std::string("-resolution ") + error.what());
          }
        }},
       {"levels N", "the largest number of contractions", o.levels, 1, 1000000},
       {"verify", "compute the modularity again, only from the graph and the communities",
        program->is_verified}});
  program->flags(
      "scheme", o.scheme, kSchemes, {Scheme::kExact},
      {{"engine NAME", "all find the same communities", o.engine, kEngines},
       {"colors N", "sub-rounds of a pass", o.colors, 1, 64},
       {"passes N", "the largest number of passes over a graph before it is contracted", o.passes,
        1, 1000000},
       {"refine N", "the largest number of passes over a graph on the way back to the input",
        o.refine_passes, 0, 1000000},
       {"threshold T", "stop after a pass that gains less modularity", o.threshold, 0.0, 1.0}});
  program->flags("-scheme exact and -engine auto or omp",
                 [a] { return a->is_exact_on(EngineKind::kOmp); },
                 {{"threads N", kThreadsHelp, o.threads, 1, 1024}});
  program->flags("-scheme exact and -engine auto or gpu",
                 [a] { return a->is_exact_on(EngineKind::kGpu); },
                 {{"gpus N", "how many GPUs share the passes over the input", o.gpus, 1, 8},
                  {"small N", "all passes over a graph of at most N nodes are one launch",
                   o.small_nodes, 0, 1 << 20}});
  program->flags(
      "scheme", o.scheme, kSchemes, {Scheme::kPaper, Scheme::kSequential},
      {{"bin T", "the threshold for graphs of more than 100000 nodes", o.paper.bin_threshold, 0.0,
        1.0},
       {"final T", "the threshold for smaller graphs", o.paper.final_threshold, 0.0, 1.0}});
  program->flags("scheme", o.scheme, kSchemes, {Scheme::kPaper},
                 {{"relaxed", "communities change at the end of a pass, not after each bucket",
                   o.paper.relaxed}});
}

// Line v has the community of node v in each of `levels`, and its final community.
void write_communities(const std::string& path, const Communities& found,
                       const std::vector<std::vector<Node>>& levels) {
  write_lines(path, found.of_node.size(), [&](std::int64_t v, const auto& write) {
    for (const auto& level : levels) write(level[v]);
    write(found.of_node[v]);
  });
}

void work(const Program& program, const Arguments& a) {
  program.begin(a.options.gpus);
  std::vector<SelfLoop> loops;  // they count in the modularity
  const CsrGraph graph = generate_or_read(program.input, &loops);
  const Problem problem = make_problem(graph, loops, a.resolution, program.input);
  Communities found;
  const Measures best = program.best_of([&] {
    Measures measures;
    found = find_communities(problem, a.options, &measures);
    return measures;
  });
  const Node disconnected = disconnected_communities(problem.graph, found);
  if (!problem.exact) {
    std::fprintf(stderr,
                 "not all weights can be stored exactly: they are rounded to multiples of %g\n",
                 1 / problem.scale);
  }
  program.say(
      "%d nodes, %lld directed edges: %d communities, %d of them not connected, "
      "modularity %.12f\n%s: %.3f ms, %zu graphs\n",
      problem.graph.nodes, static_cast<long long>(problem.graph.edges()), found.count, disconnected,
      found.modularity.value(), best.engine.c_str(), best.milliseconds, best.levels.size());
  program.verify("the modularity is exact", [&] { return communities_fault(problem, found); });
  if (!program.output.empty()) write_communities(program.output, found, {});
  if (!a.hierarchy.empty()) write_communities(a.hierarchy, found, found.hierarchy);
  Json members = {{"scheme", word_for(a.options.scheme, kSchemes)},
                  {"nodes", problem.graph.nodes},
                  {"directed_edges", problem.graph.edges()},
                  {"communities", found.count},
                  {"disconnected", disconnected},
                  {"modularity", found.modularity.value()},
                  {"scale", problem.scale},
                  {"exact", problem.exact}};
  members.update(Json(best));
  program.write_json(members);
}

int run(int argc, char** argv) {
  Program program("louvain", graph_spec_help() + "\n");
  Arguments a;
  add_flags(&program, &a);
  return program.run(argc, argv, [&] {
    Options& options = a.options;
    options.hierarchy = !a.hierarchy.empty();
    if (options.gpus > 1) options.engine = EngineKind::kGpu;
    work(program, a);
  });
}

}  // namespace
}  // namespace handshake::louvain

int main(int argc, char** argv) {
  return handshake::louvain::run(argc, argv);
}
