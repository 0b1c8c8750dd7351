// See audit.hpp.
//
// A launch counts if it is the launch that the pass needs next, and if its inputs and its outputs
// are those of the oracle. Any other launch runs, too, but does not count. Before a kernel runs,
// each array that it writes but does not read is filled with a pattern. So if an element has
// changed afterwards, the kernel has written it.
#include "broker/audit.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace handshake::broker {

namespace {

// With -extra, host code may send at most this number of bytes to the device in one pass: enough
// for single numbers, but not for an array. Every call counts as kCallTells bytes, because the
// order of calls, their sizes and their addresses can carry information.
constexpr uint64_t kMostTold = 1024;
constexpr uint64_t kSmall = 64, kCallTells = 8;

struct KnownKernel {
  const char *mangled, *name;
  std::vector<size_t> arguments;  // the number of bytes of each argument
};
const KnownKernel kHandshaking = {
    "_Z21check_handshaking_gpuPiS_i", "check_handshaking_gpu", {8, 8, 4}};
const KnownKernel kFilter = {
    "_Z19markFilterEdges_gpuPiS_S_S_i", "markFilterEdges_gpu", {8, 8, 8, 8, 4}};
const KnownKernel kScan = {
    "_Z24exclusive_prefix_sum_gpuPiS_ii", "exclusive_prefix_sum_gpu", {8, 8, 4, 4}};
const KnownKernel kPack = {
    "_Z13packGraph_gpuPiS_S_S_S_S_S_i", "packGraph_gpu", {8, 8, 8, 8, 8, 8, 8, 4}};

// The values of the arguments if the message launches this kernel; otherwise nothing.
std::optional<std::vector<uint64_t>> read(const remote::LaunchText& text,
                                          const KnownKernel& kernel) {
  if (text.kernel != kernel.mangled || text.arguments.size() != kernel.arguments.size()) return {};
  std::vector<uint64_t> values;
  for (size_t a = 0; a < text.arguments.size(); a++) {
    if (text.arguments[a].size() != kernel.arguments[a]) return {};
    uint64_t value = 0;
    std::memcpy(&value, text.arguments[a].data(), kernel.arguments[a]);
    values.push_back(value);
  }
  return values;
}

int count(const std::vector<int>& values) {
  return static_cast<int>(values.size());
}

template <class Array>
std::vector<Claim> claims_of(const std::vector<Array>& arrays) {
  std::vector<Claim> claims;
  for (const Array& array : arrays) claims.push_back(array.claim);
  return claims;
}

bool overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

Audit::Audit(const EdgeList& graph, bool extra, DeviceLink& device)
    : pass_(first_pass(graph)), extra_(extra), device_(device) {
  std::vector<int> nodes(graph.numNodes);
  std::iota(nodes.begin(), nodes.end(), 0);
  given_ = {graph.src, graph.dst, graph.weight, std::move(nodes)};
  blame("not_launched", kHandshaking.name, "");
}

void Audit::blame(const std::string& kind, const std::string& kernel, const std::string& array) {
  stuck_ = {kind, number_of_pass_, kernel, array};
}

bool Audit::are_given(const std::vector<Array>& arrays, const std::string& kernel) {
  const size_t wrong = device_.first_wrong(claims_of(arrays));
  if (wrong < arrays.size()) blame(kind_of_input(arrays[wrong]), kernel, arrays[wrong].name);
  return wrong == arrays.size();
}

// Why an input of a launch is wrong. If the array is long enough and a copy has failed, the array
// may only lack what the copy should have brought.
const char* Audit::kind_of_input(const Array& wrong) const {
  if (!device_.has_room(wrong.claim.address, count(wrong.claim.values))) return "given_short";
  return copy_failed_ ? "given_uncopied" : "given_wrong";
}

bool Audit::launch_leaves(const std::vector<IntRange>& cleared, remote::Message& message,
                          const std::vector<Array>& arrays, const std::string& kernel) {
  const size_t wrong = device_.exchange_between(cleared, message, claims_of(arrays));
  if (wrong < arrays.size()) blame("left_wrong", kernel, arrays[wrong].name);
  return wrong == arrays.size();
}

// Whether the inputs are right. strongNeighbor may have any value for a node without an edge.
bool Audit::handshaking_is_given(const Arguments& arguments) {
  const std::vector<int>& wanted = pass_.strongNeighbor;
  const int numNodes = count(wanted);
  const bool is_known = helped_ && !helped_->array.empty();
  if (extra_ && !is_known && device_.has_room(arguments[0], numNodes) &&
      host_wrote(arguments[0], numNodes))
    helped_ = {"step_on_cpu", number_of_pass_, "", "strongNeighbor"};
  return are_given(
      {{"strongNeighbor", {arguments[0], wanted, true}}, {"matches", {arguments[1], pass_.before}}},
      kHandshaking.name);
}

// The list has each edge in both directions. So with src and dst exchanged, it is the same list.
bool Audit::filter_is_given(const Arguments& arguments) {
  EdgeList& edges = pass_.edges;
  const auto is_given = [&] {
    return are_given({{"src", {arguments[0], edges.src}},
                      {"dst", {arguments[1], edges.dst}},
                      {"matches", {arguments[2], pass_.matches}}},
                     kFilter.name);
  };
  if (is_given()) return true;
  std::swap(edges.src, edges.dst);
  if (is_given()) return true;
  std::swap(edges.src, edges.dst);
  return is_given();  // blames the first array that is wrong
}

bool Audit::pack_is_given(const Arguments& arguments) {
  const EdgeList& edges = pass_.edges;
  return are_given({{"oldSrc", {arguments[1], edges.src}},
                    {"oldDst", {arguments[3], edges.dst}},
                    {"oldWeight", {arguments[5], edges.weight}},
                    {"edgeMap", {arguments[6], pass_.newIndices}}},
                   kPack.name);
}

// The arrays that must be filled with the pattern before a kernel runs: the outputs that are not
// also inputs. An output is a pair: the number of its argument, and its length in ints.
std::vector<IntRange> Audit::cleared(const Arguments& arguments,
                                     const std::vector<std::pair<int, int>>& outputs) const {
  std::vector<IntRange> ranges;
  for (const auto& [which, ints] : outputs) {
    const uint64_t bytes = sizeof(int) * static_cast<uint64_t>(std::max(ints, 0));
    bool is_input = false;
    for (size_t a = 0; a < arguments.size(); a++)
      is_input |=
          a != static_cast<size_t>(which) && overlap(arguments[which], bytes, arguments[a], bytes);
    if (!is_input && device_.has_room(arguments[which], ints))
      ranges.push_back({arguments[which], ints});
  }
  return ranges;
}

void Audit::launch(remote::Message& message) {
  remote::LaunchText text;
  if (!text.unpack(message.payload)) throw Gone("host");
  if (const auto arguments = read(text, kHandshaking)) {
    if (stage_ == Stage::handshaking && handshaking_is_given(*arguments))
      return launch_handshaking(*arguments, message);
  } else if (const auto arguments = read(text, kFilter)) {
    if (stage_ == Stage::filter && filter_is_given(*arguments))
      return launch_filter(*arguments, message);
  } else if (const auto arguments = read(text, kScan)) {
    if (stage_ == Stage::scan) {
      scans_++;
      if (!is_next_scan(*arguments)) spend_on(text);
      return launch_scan(*arguments, message);
    }
  } else if (const auto arguments = read(text, kPack)) {
    if (stage_ == Stage::pack && pack_is_given(*arguments)) return launch_pack(*arguments, message);
  }
  spend_on(text);
  device_.exchange(message);
}

void Audit::launch_handshaking(const Arguments& arguments, remote::Message& message) {
  if (!launch_leaves({}, message, {{"matches", {arguments[1], pass_.matches}}}, kHandshaking.name))
    return;
  matches_ = arguments[1];
  copied_down_ = spent_ = 0;
  written_.clear();
  filled_.clear();
  stage_ = Stage::filter;
  blame("not_launched", kFilter.name, "");
}

void Audit::launch_filter(const Arguments& arguments, remote::Message& message) {
  const std::vector<IntRange> outputs = cleared(arguments, {{3, pass_.edges.numEdges()}});
  if (!launch_leaves(outputs, message, {{"keepEdges", {arguments[3], pass_.keepEdges}}},
                     kFilter.name))
    return;
  stage_ = Stage::scan;
  scans_ = 0;
  blame("not_launched", kScan.name, "");
}

// Counts the bits of information that a launch may carry to the device. A pointer to the start of
// an array only says which array it is; any other argument may carry information in all of its
// bits.
void Audit::spend_on(const remote::LaunchText& text) {
  uint64_t bits_of_array = 1;
  while (device_.live_allocations() >> bits_of_array != 0) bits_of_array++;
  for (const std::vector<char>& argument : text.arguments) {
    uint64_t value = 0;
    std::memcpy(&value, argument.data(), std::min(sizeof value, argument.size()));
    const bool is_array = argument.size() == sizeof value && device_.is_allocation(value);
    spend(is_array ? bits_of_array : 8 * argument.size() + 1);
  }
  spend(8 * kCallTells);
}

// Whether this launch of the scan is the one that the pass needs next. Such a launch does not count
// as information: its numbers are fixed, and its pointers point to the starts of arrays.
bool Audit::is_next_scan(const Arguments& arguments) const {
  const uint64_t distance = scans_ == 1 ? 0 : uint64_t{1} << (scans_ - 2);
  return scans_ <= needed_scans() && arguments[2] == distance &&
         arguments[3] == pass_.newIndices.size() && device_.is_allocation(arguments[0]) &&
         device_.is_allocation(arguments[1]);
}

// How many launches of the scan this pass needs. Their distances are 0, 1, 2, 4, ...
int Audit::needed_scans() const {
  int scans = 1;
  for (int64_t distance = 1; distance <= pass_.edges.numEdges(); distance *= 2) scans++;
  return scans;
}

void Audit::launch_scan(const Arguments& arguments, remote::Message& message) {
  if (scans_ < needed_scans()) return device_.exchange(message);
  const std::vector<IntRange> outputs = cleared(arguments, {{1, count(pass_.newIndices)}});
  if (!launch_leaves(outputs, message, {{"newSum", {arguments[1], pass_.newIndices}}}, kScan.name))
    return;
  stage_ = pass_.is_last() ? Stage::done : Stage::pack;
  if (!pass_.is_last()) blame("not_launched", kPack.name, "");
}

void Audit::launch_pack(const Arguments& arguments, remote::Message& message) {
  const int numKept = pass_.newIndices.back();
  const std::vector<IntRange> outputs =
      cleared(arguments, {{0, numKept}, {2, numKept}, {4, numKept}});
  Pass after = next_pass(pass_);
  const EdgeList& next = after.edges;
  if (!launch_leaves(outputs, message,
                     {{"newSrc", {arguments[0], next.src}},
                      {"newDst", {arguments[2], next.dst}},
                      {"newWeight", {arguments[4], next.weight}}},
                     kPack.name))
    return;
  pass_ = std::move(after);
  number_of_pass_++;
  stage_ = Stage::handshaking;
  blame("not_launched", kHandshaking.name, "");
}

void Audit::copy(remote::Message& message) {
  const remote::Header asked = message.header;
  const uint64_t* numbers = asked.numbers;
  const bool goes_up = (numbers[remote::kHostSides] & remote::kFromHost) != 0;
  const bool comes_down = (numbers[remote::kHostSides] & remote::kToHost) != 0;
  const bool arrives = goes_up && !comes_down;
  if (arrives && message.payload.size() != numbers[remote::kBytes] && numbers[remote::kSource] != 0)
    throw Gone("host");
  spend(8 * kCallTells);
  if (extra_ && arrives && !is_given(message.payload)) {
    spend(8 * message.payload.size());
    written_.emplace_back(numbers[remote::kDestination], numbers[remote::kBytes]);
  }
  device_.exchange(message);
  copy_failed_ |= message.header.error != 0;
  if (!comes_down || goes_up || stage_ != Stage::done || message.header.error != 0) return;
  const uint64_t bytes = sizeof(int) * pass_.matches.size();
  const uint64_t from = std::max(numbers[remote::kSource], matches_);
  const uint64_t to = std::min(numbers[remote::kSource] + message.payload.size(), matches_ + bytes);
  if (from < to) copied_down_ += to - from;
}

void Audit::call(remote::Message& message) {
  spend(8 * kCallTells);
  const bool frees = message.header.operation == remote::Operation::free;
  // Code for the extra credit is not charged for what the program does without -extra, too.
  if (extra_ && frees && !device_.is_allocation(message.header.numbers[0]))
    message.header = {};
  else
    device_.exchange(message);
}

void Audit::fill(remote::Message& message) {
  spend(8 * kCallTells);
  if (extra_ && message.header.numbers[2] <= kSmall)
    filled_.emplace_back(message.header.numbers[0], message.header.numbers[2]);
  device_.exchange(message);
}

void Audit::share(remote::Message& message) {
  constexpr int kNoMemory = 2;  // cudaErrorMemoryAllocation
  asked_to_share_ = true;
  message = {};
  message.header.error = kNoMemory;
}

// Whether host code can have these bytes without computing anything: they are a sequence of arrays
// in given_, or they are one number again and again.
bool Audit::is_given(const std::vector<char>& bytes) const {
  std::vector<int> values(bytes.size() / sizeof(int));
  if (values.empty() || bytes.size() % sizeof(int) != 0) return false;
  std::memcpy(values.data(), bytes.data(), bytes.size());
  if (std::all_of(values.begin(), values.end(), [&](int one) { return one == values[0]; }))
    return values.size() > kSmall / sizeof(int) || values[0] == kUnmatched || values[0] == 0;
  for (size_t begin = 0; begin < values.size();) {
    const auto fits = [&](const std::vector<int>& array) {
      const size_t length = std::min(array.size(), values.size() - begin);
      return length > 0 && std::equal(array.begin(), array.begin() + static_cast<ptrdiff_t>(length),
                                      values.begin() + static_cast<ptrdiff_t>(begin));
    };
    const auto found = std::find_if(given_.begin(), given_.end(), fits);
    if (found == given_.end()) return false;
    begin += found->size();
  }
  return true;
}

void Audit::spend(uint64_t bits) {
  spent_ += bits;
  if (extra_ && stage_ != Stage::done && spent_ > 8 * kMostTold && !helped_)
    helped_ = {"told_too_much", number_of_pass_, "", ""};
}

// Whether host code wrote into the array. A call that fills the whole array with one value does not
// count, because it carries no information about single elements.
bool Audit::host_wrote(uint64_t address, int ints) const {
  const uint64_t bytes = sizeof(int) * static_cast<uint64_t>(ints);
  const auto reaches = [&](const Range& range) {
    return overlap(address, bytes, range.first, range.second);
  };
  const auto fills_a_part = [&](const Range& range) {
    const bool is_whole = range.first <= address && range.second >= address - range.first + bytes;
    return reaches(range) && !is_whole;
  };
  return std::any_of(written_.begin(), written_.end(), reaches) ||
         std::any_of(filled_.begin(), filled_.end(), fills_a_part);
}

std::optional<Fault> Audit::fault() const {
  // Without edges, the matching is right before any launch.
  if (number_of_pass_ == 1 && pass_.edges.numEdges() == 0) return {};
  // After a launch with wrong values, no later pass counts, and their calls add up.
  const bool is_stuck = stage_ != Stage::done && !stuck_.array.empty();
  if (helped_ && !(is_stuck && helped_->kind == "told_too_much")) return helped_;
  if (stage_ != Stage::done && asked_to_share_) return Fault{"shared", 0, "", ""};
  if (stage_ != Stage::done) return stuck_;
  if (copied_down_ < sizeof(int) * pass_.matches.size())
    return Fault{"not_copied", 0, "", "matches"};
  return {};
}

}  // namespace handshake::broker
