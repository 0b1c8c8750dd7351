// Sentences about whole passes: the launches of the extra credit, and the output of match.
#include <algorithm>
#include <climits>
#include <cstdio>

#include "suite/edge_list.hpp"
#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite::words {

Sentences say(const PassesThrew& fact) {
  return {"The passes ended with this error: " + fact.thrown};
}

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

Sentences say(const ValueFrom& fact) {
  return {"The value comes from " + fact.kernel + ", which is launched at " + place(fact.launch) +
          "."};
}

Sentences say(const ReadFrom& fact) {
  return {"It was computed from a value that " + fact.kernel + " wrote " +
          (fact.in_earlier_pass ? "in an earlier pass, at " : "at ") + place(fact.at) + "."};
}

Sentences say(const ReadShared& fact) {
  return {"It was computed from a value in shared memory that was read at " + place(fact.read) +
          ". Before that, the last access that may have changed this value was by " +
          thread(fact.thread) + ", at " + place(fact.changed) + "."};
}

Sentences say(const ReadUnwritten& fact) {
  Sentences said = {"It was computed from a value that was read at " + place(fact.at) +
                    ", and that no thread had written before."};
  if (fact.others)
    said.push_back("At " + place(*fact.others) +
                   ", threads write other elements of the array that holds this value.");
  return said;
}

Sentences say(const WroteNothing& fact) {
  const std::string launched =
      fact.kernel + ", which is launched earlier, at " + place(fact.launch);
  if (!fact.condition) return {launched + ", wrote to no array."};
  return {launched + ", wrote to no array. The condition at " + place(*fact.condition) +
          " was never true."};
}

Sentences say(const EdgesOfPass& fact) {
  const std::string list =
      "In pass " + number(fact.pass) + ", the edge list has " + counted(fact.edges, "edge");
  if (fact.edges == 0) return {list + "."};
  return {list + ": index 0 to " + number(fact.edges - 1) + "."};
}

Sentences say(const NotLaunchedAgain& fact) {
  return {fact.kernel + ", launched at " + place(fact.at) +
          " in the first pass, was not launched in this pass."};
}

Sentences say(const LaterKernel& fact) {
  return {fact.kernel + " is launched after that, at " + place(fact.launch) +
          ". It wrote other elements of strongNeighbor, but not this one."};
}

Sentences say(const NotWrittenInPass& fact) {
  if (!fact.others) return {"No kernel wrote strongNeighbor in this pass."};
  return {
      "No thread wrote this element in this pass. Other elements of strongNeighbor are written "
      "at " +
      place(*fact.others) + "."};
}

Sentences say(const Overtaken& fact) {
  return {"The atomic function that " + thread(fact.thread) + " called at " + place(fact.at) +
          " changed nothing: another thread had stored a new value after this thread read the old "
          "value."};
}

Sentences say(const OldEdges& fact) {
  return {"In pass " + number(fact.pass) + ", " + fact.kernel + " read memory at " +
          place(fact.at) + " that held " + fact.array +
          " in pass 1. After each pass, the pointers are swapped: " + fact.array +
          " is in other memory now."};
}

Sentences say(const UnseenEdge& fact) {
  return {"No thread looked at edge " + number(fact.edge) + ", which is an edge of this node.",
          fact.edge < fact.blocks * fact.threads
              ? fact.kernel + ", launched at " + place(fact.launch) + ", looked at other edges."
              : fact.kernel + ", launched at " + place(fact.launch) + " for " +
                    counted(fact.of, "edge") + ", had " + shape({fact.blocks, fact.threads}) + "."};
}

Sentences say(const LoopOverEdges& fact) {
  return {"The edges of node " + number(fact.node) + " are edges " + number(fact.first) + " to " +
          number(fact.last) + ". The loop at " + place(fact.at) +
          (fact.begins ? " begins with edge " : " ends with edge ") + number(fact.edge) + " for " +
          thread(fact.thread) + "."};
}

Sentences say(const EdgeRefused& fact) {
  const std::string looked = capital(thread(fact.thread)) + " looked at edge " + number(fact.edge) +
                             ", the right one for node " + number(fact.node) + ". ";
  return {looked + (fact.is_loop ? "Then the loop at " + place(fact.at) +
                                       " ended, and the thread had not stored this edge."
                                 : "The condition at " + place(fact.at) + " was false then.")};
}

Sentences say(const EdgeDropped& fact) {
  Sentences said = {capital(thread(fact.thread)) + " read the source of edge " + number(fact.edge) +
                    " at " + place(fact.read) + ". This edge is the right one for node " +
                    number(fact.node) + ", but no thread read its destination or its weight."};
  if (fact.condition)
    said.push_back("The condition at " + place(*fact.condition) + " was false for this thread" +
                   (fact.loop ? ", and then the loop at " + place(*fact.loop) + " ended." : "."));
  else if (fact.loop)
    said.push_back("The loop at " + place(*fact.loop) + " ended for this thread.");
  return said;
}

