// An array that owns its memory. At first its elements are not initialized: for a graph with
// billions of edges, it would take too long if one thread initialized all elements.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace handshake {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  using value_type = T;

  Buffer() = default;
  // Throws std::bad_alloc if there is not enough memory.
  explicit Buffer(std::size_t size) : data_(allocate(size)), size_(size) {}
  Buffer(Buffer&& other) noexcept
      : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  // Keeps the first `size` elements, and frees the memory of the others.
  void truncate(std::size_t size) {
    void* const shorter = std::realloc(data_.get(), size * sizeof(T) + 1);
    if (shorter) {  // otherwise the array stays longer than needed
      data_.release();
      data_.reset(static_cast<T*>(shorter));
    }
    size_ = size;
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };

  static T* allocate(std::size_t size) {
    // Large arrays are filled faster when the system uses pages of 2 MiB.
    constexpr std::size_t kHugePage = std::size_t{1} << 21;
    if (size > static_cast<std::size_t>(-1) / sizeof(T) - kHugePage) throw std::bad_alloc();
    std::size_t bytes = size * sizeof(T);
    void* data = nullptr;
    if (bytes < 2 * kHugePage) {
      data = std::malloc(bytes + 1);  // malloc(0) may return a null pointer
    } else {
      bytes = (bytes + kHugePage - 1) / kHugePage * kHugePage;
      data = std::aligned_alloc(kHugePage, bytes);
#ifdef MADV_HUGEPAGE
      if (data) madvise(data, bytes, MADV_HUGEPAGE);  // a hint: needed for speed only
#endif
    }
    if (!data) throw std::bad_alloc();
    return static_cast<T*>(data);
  }

  std::unique_ptr<T[], Free> data_;
  std::size_t size_ = 0;
};

}  // namespace handshake
