// What a student reads about the parts of this lab, a small graph and a trace.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite::words {

std::string part_name(const std::string& id);  // "GPU memory"

// ---- a small graph

std::string small_graph();
std::string other_graph();
std::string small_graph_of(const std::string& part);  // a comment in the file with the graph
std::string nodes_without_edge(const std::vector<int>& nodes);
std::string too_large_to_draw(int nodes, int edges);
std::string graph_scene(const Failure& failure);
std::string right_matches(const std::string& row);
// Before the command; `in_program`: the command runs match. With -extra, a trace has only right arrays.
std::string see_it(bool in_program, bool is_extra);

// ---- make trace

std::string right_inputs();
std::string traced_graph(const std::string& file, int nodes, int edges);
std::string traced_pass(int number);
std::string matches_before();
std::string too_large_to_trace(const std::string& file, int edges, int most);

}  // namespace handshake::suite::words
