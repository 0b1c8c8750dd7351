// Reading what an untrusted process writes.
#include "check/untrusted_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace handshake::check {

namespace {

// Neither a link nor a pipe that nobody writes into.
int open_plain(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
  if (file >= 0) close(file);
  return -1;
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
  std::string text(most, '\0');
  size_t size = 0;
  for (ssize_t got = 1; got > 0 && size < most; size += got) {
    got = pread(file, text.data() + size, most - size, read_ + static_cast<long>(size));
    if (got < 0) got = 0;
  }
  close(file);
  text.resize(size);
  const size_t last = text.rfind('\n');
  text.resize(last == std::string::npos ? 0 : last + 1);
  read_ += static_cast<long>(text.size());
  return text;
}

std::string harmless(std::string text) {
  for (size_t at = 0; at < text.size(); at++) {
    const auto letter = static_cast<unsigned char>(text[at]);
    const bool is_control = (letter < 32 && letter != '\n') || letter == 127;
    // U+0080 to U+009F in UTF-8.
    const bool is_upper_control = letter >= 0x80 && letter < 0xa0 && at > 0 &&
                                  static_cast<unsigned char>(text[at - 1]) == 0xc2;
    if (is_upper_control) text[at - 1] = ' ';
    if (is_control || is_upper_control) text[at] = ' ';
  }
  return text;
}

std::string short_path(const std::string& path) {
  static const std::string here = std::filesystem::current_path().string() + "/";
  return path.compare(0, here.size(), here) == 0 ? path.substr(here.size()) : path;
}

}  // namespace handshake::check
