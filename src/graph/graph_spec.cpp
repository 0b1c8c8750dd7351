// Reads specs. The parser, its messages and the help text use the same table of kinds.
#include "graph/graph_spec.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iomanip>
#include <iterator>
#include <limits>
#include <sstream>
#include <vector>

#include "graph/csr.hpp"
#include "graph/input_error.hpp"

namespace handshake {
namespace {

constexpr std::int64_t kMostNodes = std::numeric_limits<Node>::max();

struct KindRow {
  const char* name;
  GraphKind kind;
  std::int64_t smallest;
  std::int64_t largest;
  const char* keys;  // in addition to w, seed and type
  const char* meaning;
};

// 2^30 is the largest power of two that fits into a Node.
constexpr KindRow kKinds[] = {
    {"urand", GraphKind::kUrand, 0, 30, "ef", "2^SIZE nodes, ef random edges per node"},
    {"kron", GraphKind::kKron, 0, 30, "ef", "2^SIZE nodes, a few with very many neighbors"},
    {"rmatu", GraphKind::kRmatu, 0, 30, "ef", "like kron, nodes with many neighbors first"},
    {"myc", GraphKind::kMyc, 2, 24, "", "Mycielski graph, 3 * 2^(SIZE - 2) - 1 nodes"},
    {"mesh27", GraphKind::kMesh27, 1, kMostNodes, "ny nz", "grid of SIZE * ny * nz points"},
    {"mesh81", GraphKind::kMesh81, 1, kMostNodes, "ny nz", "like mesh27, 3 nodes per point"},
    {"rgg", GraphKind::kRgg, 0, 30, "deg", "2^SIZE points in a square, joined if near"},
    {"kmer", GraphKind::kKmer, 0, 30, "x", "2^SIZE nodes in long chains, numbers shuffled"},
    {"kmerl", GraphKind::kKmerl, 0, 30, "x", "like kmer, but numbered along the chains"},
    {"path", GraphKind::kPath, 0, 30, "", "one path through 2^SIZE nodes"},
};

struct WeightRow {
  const char* name;
  GeneratedWeights rule;
  const char* meaning;
};

constexpr WeightRow kWeights[] = {
    {"dec3", GeneratedWeights::kThreeDecimals, "0.001, 0.002, ..., 1.000 (default)"},
    {"unif", GeneratedWeights::kUniform, "numbers between 0 and 1: almost no ties"},
    {"const", GeneratedWeights::kConstant, "all 1: all edges are ties"},
    {"int", GeneratedWeights::kInteger, "whole numbers, 1 to 100"},
};

[[noreturn]] void fail(const GraphSpec& spec, const std::string& message) {
  throw InputError("graph \"" + spec.text + "\"", 0, message);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Finds a row by its name. If there is none, throws an error that lists all names.
template <class Row, std::size_t kRows>
const Row& find_row(const GraphSpec& spec, const char* what, const Row (&rows)[kRows],
                    const std::string& name) {
  std::string names;
  for (const Row& row : rows) {
    if (name == row.name) return row;
    names += std::string(" ") + row.name;
  }
  fail(spec, "unknown " + std::string(what) + " '" + name + "'; choose one of:" + names);
}

const KindRow& row_of(GraphKind kind) {
  return *std::find_if(std::begin(kKinds), std::end(kKinds),
                       [kind](const KindRow& row) { return row.kind == kind; });
}

std::string keys_of(const KindRow& row) {
  const std::string own = row.keys;
  return own + (own.empty() ? "" : " ") + "w seed type";
}

std::int64_t parse_whole(const GraphSpec& spec, const std::string& what, const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) {
    fail(spec, what + " is '" + text + "'; write a whole number such as 20");
  }
  // A number with too many digits becomes the largest value, which the range check refuses.
  return error == std::errc() ? value : std::numeric_limits<std::int64_t>::max();
}

double parse_real(const GraphSpec& spec, const std::string& what, const std::string& text) {
  const bool is_plain = text.find_first_not_of("0123456789.") == std::string::npos &&
                        text.find_first_of("0123456789") != std::string::npos &&
                        std::count(text.begin(), text.end(), '.') <= 1;
  if (!is_plain) fail(spec, what + " is '" + text + "'; write a number such as 16 or 2.5");
  return std::strtod(text.c_str(), nullptr);
}

RealType parse_type(const GraphSpec& spec, const std::string& text) {
  if (text == "double") return RealType::kDouble;
  if (text == "float") return RealType::kFloat;
  fail(spec, "unknown type '" + text + "'; choose one of: double float");
}

void set_key(GraphSpec& spec, const std::string& key, const std::string& value) {
  if (key == "ef") spec.ef = parse_real(spec, key, value);
  if (key == "deg") spec.deg = parse_real(spec, key, value);
  if (key == "x") spec.x = parse_real(spec, key, value);
  if (key == "ny") spec.ny = parse_whole(spec, key, value);
  if (key == "nz") spec.nz = parse_whole(spec, key, value);
  if (key == "seed") spec.seed = parse_whole(spec, key, value);
  if (key == "type") spec.real_type = parse_type(spec, value);
  if (key == "w") spec.weights = find_row(spec, "weight rule", kWeights, value).rule;
}

// Reads "KEY=VALUE" for one kind. Adds the key to `seen`, because each key may appear only once.
void parse_key(GraphSpec& spec, const KindRow& row, const std::string& part,
               std::vector<std::string>& seen) {
  const std::size_t equals = part.find('=');
  const std::string key = part.substr(0, equals);
  const std::vector<std::string> allowed = split(keys_of(row), ' ');
  if (std::find(allowed.begin(), allowed.end(), key) == allowed.end()) {
    fail(spec, "unknown key '" + key + "'; " + row.name + " takes: " + keys_of(row));
  }
  if (equals == std::string::npos)
    fail(spec, "'" + key + "' has no value; write " + key + "=VALUE");
  if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
    fail(spec, "'" + key + "' appears twice; leave one out");
  }
  seen.push_back(key);
  set_key(spec, key, part.substr(equals + 1));
}

template <class Number>
void check_range(const GraphSpec& spec, const char* what, Number value, Number least, Number most) {
  if (value >= least && value <= most) return;
  std::ostringstream message;
  message << what << " is out of range; allowed is " << least << " to " << most;
  fail(spec, message.str());
}

}  // namespace

