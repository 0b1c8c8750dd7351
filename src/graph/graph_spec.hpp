// A spec describes one generated graph exactly: "urand:24:w=int" is always the same graph, on every
// machine.
#pragma once

#include <cstdint>
#include <string>

namespace handshake {

enum class GraphKind { kUrand, kKron, kRmatu, kMyc, kMesh27, kMesh81, kRgg, kKmer, kKmerl, kPath };

enum class GeneratedWeights {
  kThreeDecimals,  // 0.001, 0.002 .. 1.000
  kUniform,        // random numbers of 53 bits in (0, 1): practically without ties
  kConstant,       // 1: all weights are equal
  kInteger,        // 1 .. 100
};

// How weights that are not integers are stored; integers are always int32.
enum class RealType { kDouble, kFloat };

struct GraphSpec {
  std::string text;  // as it was written, for messages
  GraphKind kind = GraphKind::kUrand;
  std::int64_t size = 0;  // the number after the kind
  double ef = 16;         // urand, kron, rmatu: edges drawn per node
  double deg = 16;        // rgg: mean degree
  double x = 3;           // kmer, kmerl: extra edges in percent of the nodes
  std::int64_t ny = 1;    // mesh27, mesh81
  std::int64_t nz = 1;
  GeneratedWeights weights = GeneratedWeights::kThreeDecimals;
  RealType real_type = RealType::kDouble;
  std::int64_t seed = 1;
};

// Reads "KIND:SIZE[:KEY=VALUE...]". Throws an InputError that says what is allowed.
GraphSpec parse_graph_spec(const std::string& text);

// Whether the text begins with a kind of graph and a colon. Then it is a spec, and not the name of
// a file.
bool is_graph_spec(const std::string& text);

// Throws InputError when a field is out of range or two fields contradict each other.
// parse_graph_spec calls this function. Call it again if you change a field afterwards.
void check_graph_spec(const GraphSpec& spec);

// Describes every kind with its sizes and keys, for -help.
std::string graph_spec_help();

}  // namespace handshake
