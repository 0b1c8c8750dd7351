// Starts and ends MPI. Reports a fault of one rank to all ranks: otherwise the ranks without a
// fault would wait for this rank forever.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace handshake::b_matching {

class Session {
 public:
  Session(int* argc, char*** argv);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // Calls work() and returns the exit code. On all ranks, work() must make the same calls of
  // together() in the same order.
  int run(const std::function<void()>& work) const;

  // All ranks call this function; it calls work() on each rank. If work() fails on some ranks, the
  // first of these ranks reports its fault, and run() returns the exit code of this fault on all
  // ranks. A fault of MPI ends all ranks immediately, because other ranks may already wait
  // in the failed exchange of messages.
  void together(const std::function<void()>& work) const;

  void barrier() const;
  void broadcast(void* data, int bytes) const;  // sends the data of rank 0 to all ranks
  std::uint64_t sum(std::uint64_t mine) const;
  std::int64_t sum(std::int64_t mine) const {
    return static_cast<std::int64_t>(sum(static_cast<std::uint64_t>(mine)));
  }
  double largest(double mine) const;
  std::int64_t largest(std::int64_t mine) const;
  // At rank 0, returns the data of all ranks, in the order of the ranks. At other ranks, returns an
  // empty vector.
  std::vector<std::int32_t> gather(const std::vector<std::int32_t>& mine) const;

 private:
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace handshake::b_matching
