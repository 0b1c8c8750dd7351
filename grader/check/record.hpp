// What an untrusted process writes for the grader to read later: an anonymous file in memory.
#pragma once

#include <string>

namespace handshake::check {

// What the CUDA runtime of a process records: the steps of all threads, or counters.
enum class Recorded { nothing, history, counters };

class Record {
 public:
  Record();  // throws std::runtime_error if there is no memory for it
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;
  ~Record();
  int descriptor() const { return file_; }

  // The complete lines at its beginning, at most `most` bytes. The process may change them until it
  // ends.
  std::string read(size_t most) const;

 private:
  int file_;
};

}  // namespace handshake::check
