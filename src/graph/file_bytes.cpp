// The whole content of a file, a pipe or a gzip stream as one sequence of bytes.
#include "graph/file_bytes.hpp"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "graph/input_error.hpp"
#include "graph/stop.hpp"

#if __has_include(<zlib.h>)
#include <zlib.h>
#define HANDSHAKE_HAS_ZLIB 1
#endif

namespace handshake {
namespace {

constexpr std::size_t kFirstCapacity = std::size_t{1} << 20;
constexpr std::size_t kStartBytes = 64;  // enough to recognize the format of a stream

class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : owned_(path != "-"),
        number_(owned_ ? open(path.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (owned_ && number_ >= 0) close(number_);  // nothing was written, so close cannot lose data
  }
  int number() const { return number_; }

 private:
  bool owned_;
  int number_;
};

[[noreturn]] void throw_system_error(const std::string& path, const char* doing, const char* hint) {
  throw InputError(path, 0, std::string(doing) + ": " + strerror(errno) + "; " + hint);
}

}  // namespace

FileBytes::~FileBytes() {
  if (capacity_ > 0)
    std::free(data_);
  else if (data_)
    munmap(data_, size_);
}

void FileBytes::swap(FileBytes& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
}

void FileBytes::grow() {
  if (size_ < capacity_) return;
  const std::size_t capacity = std::max(kFirstCapacity, 2 * capacity_);
  char* const data = static_cast<char*>(std::realloc(data_, capacity));
  if (!data) throw std::bad_alloc();
  data_ = data;
  capacity_ = capacity;
}

FileBytes FileBytes::copy_of(std::string_view bytes) {
  FileBytes copy;
  if (bytes.empty()) return copy;
  // The copy is exactly as large as the content, so that a sanitizer notices a read of the first
  // byte after the end.
  copy.data_ = static_cast<char*>(std::malloc(bytes.size()));
  if (!copy.data_) throw std::bad_alloc();
  std::copy(bytes.begin(), bytes.end(), copy.data_);
  copy.size_ = copy.capacity_ = bytes.size();
  return copy;
}

FileBytes read_file(const std::string& path, bool (*wanted)(std::string_view start)) {
  if (path.empty()) throw InputError("\"\"", 0, "the file name is empty; give a file name");
  const OpenFile file(path);
  if (file.number() < 0) throw_system_error(path, "cannot open the file", "check the path");
  struct stat status;
  if (fstat(file.number(), &status) != 0)
    throw_system_error(path, "cannot read the size of the file", "check the path");
  if (S_ISDIR(status.st_mode))
    throw InputError(path, 0, "this is a folder, not a graph file; name a file in it");

  FileBytes content;
  // The standard input may be a file, and another program may have read its beginning before.
  const bool fromStart = path != "-" || lseek(file.number(), 0, SEEK_CUR) == 0;
  if (S_ISREG(status.st_mode) && status.st_size > 0 && fromStart) {
    const std::size_t size = static_cast<std::size_t>(status.st_size);
    void* const data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (data != MAP_FAILED) {
      content.data_ = static_cast<char*>(data);
      content.size_ = size;
      return content;
    }
  }
  for (bool known = false;;) {
    stop_if_asked();
    content.grow();
    const ssize_t count =
        read(file.number(), content.data_ + content.size_, content.capacity_ - content.size_);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_system_error(path, "cannot read the file", "check the file and its disk");
    if (count == 0) return content;
    content.size_ += static_cast<std::size_t>(count);
    if (!known && content.size_ >= kStartBytes) {
      if (!wanted(content.bytes())) return content;
      known = true;
    }
  }
}

bool is_gzip(std::string_view start) {
  return start.size() >= 2 && start[0] == '\x1f' && start[1] == '\x8b';
}

#ifdef HANDSHAKE_HAS_ZLIB
namespace {

struct Inflater : z_stream {
  Inflater() : z_stream{} {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(this, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(this); }
};

constexpr std::size_t kMaxStep = std::size_t{1} << 22;  // small enough to be asked to stop

}  // namespace

FileBytes unpack_gzip(std::string_view packed, const std::string& path) {
  const auto fail = [&](const std::string& what) {
    throw InputError(path, 0,
                     "cannot unpack the gzip file: " + what +
                         "; test it with gzip -t, and copy or download it again");
  };
  FileBytes content;
  Inflater stream;
  std::size_t used = 0;
  for (;;) {
    stop_if_asked();
    content.grow();
    const std::size_t input = std::min(packed.size() - used, kMaxStep);
    const std::size_t room = std::min(content.capacity_ - content.size_, kMaxStep);
    stream.next_in =
        reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data())) + used;  // only read
    stream.avail_in = static_cast<unsigned int>(input);
    stream.next_out = reinterpret_cast<unsigned char*>(content.data_) + content.size_;
    stream.avail_out = static_cast<unsigned int>(room);
    const int result = inflate(&stream, Z_NO_FLUSH);
    used += input - stream.avail_in;
    content.size_ += room - stream.avail_out;
    if (result == Z_STREAM_END) {
      if (used == packed.size()) return content;
      if (!is_gzip(packed.substr(used)))
        fail("the bytes after the end of the compressed data are not gzip");
      inflateReset(&stream);
    } else if (result == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (result == Z_BUF_ERROR ||
               (result == Z_OK && used == packed.size() && stream.avail_out > 0)) {
      fail("it ends too early");
    } else if (result != Z_OK) {
      fail(stream.msg ? std::string("it is corrupted (") + stream.msg + ")" : "it is corrupted");
    }
  }
}
#else
FileBytes unpack_gzip(std::string_view, const std::string& path) {
  throw InputError(path, 0,
                   "the file is compressed with gzip, but this program was built without zlib; "
                   "unpack the file with gunzip, or install zlib and build again");
}
#endif

}  // namespace handshake
