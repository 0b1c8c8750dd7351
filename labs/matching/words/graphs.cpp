// See graphs.hpp.
#include "labs/matching/words/graphs.hpp"

#include "suite/words/names.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite::words {

std::string part_name(const std::string& id) {
  return id == "memory" ? "GPU memory" : id == "match" ? "match, all together" : "extra credit";
}

std::string small_graph() {
  return "A small graph that shows the mistake: ";
}

std::string other_graph() {
  return "The check searched for this graph separately: it need not be the graph of the case "
         "above, "
         "and other elements may be wrong.";
}

std::string small_graph_of(const std::string& part) {
  return "a small graph on which " + part + " fails";
}

std::string nodes_without_edge(const std::vector<int>& nodes) {
  constexpr size_t kMost = 16;
  std::string said;
  for (size_t n = 0; n < nodes.size() && n < kMost; n++)
    said += (n > 0 ? ", " : "") + number(nodes[n]);
  return said + (nodes.size() > kMost ? ", ..." : "") + "  (no edge)";
}

std::string too_large_to_draw(int nodes, int edges) {
  return number(nodes) + " nodes and " + number(edges) + " edges, too many to be drawn here";
}

std::string graph_scene(const Failure& failure) {
  std::string said = failure.pass > 0 ? "Pass " + number(failure.pass) : "";
  if (failure.shape.total() > 0) said += ", " + shape(failure.shape);
  return said + (said.empty() ? "" : ": ") + summary(failure) + ".";
}

std::string right_matches(const std::string& row) {
  return "Right matches: [" + row + " ]";
}

std::string see_it(bool in_program, bool is_extra) {
  if (in_program) return "See it in the program:  ";
  return is_extra ? "See what all its arrays must be:  " : "See all its arrays:  ";
}

std::string traced_graph(const std::string& file, int nodes, int edges) {
  return file + ": " + number(nodes) + " nodes, " + number(edges) + " edges";
}

std::string right_inputs() {
  return "Each of your kernels gets right inputs here, even if the kernel before it is wrong.";
}

std::string traced_pass(int number) {
  return "Pass " + words::number(number);
}

std::string matches_before() {
  return "matches before";
}

std::string too_large_to_trace(const std::string& file, int edges, int most) {
  return file + ": has " + number(edges) + " edges; a trace is for graphs of up to " +
         number(most) + " edges";
}

}  // namespace handshake::suite::words
