// The multi_gpu_ld program: flags -> graph -> matching on one or several GPUs -> report.
#include "extensions/common/program.hpp"
#include "extensions/common/report_matching.hpp"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/graph_spec.hpp"

namespace handshake::ld {

HANDSHAKE_JSON(Measures, milliseconds, passes, rounds, edges_from_host, live_after_pass,
               exhausted_in_pass, edges_read_in_pass, component_milliseconds)

namespace {

const Choices<EngineKind> kEngines = {{"fast", EngineKind::kFast}, {"paper", EngineKind::kPaper}};

int run(int argc, char** argv) {
  Program program("multi_gpu_ld", graph_spec_help() + "\n");
  Options options;
  Better better;
  program.flags(
      {{"input GRAPH", kGraphHelp, Reads{program.input}},
       {"output FILE", kMatchesHelp, Writes{program.output}},
       {"gpus N", "the number of GPUs", options.gpus, 1, 8},
       {"engine NAME", "LD-GPU as published is called paper", options.engine, kEngines},
       {"ties RULE", kTiesHelp, options.ties, kTieRules},
       {"quality K", kQualityHelp, better.scans, 0, kMostScans},
       {"exact", kExactHelp, better.is_exact},
       {"memory BYTES",
        "use at most this much memory of each GPU; k, M and G mean 2^10, 2^20 and 2^30",
        [&](auto& text) { options.memory = parse_memory(text); }},
       {"batches B", "copy the edges to the GPU in B batches or more; paper: B batches per GPU",
        options.batches, 1, 1 << 20},
       {"components",
        "also time each component, and count the edges that are read; the run takes longer",
        options.components},
       {"verify", kStableHelp, program.is_verified}});
  program.flags("engine", options.engine, kEngines, {EngineKind::kFast},
                {{"passes P", "passes before the last phase; the result stays the same",
                  options.passes, 0, kMaxPasses}});
  return program.run(argc, argv, [&] {
    if (better.is_exact) require_lemon();
    program.begin(options.gpus);
    const CsrGraph graph = generate_or_read(program.input);
    const auto engine = make_engine(graph, options);
    match_and_report(
        program, graph, options.ties, better, engine.get(), [&](const auto& best, double edges) {
          const double seconds = best.milliseconds / 1000;
          return Json{
              {"engine", word_for(options.engine, kEngines)},
              {"gpus", options.gpus},
              {"million_matched_edges_per_second", seconds > 0 ? edges / seconds / 1e6 : 0}};
        });
  });
}

}  // namespace
}  // namespace handshake::ld

int main(int argc, char** argv) {
  return handshake::ld::run(argc, argv);
}
