// Builds a message in a fixed buffer. The runtime uses no std::string, for two reasons. The program
// may contain instrumented copies of the functions of std::string. And a std::string may allocate
// memory, which is not safe in a report after a fault.
#pragma once
#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace cuda_on_cpu {

template <size_t Size>
class Text {
 public:
  Text() { buffer_[0] = '\0'; }
  const char* c_str() const { return buffer_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Appends a text, and cuts off the part that does not fit.
  __attribute__((format(printf, 2, 3))) Text& add(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_list(format, arguments);
    va_end(arguments);
    return *this;
  }
  void add_list(const char* format, va_list arguments) {
    const int length = std::vsnprintf(buffer_ + size_, Size - size_, format, arguments);
    if (length > 0) size_ += static_cast<size_t>(length);
    if (size_ > Size - 1) size_ = Size - 1;
  }
  // Removes everything after the first `size` bytes.
  void cut(size_t size) { buffer_[size_ = size] = '\0'; }
  // Appends a line break. If the buffer is full, the line break replaces the last letter.
  void end_line() {
    if (size_ == Size - 1) size_--;
    add("\n");
  }

 private:
  char buffer_[Size];
  size_t size_ = 0;
};

}  // namespace cuda_on_cpu
