// The flags, and the words that they take.
#include "extensions/b_matching/arguments.hpp"

#include <functional>
#include <initializer_list>
#include <optional>
#include <utility>

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
    "  -algorithm NAME  sorted (the default)\n"
    "  -ties RULE       index (the default), hash or degree\n"
    "  -threads N       1 to 1024 (default: as many as there are)\n"
    "  -repeat R        solve R times and report the best (default 1)\n"
    "  -verify          check every partner, and look for an edge that both ends would rather "
    "have\n"
    "  -json FILE       write what was measured; - for the standard output\n"
    "  -version         print the version\n"
    "  -help            this text\n";

namespace {

// Takes one of a few words.
template <class Value>
std::function<void(const std::string&)> one_of(
    const char* flag, Value* to, std::initializer_list<std::pair<const char*, Value>> choices) {
  const std::vector<std::pair<const char*, Value>> all(choices);
  return [flag, to, all](const std::string& text) {
    std::string names;
    for (const auto& [name, value] : all) {
      if (text == name) {
        *to = value;
        return;
      }
      names += std::string(names.empty() ? "" : ", ") + name;
    }
    throw UsageError(std::string("-") + flag + " " + text + ": there are " + names);
  };
}

}  // namespace

BArguments parse_arguments(int argc, char** argv) {
  BArguments a;
  std::optional<std::string> b;
  const auto algorithm =
      one_of<BAlgorithm>("algorithm", &a.options.algorithm, {{"sorted", BAlgorithm::kSorted}});
  const auto ties = one_of<TieRule>(
      "ties", &a.ties,
      {{"index", TieRule::kIndex}, {"hash", TieRule::kHash}, {"degree", TieRule::kDegree}});
  read_flags(argc, argv,
             {{"input", a.input},
              {"b", b},
              {"b-file", a.bounds_file},
              {"output", a.output},
              {"algorithm", algorithm},
              {"ties", ties},
              {"threads", a.options.threads, 1, 1024},
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
