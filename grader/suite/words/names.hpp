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
std::string thread(ThreadId id);        // "block 0, thread 3"
std::string capital(std::string text);  // "node 3" becomes "Node 3"

}  // namespace handshake::suite::words
