// See record.hpp.
#include "check/record.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace handshake::check {

Record::Record() : file_(memfd_create("record", MFD_CLOEXEC)) {
  if (file_ < 0)
    throw std::runtime_error(std::string("a file in memory cannot be made: ") +
                             std::strerror(errno));
}

Record::~Record() {
  close(file_);
}

// Reads until the end, and does not ask for the size, because the process may cut or extend the
// file at any time.
std::string Record::read(size_t most) const {
  std::string text;
  char buffer[1 << 16];
  ssize_t got;
  while (text.size() < most &&
         (got = pread(file_, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0)
    text.append(buffer, std::min<size_t>(got, most - text.size()));
  const size_t last = text.rfind('\n');
  text.resize(last == std::string::npos ? 0 : last + 1);
  return text;
}

}  // namespace handshake::check
