// Writes an answer as text or binary.
#include <string>
#include <string_view>

#include "extensions/b_matching/answer.hpp"
#include "extensions/common/write_lines.hpp"
#include "graph/checksum.hpp"
#include "graph/file_writer.hpp"

namespace handshake::b_matching {
namespace {

void write_as_text(const std::string& path, const BMatching& matching) {
  const auto nodes = static_cast<std::int64_t>(matching.offsets.size()) - 1;
  write_lines(path, nodes, [&](std::int64_t v, const auto& write) {
    for (EdgeIndex i = matching.offsets[v]; i < matching.offsets[v + 1]; ++i) {
      write(matching.partners[i]);
    }
  });
}

template <class T>
std::string_view bytes_of(const Buffer<T>& buffer) {
  return {reinterpret_cast<const char*>(buffer.data()), buffer.size() * sizeof(T)};
}

void write_as_binary(const std::string& path, const BMatching& matching) {
  std::string body(bytes_of(matching.offsets));
  body += bytes_of(matching.partners);
  BMatchingHeader header;
  header.nodes = static_cast<std::int64_t>(matching.offsets.size()) - 1;
  header.partners = static_cast<std::int64_t>(matching.partners.size());
  header.checksum = checksum(body.data(), body.size(), 0);
  FileWriter file(path);
  file.write({reinterpret_cast<const char*>(&header), sizeof header});
  file.write(body);
  file.finish();
}

}  // namespace

void write_b_matching(const std::string& path, const BMatching& matching) {
  constexpr std::string_view kBinary = ".bin";
  const bool binary = path.size() >= kBinary.size() &&
                      path.compare(path.size() - kBinary.size(), kBinary.size(), kBinary) == 0;
  binary ? write_as_binary(path, matching) : write_as_text(path, matching);
}

}  // namespace handshake::b_matching