Sentences say(const AlwaysChosen& fact) {
  static const char* const kWords[] = {"the neighbor with the smallest index",
                                       "the neighbor with the largest index",
                                       "the neighbor at its lightest edge"};
  return {"Every node that has an edge got " + std::string(kWords[fact.which]) + "."};
}

Sentences say(const EqualEdges& fact) {
  const std::string which = fact.neighbor == fact.largest ? ", the one with the largest index" : "";
  return {"The largest weight at " + node(fact.node) + " is " + number(fact.weight) +
          ", and several of its edges have this weight. Among the nodes at their other ends, " +
          node(fact.smallest) + " has the smallest index; your code has chosen " +
          node(fact.neighbor) + which + "."};
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

Sentences say(const ChangedLater& fact) {
  return {"After this thread had looked at a value at " + place(fact.looked) + ", " +
          thread(fact.thread) + " changed this value at " + place(fact.changed) + "."};
}

Sentences say(const ReturnsAt& fact) {
  return {fact.function + ", which " + place(fact.used) + " calls, returns at " + place(fact.at) +
          "."};
}

Sentences say(const VainAtomics& fact) {
  return {"The atomic function that " + thread(fact.thread) + " called at " + place(fact.at) +
          " did not change element " + number(fact.element) +
          " of its array. No other atomic function changed this element. Its value was written "
          "by " +
          fact.kernel + (fact.in_earlier_pass ? " in an earlier pass, at " : " at ") +
          place(fact.set) + "."};
}

Sentences say(const LaunchedAgain& fact) {
  return {fact.kernel + " is launched again and again, at " + place(fact.at) + "."};
}

Sentences say(const LaunchRefused& fact) {
  constexpr long kMostThreads = 1024;
  const std::string refused = "The launch of " + fact.kernel + " at " + place(fact.at) +
                              " was refused, so the kernel did not run: it asks for ";
  if (fact.threads == 0 || fact.threads > kMostThreads)
    return {refused + "blocks of " + counted(fact.threads, "thread") + ", but a block has 1 to " +
            number(kMostThreads) + "."};
  if (fact.blocks == 0) return {refused + "0 blocks, but a grid has at least one."};
  return {refused + counted(fact.blocks, "block") + " of " + counted(fact.threads, "thread") +
          " and " + counted(fact.shared_bytes, "byte") + " of shared memory."};
}

Sentences say(const ProgramEnded& fact) {
  return {
      "The program was ended at " + place(fact.at) +
      (fact.decision ? "; whether this happens depends on " + place(*fact.decision) + "." : ".")};
}

Sentences say(const LaunchedAt& fact) {
  return {fact.kernel + " is launched at " + place(fact.at) + "."};
}

Sentences say(const WrongPartner& fact) {
  return {"Node " + number(fact.node) + " must be " +
          (fact.expected == kUnmatched ? "unmatched" : "matched with " + node(fact.expected)) +
          ", but line " + number(fact.node + 1) + " of the output says " + number(fact.got) + "."};
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

Sentences say(const FirstOfItsSize& fact) {
  std::string most;
  for (const auto& [size, thing] : fact.sizes)
    most += (most.empty() ? "" : " or ") + counted(size, thing.c_str());
  return {"The " + counted(fact.cases, "earlier case") +
          " gave the right result, but none of them had as many as " + most + "."};
}

Sentences say(const SlowWork& fact) {
  const Note& note = fact.note;
  const WorkShares& shares = note.shares;
  const bool is_extra = note.kind == Note::extra_alone || note.kind == Note::extra_again;
  const std::string smaller =
      is_extra
          ? "In a smaller run for " + counted(shares.nodes, "node") + " and an edge list of " +
                counted(shares.elements, "edge") + ", "
          : "A smaller launch of " + note.kernel + " for " + counted(shares.elements, "element") +
                " gave the right result: " + shape({shares.blocks, shares.threads}) + ". In it, ";
  const std::string line = shares.busiest_line ? " The line with the most accesses is " +
                                                     place(*shares.busiest_line) + "."
                                               : "";
  if (note.kind == Note::one_thread || note.kind == Note::extra_alone)
    return {smaller + "one thread" + (is_extra ? " of " + note.kernel : "") + " made " +
            number(shares.busiest) + " of " + number(shares.accesses) + " accesses to arrays." +
            line};
  return {smaller + "the threads" + (is_extra ? " of " + note.kernel : "") + " made " +
          number(shares.accesses) + " accesses to arrays, " +
          number(shares.accesses / shares.elements) + " for each " +
          (is_extra ? "edge" : "element of " + note.array) + ": several threads do the same work." +
          line};
}

Sentences say(const BadOutput& fact) {
  return {"match ended without an error, but its output file does not consist of " +
          number(fact.numNodes) + " lines with one number each."};
}

}  // namespace handshake::suite::words
