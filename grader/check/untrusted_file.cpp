// See untrusted_file.hpp.
#include "check/untrusted_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "text/utf8.hpp"

namespace handshake::check {

namespace {

// The descriptor of an ordinary file; -1 for anything else, such as a link or a pipe.
int open_plain(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
  if (file >= 0) close(file);
  return -1;
}

// Whether the character controls the terminal; U+0080 to U+009F do so, too.
bool is_control(std::string_view letter) {
  const auto first = static_cast<unsigned char>(letter.front());
  if (letter.size() == 1) return (first < 0x20 && first != '\n') || first == 0x7f;
  return first == 0xc2 && static_cast<unsigned char>(letter[1]) < 0xa0;
}

}  // namespace

UntrustedFile::UntrustedFile(std::string path) : path_(std::move(path)) {
  unlink(path_.c_str());
}

UntrustedFile::~UntrustedFile() {
  unlink(path_.c_str());
}

std::string UntrustedFile::read_new(size_t most) {
  const int file = open_plain(path_);
  if (file < 0) return "";
  const long added = std::max(0L, static_cast<long>(lseek(file, 0, SEEK_END)) - read_);
  std::string text(std::min(most, static_cast<size_t>(added)), '\0');
  size_t size = 0;
  for (ssize_t got = 1; got > 0 && size < text.size(); size += got) {
    got = pread(file, text.data() + size, text.size() - size, read_ + static_cast<long>(size));
    if (got < 0) got = 0;
  }
  close(file);
  text.resize(size);
  const size_t last = text.rfind('\n');
  text.resize(last == std::string::npos ? 0 : last + 1);
  read_ += static_cast<long>(text.size());
  return text;
}

std::string harmless(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    const std::string_view piece = text.substr(0, letter.bytes);
    if (!letter.is_whole)
      shown += kNoLetter;
    else
      shown += is_control(piece) ? " " : piece;
    text.remove_prefix(letter.bytes);
  }
  return shown;
}

std::string short_path(const std::string& path) {
  static const std::string here = std::filesystem::current_path().string() + "/";
  return path.compare(0, here.size(), here) == 0 ? path.substr(here.size()) : path;
}

}  // namespace handshake::check
