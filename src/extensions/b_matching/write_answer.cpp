// Writes an answer as text or binary.
#include <charconv>
#include <string>
#include <string_view>

#include "extensions/b_matching/answer.hpp"
#include "graph/checksum.hpp"
#include "graph/file_writer.hpp"

namespace handshake::b_matching {
namespace {

void write_as_text(FileWriter* file, const BMatching& matching) {
  std::string line;
  for (std::size_t v = 0; v + 1 < matching.offsets.size(); ++v) {
    line.clear();
    for (EdgeIndex i = matching.offsets[v]; i < matching.offsets[v + 1]; ++i) {
      char number[16];  // the longest number has 11 characters
      char* const end = std::to_chars(number, number + 16, matching.partners[i]).ptr;
      if (!line.empty()) line += ' ';
      line.append(number, static_cast<std::size_t>(end - number));
    }
    file->write(line.empty() ? "-1" : line);
    file->write("\n");
  }
}

template <class T>
std::string_view bytes_of(const Buffer<T>& buffer) {
  return {reinterpret_cast<const char*>(buffer.data()), buffer.size() * sizeof(T)};
}

void write_as_binary(FileWriter* file, const BMatching& matching) {
  std::string body(bytes_of(matching.offsets));
  body += bytes_of(matching.partners);
  BMatchingHeader header;
  header.nodes = static_cast<std::int64_t>(matching.offsets.size()) - 1;
  header.partners = static_cast<std::int64_t>(matching.partners.size());
  header.checksum = checksum(body.data(), body.size(), 0);
  file->write({reinterpret_cast<const char*>(&header), sizeof header});
  file->write(body);
}

}  // namespace

void write_b_matching(const std::string& path, const BMatching& matching) {
  constexpr std::string_view kBinary = ".bin";
  const bool binary = path.size() >= kBinary.size() &&
                      path.compare(path.size() - kBinary.size(), kBinary.size(), kBinary) == 0;
  FileWriter file(path);
  binary ? write_as_binary(&file, matching) : write_as_text(&file, matching);
  file.finish();
}

}  // namespace handshake::b_matching
