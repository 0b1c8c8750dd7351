// How things are named in every sentence: nodes, elements, threads and lines.
#pragma once

#include <string>

#include "suite/fact.hpp"

namespace handshake::suite::words {

std::string number(long value);
std::string counted(long count, const std::string& thing);  // "1 node", "3 nodes"
std::string node(int index);                                // "node 3"
std::string task(const Task& task);                         // "edge 3"
std::string element(const std::string& array, int index);   // "matches[3]"
std::string place(const Place& place);                      // "src/file.cu:22"
std::string place(const std::string& file, int line);
std::string thread(ThreadId id);                    // "block 0, thread 3"
std::string places(const std::vector<Place>& all);  // "a.cu:1, a.cu:2 and a.cu:3"
// "read src[0] (2) and dst[0] (4), and the condition at FILE:21 was false"
std::string told(const Deed& deed);
std::string capital(std::string text);  // "node 3" becomes "Node 3"

}  // namespace handshake::suite::words
