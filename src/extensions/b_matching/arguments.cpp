// The flags, and the words that they take.
#include "extensions/b_matching/arguments.hpp"

#include <optional>

#include "extensions/common/tie_rules.hpp"
#include "flags/flags.hpp"
#include "flags/version.hpp"

namespace handshake {

const char kBMatchingUsage[] =
    "usage: b_matching -input GRAPH [-b N | -b-file FILE] [-output FILE] [flags]\n"
    "  -input GRAPH     a graph file, or the spec of a generated graph: kron:20\n"
    "  -b N             the most partners of every node (default 1); 0 and more than the degree "
    "are allowed\n"
    "  -b-file FILE     instead: one whole number for each node\n"
    "  -output FILE     one line a node: its partners, 0-based, best first, or -1; binary if FILE\n"
    "                   ends in .bin\n"
    "  -algorithm NAME  omp (the default), gpu, serial-eager, serial-delayed or sorted\n"
    "  -sorting HOW     of the serial ones: none, partial (the default) or full\n"
    "  -ties RULE       index (the default), hash or degree\n"
    "  -threads N       of omp, 1 to 1024 (default: as many as there are)\n"
    "  -gpus N          of gpu, 1 to 8 (default 1); without a GPU they are pretended\n"
    "  -rounds R        of handshakes before offers settle the rest (default: chosen)\n"
    "  -repeat R        solve R times and report the best (default 1)\n"
    "  -verify          check every partner, and look for an edge that both ends would rather "
    "have\n"
    "  -json FILE       write what was measured; - for the standard output\n"
    "  -version         print the version\n"
    "  -help            this text\n";

namespace {

const Choices<BAlgorithm> kAlgorithms = {{"omp", BAlgorithm::kOmp},
                                         {"gpu", BAlgorithm::kGpu},
                                         {"serial-eager", BAlgorithm::kSerialEager},
                                         {"serial-delayed", BAlgorithm::kSerialDelayed},
                                         {"sorted", BAlgorithm::kSorted}};
const Choices<Sorting> kSortings = {
    {"none", Sorting::kNone}, {"partial", Sorting::kPartial}, {"full", Sorting::kFull}};

}  // namespace

BArguments parse_arguments(int argc, char** argv) {
  BArguments a;
  std::optional<std::string> b;
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
              {"rounds", a.options.rounds, 0, 1000000},
              {"repeat", a.repeat, 1, 1000000},
              {"verify", a.verify},
              {"json", a.json},
              {"version", print_version("b_matching")},
              {"help", a.help}});
  if (a.help) return a;
  if (a.input.empty()) throw UsageError("-input is missing");
  if (b && !a.bounds_file.empty()) throw UsageError("-b and -b-file exclude each other");
  if (b) a.b = static_cast<std::int32_t>(parse_number("b", *b, 0, kMostPartners));
  return a;
}

}  // namespace handshake
