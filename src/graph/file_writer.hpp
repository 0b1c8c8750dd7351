// Writes a file completely or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "graph/output_error.hpp"

namespace handshake {

// The content is written to a new file in the same folder. finish() gives this file the name
// `path`. Until then, an older file with this name does not change. If `path` is a device,
// a pipe, or "-" (the standard output), the content is written to it directly. Every function may
// throw OutputError. If finish() is not called, the destructor removes the new file.
class FileWriter {
 public:
  explicit FileWriter(const std::string& path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter();

  void write(std::string_view bytes);
  void finish();

 private:
  void open_new_file();
  void flush();
  void write_all(const char* data, std::size_t size);
  [[noreturn]] void fail(const char* doing, const char* hint) const;

  std::string path_;
  std::string target_;   // where path_ leads when links are followed
  std::string newFile_;  // empty if written directly, or if finished
  std::string waiting_;  // not written yet
  int number_ = -1;
};

// Writes a whole file, or the standard output if the path is "-".
void write_text(const std::string& path, const std::string& text);

}  // namespace handshake
