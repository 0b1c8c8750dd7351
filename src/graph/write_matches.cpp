// Writes a matching: the output file of the handout.
#include "graph/write_matches.hpp"

#include <charconv>

#include "graph/file_writer.hpp"

namespace handshake {

void write_matches(const std::string& path, const Node* matches, std::size_t numNodes) {
  FileWriter file(path);
  char line[16];  // the longest number has 11 characters
  for (std::size_t v = 0; v < numNodes; v++) {
    char* const end = std::to_chars(line, line + sizeof line, matches[v]).ptr;
    *end = '\n';
    file.write({line, static_cast<std::size_t>(end + 1 - line)});
  }
  file.finish();
}

}  // namespace handshake
