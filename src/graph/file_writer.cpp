// Writes a file completely or not at all.
#include "graph/file_writer.hpp"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace handshake {
namespace {

constexpr std::size_t kWaitingBytes = std::size_t{1} << 20;
constexpr const char* kFolderHint = "check that the folder exists and that you may write in it";
constexpr const char* kDiskHint = "check that the disk has free space";

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return path.substr(0, slash == 0 ? 1 : slash);
}

// Returns the number of the descriptor if the name means a file that is already open, such as
// /dev/stdout or "-", and -1 for all other names.
int open_file_of(const std::string& path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  int number = -1;
  for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"})
    if (path.compare(0, folder.size(), folder) == 0)
      std::from_chars(path.data() + folder.size(), path.data() + path.size(), number);
  return number;
}

// Returns the file that will be replaced. A symbolic link is kept, and the file that it names is
// replaced.
std::string follow_links(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), std::free);
  return real ? real.get() : path;
}

}  // namespace

FileWriter::FileWriter(const std::string& path) : path_(path) {
  if (path.empty()) throw OutputError("\"\"", "the file name is empty; give a file name");
  const int openFile = open_file_of(path);
  if (openFile >= 0) {
    // If the file were opened by its name, the output would overwrite the beginning of the file. If
    // the file were replaced, other programs that have it open would not see the output.
    number_ = dup(openFile);
    if (number_ < 0) fail("cannot write", "check where the output of this program goes");
    return;
  }
  struct stat status;
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    throw OutputError(path, "cannot write: this is a folder; name a file in it");
  if (exists && !S_ISREG(status.st_mode)) {
    number_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (number_ < 0) fail("cannot open for writing", "check the path and its permissions");
    return;
  }
  // Without this check, finish() would replace a file even if it is protected against writing.
  if (exists && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    fail("cannot write", "the file exists and is protected; remove it, or name another file");
  target_ = exists ? follow_links(path) : path;
  open_new_file();
  // The new file gets the permissions of the file that it replaces. If there is no such file, the
  // umask decides.
  if (exists && fchmod(number_, status.st_mode & 07777) != 0) fail("cannot write", kFolderHint);
}

void FileWriter::open_new_file() {
  constexpr int kTries = 1000;
  const std::string start = folder_of(target_) + "/.handshake-" + std::to_string(getpid()) + "-";
  for (int i = 0; i < kTries; i++) {
    newFile_ = start + std::to_string(i);
    number_ = open(newFile_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (number_ >= 0) return;
    if (errno != EEXIST) break;
  }
  newFile_.clear();
  fail("cannot create a file", kFolderHint);
}

FileWriter::~FileWriter() {
  if (number_ >= 0) close(number_);  // the content is discarded
  if (!newFile_.empty()) unlink(newFile_.c_str());
}

void FileWriter::fail(const char* doing, const char* hint) const {
  throw OutputError(path_, std::string(doing) + ": " + strerror(errno) + "; " + hint);
}

void FileWriter::write(std::string_view bytes) {
  if (bytes.size() >= kWaitingBytes) {
    flush();
    write_all(bytes.data(), bytes.size());
    return;
  }
  waiting_ += bytes;
  if (waiting_.size() >= kWaitingBytes) flush();
}

void FileWriter::flush() {
  write_all(waiting_.data(), waiting_.size());
  waiting_.clear();
}

void FileWriter::write_all(const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::write(number_, data, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("cannot write", kDiskHint);
    data += count;
    size -= static_cast<std::size_t>(count);
  }
}

void FileWriter::finish() {
  flush();
  // Without fsync, a crash of the machine could leave a file with the new name, but without the
  // content.
  if (!newFile_.empty() && fsync(number_) != 0) fail("cannot write", kDiskHint);
  const int number = number_;
  number_ = -1;
  if (close(number) != 0) fail("cannot write", kDiskHint);
  if (newFile_.empty()) return;
  if (rename(newFile_.c_str(), target_.c_str()) != 0)
    fail("cannot rename the new file", kFolderHint);
  newFile_.clear();
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::fputs(text.c_str(), stdout);
    return;
  }
  FileWriter file(path);
  file.write(text);
  file.finish();
}

}  // namespace handshake
