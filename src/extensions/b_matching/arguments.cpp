// The flags, and the values that they accept.
#include "extensions/b_matching/arguments.hpp"

#include <optional>

#include "extensions/common/memory_flag.hpp"
#include "extensions/common/tie_rules.hpp"
#include "flags/flags.hpp"
#include "flags/version.hpp"

namespace handshake::b_matching {

const char kBMatchingUsage[] =
    "usage: b_matching -input GRAPH [-b N | -b-file FILE] [-output FILE] [flags]\n"
    "  -input GRAPH     a graph file, or the spec of a generated graph: kron:20\n"
    "  -b N             how many partners each node may have (default 1); N may be 0, or\n"
    "                   larger than the number of neighbors\n"
    "  -b-file FILE     instead of -b: a file with one whole number for each node\n"
    "  -output FILE     one line per node: its partners, 0-based, best first, or -1; binary if\n"
    "                   FILE ends in .bin\n"
    "  -algorithm NAME  omp (the default), gpu, serial-eager, serial-delayed, sorted, simulated\n"
    "                   (all ranks in one process) or mpi (only if built by make b_matching_mpi)\n"
    "  -sorting HOW     serial-eager and serial-delayed: none, partial (the default) or full\n"
    "  -ties RULE       index (the default), hash or degree\n"
    "  -threads N       omp: 1 to 1024 threads (default: all of the CPU); simulated, mpi:\n"
    "                   the threads of each rank (default 1)\n"
    "  -gpus N          gpu: 1 to 8 GPUs (default 1); without a GPU they are simulated\n"
    "  -memory BYTES    gpu: the memory that may be used on each GPU (default: all free memory);\n"
    "                   k, M and G mean 2^10, 2^20, 2^30. The part of the graph that does not fit\n"
    "                   stays on the host, and is copied when it is read\n"
    "  -rounds R        rounds of handshakes; then offers match the remaining nodes (default: the\n"
    "                   program chooses)\n"
    "  -strategy NAME   simulated, mpi: bB_NK_U (default: ball_N1_U). B: how many proposals a\n"
    "                   node makes at once (a number, all, half, share or adaptive). K: at most\n"
    "                   1/K of the nodes propose at once. With S instead of U, the nodes with the\n"
    "                   heaviest remaining edges propose first\n"
    "  -ranks N         simulated: 1 to 65536 ranks (default 64); for mpi, mpirun sets the number\n"
    "  -delivery SEED   simulated: messages arrive late and in any order (default: all ranks work\n"
    "                   in lockstep)\n"
    "  -asynchronous    mpi: a rank continues as soon as any message has arrived\n"
    "  -components      gpu: wait after each step, and report how long the step took\n"
    "  -repeat R        solve R times and report the best time (default 1)\n"
    "  -verify          check all partners, and that no two nodes prefer each other to one of\n"
    "                   their partners\n"
    "  -json FILE       write the measurements; - means the standard output\n"
    "  -version         print the version\n"
    "  -help            print this text\n";

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

}  // namespace

Arguments parse_arguments(int argc, char** argv) {
  Arguments a;
  std::optional<std::string> b;
  DistributedOptions& distributed = a.options.distributed;
  const std::function<void(const std::string&)> strategy = [&](const std::string& text) {
    distributed.strategy = parse_strategy(text);
  };
  const std::function<void(const std::string&)> delivery = [&](const std::string& text) {
    distributed.delivery = parse_number("delivery", text, 0, std::int64_t{1} << 53);
  };
  const std::set<std::string> given =
      read_flags(argc, argv,
                 {{"input", a.input},
                  {"b", b},
                  {"b-file", a.bounds_file},
                  {"output", a.output},
                  {"algorithm", a.options.algorithm, kAlgorithms},
                  {"sorting", a.options.sorting, kSortings},
                  {"ties", a.ties, kTieRules},
                  {"threads", a.options.threads, 1, 1024},
                  {"gpus", a.options.gpus, 1, 8},
                  {"memory", [&](auto& text) { a.options.memory = parse_memory(text); }},
                  {"rounds", a.options.rounds, 0, 1000000},
                  {"strategy", strategy},
                  {"ranks", distributed.ranks, 1, 65536},
                  {"delivery", delivery},
                  {"asynchronous", distributed.is_asynchronous},
                  {"components", a.options.components},
                  {"repeat", a.repeat, 1, 1000000},
                  {"verify", a.verify},
                  {"json", a.json},
                  {"version", print_version("b_matching")},
                  {"help", a.help}});
  if (a.help) return a;
  if (a.input.empty()) throw UsageError("-input is missing");
  if (b && !a.bounds_file.empty()) throw UsageError("-b and -b-file exclude each other");
  const Algorithm algorithm = a.options.algorithm;
  const bool is_serial =
      algorithm == Algorithm::kSerialEager || algorithm == Algorithm::kSerialDelayed;
  const bool is_simulated = algorithm == Algorithm::kSimulated;
  const bool is_mpi = algorithm == Algorithm::kMpi;
  need(algorithm == Algorithm::kGpu, "-algorithm gpu", given, {"gpus", "memory"});
  need(is_serial, "-algorithm serial-eager or serial-delayed", given, {"sorting"});
  need(is_simulated, "-algorithm simulated", given, {"ranks", "delivery"});
  need(is_simulated || is_mpi, "-algorithm simulated or mpi", given, {"strategy"});
  need(is_mpi, "-algorithm mpi", given, {"asynchronous"});
  if (b) a.b = static_cast<std::int32_t>(parse_number("b", *b, 0, kMostPartners));
  return a;
}

}  // namespace handshake::b_matching
