// The suitor program: flags -> graph -> matching -> report.
#include "extensions/common/program.hpp"
#include "extensions/common/report_matching.hpp"
#include "extensions/suitor/engine.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/graph_spec.hpp"

namespace handshake::suitor {

HANDSHAKE_JSON(Measures, milliseconds, sort_milliseconds, rounds, left_to_offers)

namespace {

const Choices<Algorithm> kAlgorithms = {
    {"omp-ld", Algorithm::kOmpLd},  {"omp-suitor", Algorithm::kOmpSuitor},
    {"gpu-ld", Algorithm::kGpuLd},  {"gpu-suitor", Algorithm::kGpuSuitor},
    {"rounds", Algorithm::kRounds}, {"sorted", Algorithm::kSorted}};
const Choices<Variant> kVariants = {{"nosync", Variant::kNoSync},
                                    {"syncnolb", Variant::kSyncNoLB},
                                    {"synclb", Variant::kSyncLB},
                                    {"hybrid", Variant::kHybrid}};

int run(int argc, char** argv) {
  Program program("suitor", graph_spec_help() + "\n");
  Options options;
  Better better;
  program.flags({{"input GRAPH", kGraphHelp, Reads{program.input}},
                 {"output FILE", kMatchesHelp, Writes{program.output}},
                 {"algorithm NAME", "all give the same matching", options.algorithm, kAlgorithms},
                 {"ties RULE", kTiesHelp, options.ties, kTieRules},
                 {"quality K", kQualityHelp, better.scans, 0, kMostScans},
                 {"exact", kExactHelp, better.is_exact},
                 {"verify", kStableHelp, program.is_verified}});
  program.flags("algorithm", options.algorithm, kAlgorithms,
                {Algorithm::kOmpLd, Algorithm::kOmpSuitor, Algorithm::kRounds, Algorithm::kSorted},
                {{"threads N",
                  "threads of the CPU; by default all. With 1 thread, omp-suitor is the serial "
                  "algorithm, without locks",
                  options.threads, 1, 1024}});
  program.flags("algorithm", options.algorithm, kAlgorithms, {Algorithm::kGpuSuitor},
                {{"variant NAME", "how warps work together", options.variant, kVariants},
                 {"vertices-per-warp N", "the nodes of a warp", options.vertices_per_warp, 1,
                  kMostVerticesPerWarp},
                 {"threads-per-block N", "a multiple of 32", options.threads_per_block, 32,
                  kMostThreadsPerBlock}});
  return program.run(argc, argv, [&] {
    if (options.threads_per_block % 32 != 0) {
      throw UsageError("-threads-per-block " + std::to_string(options.threads_per_block) +
                       ": not a multiple of 32, the number of threads of a warp");
    }
    if (better.is_exact) require_lemon();
    program.begin();
    const CsrGraph graph = generate_or_read(program.input);
    const auto engine = make_engine(graph, options);
    better.threads = options.threads;
    match_and_report(program, graph, options.ties, better, engine.get(), [&](auto&, auto) {
      Json members = {{"algorithm", word_for(options.algorithm, kAlgorithms)}};
      if (options.algorithm == Algorithm::kGpuSuitor) {
        members["variant"] = word_for(options.variant, kVariants);
        members["vertices_per_warp"] = options.vertices_per_warp;
        members["threads_per_block"] = options.threads_per_block;
      }
      return members;
    });
  });
}

}  // namespace
}  // namespace handshake::suitor

int main(int argc, char** argv) {
  return handshake::suitor::run(argc, argv);
}
