// Starts and ends MPI, and shares faults with all ranks: otherwise the ranks without a fault would
// wait for the other ranks forever.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace handshake {

class Session {
 public:
  Session(int* argc, char*** argv);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // Does work that calls together() at the same places on all ranks. Returns the exit code.
  int run(const std::function<void()>& work) const;

  // Does the work on every rank. If the work fails on some ranks, the first of these ranks reports
  // the fault, and run() returns its exit code on all ranks. A fault during an exchange of messages
  // ends all ranks immediately, because other ranks already wait for the exchange.
  void together(const std::function<void()>& work) const;

  void barrier() const;
  void broadcast(void* data, int bytes) const;  // sends the data of rank 0 to all ranks
  std::uint64_t sum(std::uint64_t mine) const;
  std::int64_t sum(std::int64_t mine) const {
    return static_cast<std::int64_t>(sum(static_cast<std::uint64_t>(mine)));
  }
  double largest(double mine) const;
  std::int64_t largest(std::int64_t mine) const;
  // At rank 0, returns the data of all ranks, in their order; at other ranks, returns nothing.
  std::vector<std::int32_t> gather(const std::vector<std::int32_t>& mine) const;

 private:
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace handshake