bool is_graph_spec(const std::string& text) {
  const std::string kind = text.substr(0, text.find(':'));
  return kind != text && std::any_of(std::begin(kKinds), std::end(kKinds),
                                     [&](const KindRow& row) { return row.name == kind; });
}

GraphSpec parse_graph_spec(const std::string& text) {
  GraphSpec spec;
  spec.text = text;
  const std::vector<std::string> parts = split(text, ':');
  const KindRow& row = find_row(spec, "kind", kKinds, parts[0]);
  spec.kind = row.kind;
  if (parts.size() < 2) {
    fail(spec, "the size is missing; write " + parts[0] + ":SIZE[:KEY=VALUE...]");
  }
  spec.size = parse_whole(spec, "the size", parts[1]);
  if (row.kind == GraphKind::kMesh27 || row.kind == GraphKind::kMesh81) {
    spec.ny = spec.nz = spec.size;
  }
  std::vector<std::string> seen;
  for (std::size_t i = 2; i < parts.size(); ++i) parse_key(spec, row, parts[i], seen);
  check_graph_spec(spec);
  return spec;
}

void check_graph_spec(const GraphSpec& spec) {
  const KindRow& row = row_of(spec.kind);
  check_range(spec, "the size", spec.size, row.smallest, row.largest);
  check_range(spec, "ef", spec.ef, 0.0, 1024.0);
  check_range(spec, "deg", spec.deg, 1.0, 1024.0);
  check_range(spec, "x", spec.x, 0.0, 1000.0);
  check_range(spec, "ny", spec.ny, std::int64_t{1}, kMostNodes);
  check_range(spec, "nz", spec.nz, std::int64_t{1}, kMostNodes);
  check_range(spec, "seed", spec.seed, std::int64_t{0}, std::int64_t{1} << 53);
  // Computed as double, because the product of three long sides overflows an integer.
  const double nodes = (spec.kind == GraphKind::kMesh81 ? 3.0 : 1.0) *
                       static_cast<double>(spec.size) * static_cast<double>(spec.ny) *
                       static_cast<double>(spec.nz);
  if (nodes > static_cast<double>(kMostNodes)) {
    fail(spec, "the mesh has more than 2147483647 nodes; use a smaller size, ny or nz");
  }
  const bool is_float = spec.real_type == RealType::kFloat;
  if (is_float && spec.weights == GeneratedWeights::kUniform) {
    fail(spec, "w=unif has more bits than a float; leave out type=float, or use w=dec3");
  }
  if (is_float && spec.weights == GeneratedWeights::kInteger) {
    fail(spec, "w=int is stored as 32-bit integers; leave out type=float");
  }
}

std::string graph_spec_help() {
  std::ostringstream help;
  help << std::left
       << "SPEC is KIND:SIZE[:KEY=VALUE...], for example urand:20 or mesh27:100:nz=50:w=int\n"
          "  KIND    SIZE      keys\n";
  for (const KindRow& row : kKinds) {
    std::ostringstream sizes;
    sizes << row.smallest
          << (row.largest == kMostNodes ? " up" : " to " + std::to_string(row.largest));
    help << "  " << std::setw(8) << row.name << std::setw(10) << sizes.str() << std::setw(7)
         << row.keys << row.meaning << "\n";
  }
  help << "  ef=16   edges drawn per node, 0 to 1024; repeated edges are dropped\n"
          "  deg=16  mean number of neighbors, 1 to 1024\n"
          "  x=3     edges in addition to the chains, in percent of the nodes, 0 to 1000\n"
          "  ny, nz  the other two sides of the grid (default SIZE)\n"
          "Keys of every kind\n";
  for (const WeightRow& row : kWeights) {
    help << "  w=" << std::setw(7) << row.name << "weights: " << row.meaning << "\n";
  }
  help << "  seed=1   another number gives another graph of the same kind\n"
          "  type=float  4 bytes per weight instead of 8, for w=dec3 and w=const\n";
  return help.str();
}

}  // namespace handshake
