// The whole content of a file, a pipe or a gzip stream as one sequence of bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace handshake {

class FileBytes {
 public:
  FileBytes() = default;
  FileBytes(FileBytes&& other) noexcept { swap(other); }
  FileBytes& operator=(FileBytes&& other) noexcept {
    swap(other);
    return *this;
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes();

  static FileBytes copy_of(std::string_view bytes);

  std::string_view bytes() const { return {data_, size_}; }

  // Maps a regular file into memory, and reads anything else to its end; "-" is the standard input.
  // If `wanted` returns false for the first bytes of a stream, the rest is not read. So even an
  // endless stream can be refused. Throws InputError.
  friend FileBytes read_file(const std::string& path, bool (*wanted)(std::string_view start));
  // Unpacks all members of a gzip stream. Throws InputError, which names `path`.
  friend FileBytes unpack_gzip(std::string_view packed, const std::string& path);

 private:
  void swap(FileBytes& other) noexcept;
  // Allocates memory for at least one more byte, if this is necessary. Throws std::bad_alloc.
  void grow();

  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;  // of malloc-ed memory; 0 when data_ is a mapping
};

FileBytes read_file(const std::string& path, bool (*wanted)(std::string_view start));
FileBytes unpack_gzip(std::string_view packed, const std::string& path);

bool is_gzip(std::string_view start);

}  // namespace handshake
