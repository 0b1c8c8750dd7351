// Sentences about whole passes: the launches of the extra credit, and the output of match.
#include <algorithm>
#include <climits>
#include <cstdio>

#include "labs/matching/edge_list.hpp"
#include "labs/matching/words/facts.hpp"
#include "labs/matching/words/words.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

Sentences say(const NeverLaunched& fact) {
  return {fact.kernel + " was not launched in pass " + number(fact.pass) +
          (fact.edges > 0
               ? ", although the edge list has " + counted(fact.edges, "element") + " left."
               : ".")};
}

Sentences say(const NeighborsOf& fact) {
  const bool is_later = fact.pass > 1;
  if (fact.shown.empty())
    return {"Node " + number(fact.node) + " has no edge left" +
            (is_later ? " in pass " + number(fact.pass) + "." : ".")};
  std::string edges;
  for (const auto& [neighbor, weight] : fact.shown)
    edges += (edges.empty() ? "" : ", ") + node(neighbor) + " (weight " + number(weight) + ")";
  const bool is_one = fact.shown.size() == 1 && !fact.has_more;
  const std::string be = is_one ? "is " : "are ";
  return {(is_later ? "In pass " + number(fact.pass) + ", the" : "The") + " neighbor" +
          (is_one ? "" : "s") + " of " + node(fact.node) +
          (is_later ? " that " + be + "left " : " ") + be + edges +
          (fact.has_more ? ", and more." : ".")};
}

namespace {

// Whether the value fits into 32 bits, so that it is easy to read in decimal.
bool is_short(const GivenValue& given) {
  constexpr unsigned long long kMost = 0xffffffffu;
  const auto value = static_cast<long long>(given.bits);
  return given.has_sign ? value >= INT_MIN && value <= INT_MAX : given.bits <= kMost;
}

// "-3", or "0x80000002fffffffe"
std::string key(const GivenValue& given, bool is_decimal) {
  if (is_decimal) return std::to_string(static_cast<long long>(given.bits));
  char text[24];
  std::snprintf(text, sizeof text, "0x%016llx", given.bits);
  return text;
}

}  // namespace

Sentences say(const GivenKeys& fact) {
  const bool to_max = fact.keys.front().given.to_max;
  // Either all keys are shown in decimal, or none: otherwise they would be hard to compare.
  const bool are_decimal = std::all_of(fact.keys.begin(), fact.keys.end(),
                                       [](const GivenKey& one) { return is_short(one.given); });
  std::string edges;
  for (const GivenKey& one : fact.keys)
    edges += (edges.empty() ? "" : ", ") + key(one.given, are_decimal) + " for the edge to " +
             node(one.neighbor) + " (weight " + number(one.weight) + ")";
  Sentences said = {"At " + place(fact.at) + ", " + (to_max ? "atomicMax" : "atomicMin") +
                        " was given these numbers for the edges of " + node(fact.node) + ": " +
                        edges + ".",
                    "The number for the edge to " + node(fact.expected) + " must be the " +
                        (to_max ? "largest" : "smallest") + ", but is not."};
  if (fact.all_ones)
    said.push_back(
        "In all these numbers, the upper 32 bits are ones, as in a negative int that is converted "
        "to 64 bits.");
  return said;
}

Sentences say(const LargestRun& fact) {
  std::vector<std::string> parts;
  if (fact.is_in_nodes) parts.push_back(number(fact.size.nodes) + " nodes");
  if (fact.is_in_edges) parts.push_back(number(fact.size.edges) + " edges");
  if (fact.is_in_threads) parts.push_back(number(fact.size.threads) + " threads");
  std::string most;
  for (size_t p = 0; p < parts.size(); p++)
    most += (p == 0 ? "" : p + 1 == parts.size() ? " or " : ", ") + parts[p];
  return {"The " + counted(fact.right, "earlier run") +
          " of match gave the right result, but none of them had as many as " + most + "."};
}

Sentences say(const WrapperEnded& fact) {
  return ended(fact.extra ? "onewaywrapper.cu with -extra" : "onewaywrapper.cu", "in", fact.end);
}

Sentences say(const MatchEnded& fact) {
  return ended("match", "in", fact.end);
}

std::vector<std::string> say_fact(const Fact& fact) {
  using Facts = TypeList<WrapperEnded, MatchEnded, HandshakingElement, FilterElement, ScanElement,
                         NeverLaunched, NeighborsOf, GivenKeys, LargestRun>;
  return say_one_of(fact, Facts{}, [](const auto& one) { return say(one); });
}

}  // namespace handshake::suite::words
